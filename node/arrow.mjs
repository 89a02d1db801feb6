// Columns of apache-arrow, for `import`, whose classes differ from those of `require`.
import * as arrow from 'apache-arrow';
import { arrowFunctions } from './lib/columns/arrow.cjs';

export const {
  times,
  timesAsync,
  parseColumn,
  parseColumnAsync,
  texts,
  textsAsync,
  fields,
  fieldsAsync,
  between,
  betweenAsync,
} = arrowFunctions(arrow);
