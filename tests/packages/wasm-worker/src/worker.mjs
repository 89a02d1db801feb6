// A Worker of somebody who has the package from npm.
import * as sortid from 'sortid';
import * as explicit from 'sortid/wasm';
import { checks, lines } from './checks.mjs';

// Before the first request a Worker has neither time nor random bytes.
const early = (() => {
  try {
    return sortid.uuid7();
  } catch (error) {
    return error;
  }
})();

export default {
  async fetch() {
    const checked = {
      'before the first request it says why': early instanceof sortid.SortidError && /no time yet/.test(early.message),
      ...checks(sortid),
      'both names are one module': explicit.Tid === sortid.Tid,
    };
    return new Response(lines(checked).join('\n'));
  },
};
