// Reads ids of other packages for Node, and lets them read ours: fields, times and order; and what they take and we refuse.
import { counts } from './harness.mjs';

const files = ['uuid', 'tid', 'ulid', 'ksuid', 'object-id', 'cuid', 'snowflake', 'flake-idgen', 'push-id', 'typeid'];
// One after the other, as some hold the clock.
for (const file of files) await import(`./${file}.mjs`);
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed > 0 ? 1 : 0;
