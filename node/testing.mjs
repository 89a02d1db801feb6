// A clock for tests, for `import`, with the same functions as for `require`.
import { follow, freeze } from './lib/testing.cjs';

export { follow, freeze };
