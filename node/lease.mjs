// Leases over connections of the program's own, for `import`: the class that `require` gives.
import { Lease } from './lib/lease.cjs';

export { Lease };
