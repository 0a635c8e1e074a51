#!/usr/bin/env node
// Plain JavaScript for any Node 20: it runs the rest under Node 24.
import { runUnderNode24 } from './node24.mjs';

await runUnderNode24(import.meta.url, async () => {
  const { keepCompiledCode } = await import('./compiled-code.mjs');
  keepCompiledCode(process.env);
  const { entryPoint } = await import('./entry-point.mjs');
  const { main } = await entryPoint();
  await main(process.argv);
});
