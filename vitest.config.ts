import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { alias: { newshawk: fileURLToPath(new URL('./src/index.ts', import.meta.url)) } },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    reporters: [
      'default',
      'test/support/skips-reporter.ts',
      ...(process.env.CI ? [['json', { outputFile: '.cache/vitest.json' }] as [string, object]] : []),
    ],
    // Browsers and databases on two cores: more files at once only make each other late.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
});
