// `npm start`: the demo. Like bin/newshawk.mjs, it runs the rest under Node 24.
import { runUnderNode24 } from './node24.mjs';

await runUnderNode24(import.meta.url, async () => {
  await import('../demo/start.ts');
});
