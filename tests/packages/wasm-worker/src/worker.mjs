// A user's Worker with the package from npm.
import * as sortid from 'sortid';
import * as explicit from 'sortid/wasm';
import { checks, lines } from './checks.mjs';

// Before its first request a Worker has neither a clock nor random bytes.
const early = (() => {
  try {
    return sortid.uuid7Text();
  } catch (error) {
    return error;
  }
})();

export default {
  async fetch() {
    const checked = {
      'reports the missing time before the first request':
        early instanceof sortid.SortidError && /no time yet/.test(early.message),
      ...checks(sortid),
      'both import paths are one module': explicit.Tid === sortid.Tid,
    };
    return new Response(lines(checked).join('\n'));
  },
};
