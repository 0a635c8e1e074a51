// `npm start`: the demo. Like bin/newshawk.mjs it only sees to it that Node 24 runs.
import { runUnderNode24 } from './node24.mjs';

await runUnderNode24(import.meta.url, async () => {
  await import('../demo/start.ts');
});
