// Columns of apache-arrow, for `import`: with the classes that an importing program has, which are not those of `require`.
import * as arrow from 'apache-arrow';
import { arrowFunctions } from './lib/columns/arrow.cjs';

export const {
  times,
  timesAsync,
  parseColumn,
  parseColumnAsync,
  formatColumn,
  formatColumnAsync,
  fields,
  fieldsAsync,
  between,
  betweenAsync,
} = arrowFunctions(arrow);
