// A user's page with the package from npm.
import * as sortid from 'sortid';
import { checks, lines } from './checks.mjs';

document.body.innerText = lines(checks(sortid)).join('\n');
