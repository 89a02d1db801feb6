// Leases over the program's connections, for `import`, with the same class as for `require`.
import { Lease } from './lib/lease.cjs';

export { Lease };
