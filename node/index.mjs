// The package for `import`: the same objects as `require` gives.
import sortid from './index.cjs';

export const {
  tid,
  timeid,
  uid11_xid,
  uid11_fullrand,
  uid11_snowish,
  uid11_ts_seq_rand,
  uuid6,
  uuid7_draft01,
  uuid7,
  uuid8,
  scru160,
  newId,
  Format,
  Id,
  Generator,
  SortidError,
  isValid,
  inspect,
  refusals,
  convert,
  reseed,
  ERROR_CODES,
  OPTIONS,
  version,
} = sortid;
