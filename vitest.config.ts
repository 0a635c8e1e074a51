import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import LongFilesFirst from './test/support/long-files-first.ts';

const fileIn = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const skips = 'test/support/skips-reporter.ts';
const all = 'test/**/*.test.ts';
/**
 * Tests of functions without state between calls: their files share processes, so modules are loaded once per process (.7 s of CPU for each file of the server).
 * Not tests that start browsers, servers or processes, nor those of extraction: V8 counts the steps of a pattern otherwise when it has run before.
 */
const sharing = [
  'test/{cli,model,settings,text}/**/*.test.ts',
  'test/{crawl,config-files,run,watch}/**/*.test.ts',
  'test/server/{access,answer-cache,api,extract,failure-logs,feeds,history,labels,list-cursors,load-limits,long-text,metrics,minute-counter}.test.ts',
  'test/server/{observability-files,proxies,replay,scrapers,sources,topics,workers,wrappers}.test.ts',
  'test/stages/{classify,dedupe,discover,page-api,proxies,publish,schedule,site-learning,url-patterns}/**/*.test.ts',
];

export default defineConfig({
  resolve: {
    alias: { newshawk: fileIn('./src/index.ts'), 'fast-check': fileIn('./test/support/seeded-fast-check.ts') },
  },
  test: {
    projects: [
      { extends: true, test: { name: 'alone', include: [all], exclude: sharing } },
      { extends: true, test: { name: 'sharing', include: sharing, isolate: false } },
    ],
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
