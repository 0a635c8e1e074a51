import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files and folders whose tests run for 20 s to minutes, the longest first. One that began late would be waited for alone, with the other cores idle. A file
 * that is missing here costs time, nothing else.
 */
export const longFiles: readonly string[] = [
  'test/e2e/waits.test.ts',
  'test/storage/mongo-articles.test.ts',
  'test/e2e/crawl.test.ts',
  'test/e2e/commands.test.ts',
  'test/e2e/failure-to-fixture.test.ts',
  'test/storage/mongo-copies.test.ts',
  'test/guide/pages.test.ts',
  'test/storage/mongo-crawl.test.ts',
  'test/e2e/package.test.ts',
  'test/quality/sites/',
  'test/e2e/new.test.ts',
  'test/bench/month/',
  'test/e2e/long-text.test.ts',
  'test/quality/names/',
  'test/server/dashboard/every-page.test.ts',
  'test/guide/tasks.test.ts',
  'test/watch/alerts/alert-rounds-mongo.test.ts',
  'test/storage/mongo-retention.test.ts',
  'test/e2e/films.test.ts',
  'test/e2e/',
  'test/mcp/mcp.test.ts',
  'test/bin/signals.test.ts',
  'test/stages/fetch/',
  'test/support/api-sites/',
  'test/reader/',
  'test/crawl/fetch/',
  'test/storage/',
];

/** Vitest's order, with the long files first. */
export default class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = (file: TestSpecification) => rankOf(relative(this.ctx.config.root, file.moduleId));
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

/** Place of a test file in `longFiles`; those that are not named come last. @param path from the root of the project */
function rankOf(path: string): number {
  const place = longFiles.findIndex((start) => path.startsWith(start));
  return place === -1 ? longFiles.length : place;
}
