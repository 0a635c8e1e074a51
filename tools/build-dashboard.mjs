// Builds the dashboard into dist/, with its compressed variants. The sources' hash goes with it: a checkout serves this build as long as it fits.
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runUnderNode24 } from '../bin/node24.mjs';

await runUnderNode24(import.meta.url, async () => {
  const { buildDashboard, hashOfSources } = await import('../src/server/dashboard-files/dashboard-build.ts');
  const folder = fileURLToPath(new URL('../dist/server/dashboard', import.meta.url));
  rmSync(folder, { recursive: true, force: true });
  await buildDashboard(folder, await hashOfSources());
});
