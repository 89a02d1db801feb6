// Exchanges ids with other packages: fields, times and order, and texts that only they accept.
import { counts } from './harness.mjs';

const files = ['uuid', 'tid', 'ulid', 'ksuid', 'object-id', 'cuid', 'snowflake', 'flake-idgen', 'push-id', 'typeid'];
// In sequence, as some stop the clock.
for (const file of files) await import(`./${file}.mjs`);
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed > 0 ? 1 : 0;
