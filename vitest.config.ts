import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import LongFilesFirst from './test/support/long-files-first.ts';

const skips = 'test/support/skips-reporter.ts';

export default defineConfig({
  resolve: { alias: { newshawk: fileURLToPath(new URL('./src/index.ts', import.meta.url)) } },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    reporters: process.env.CI ? ['default', skips, 'json'] : ['default', skips],
    outputFile: { json: '.cache/vitest.json' },
    sequence: { sequencer: LongFilesFirst },
    // Browsers and databases on two cores: more files at once only make each other late.
    maxWorkers: 2,
    // How long a busy machine may take: nothing is measured by these, they end what hangs.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
  },
});
