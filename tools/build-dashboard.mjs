// Builds the dashboard into dist/ where its build is missing or out of date: before `npm start` and `npm run serve`, in `npm run build`, and for the image.
// Plain JavaScript for any Node 20: it runs the rest under Node 24.
import { runUnderNode24 } from '../bin/node24.mjs';

await runUnderNode24(import.meta.url, async () => {
  process.env.NODE_ENV = 'production'; // Vite builds for the mode of its environment, which may be that of a test
  const { buildDashboard } = await import('./dashboard/build-dashboard.ts');
  await buildDashboard().catch((error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    process.stderr.write(
      `The dashboard can't be built: a development package is missing. Run \`npm ci\`; \`npm run newshawk -- serve\` serves the API without a dashboard. (${error.message})\n`,
    );
    process.exitCode = 4;
  });
});
