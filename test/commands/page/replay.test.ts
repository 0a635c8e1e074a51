import { describe, expect, it } from 'vitest';
import { replayStoredPage } from '../../../src/commands/page/replay.ts';
import { exitCodes } from '../../../src/errors.ts';
import type { Failure } from '../../../src/model/crawl/failure.ts';
import type { LearnedWrapper } from '../../../src/model/wrapper/learned-wrapper.ts';
import { newLearning } from '../../../src/stages/site-learning/learning-state.ts';
import { freeze } from '../../../src/stages/snapshot/freeze.ts';
import { snapshot } from '../../stages/extract/page.ts';
import { ending, failure, sha } from '../../storage/records.ts';
import { type FakeCrawl, openCrawl } from '../../support/crawl-ports.ts';
import { articleReading } from '../../support/readings.ts';

const page = snapshot('<h1>Stored</h1>');

async function stored(crawl: FakeCrawl, given: Partial<Failure>): Promise<void> {
  const task = await crawl.claim();
  await crawl.io.store.commit(ending(task, { failure: failure('f-1', given), next: { kind: 'failed' } }));
}

const learned: LearnedWrapper = {
  shape: 1,
  site: page.site,
  pages: 5,
  correctedPages: 0,
  formats: {},
  names: null,
  styles: [],
  recurring: [],
  expressions: [],
  fields: {},
};

const replay = ({ io }: FakeCrawl, id: string) => replayStoredPage(io, id);

describe('replayFailure', () => {
  it("runs today's rules on the stored snapshot, and nothing else", async () => {
    await using crawl = await openCrawl();
    await stored(crawl, { snapshot: await crawl.io.store.blobs.put(await freeze(page)) });
    const before = await crawl.io.store.articles.count({});
    crawl.web.read = (read) => articleReading(read.url, { body: read.html });
    const { failure: known, snapshot: thawed, reading, elapsedMs } = await replay(crawl, 'f-1');
    expect(known).toMatchObject({ id: 'f-1', reason: 'layout-changed' });
    expect(thawed).toEqual(page);
    expect(reading.draft?.body).toBe('<h1>Stored</h1>');
    expect(elapsedMs).toEqual(expect.any(Number));
    expect({ asked: crawl.asked, articleCount: await crawl.io.store.articles.count({}) }).toEqual({
      asked: [],
      articleCount: before,
    });
  });

  it("reads with the site's learned wrapper, as a crawl does, unless learning is off", async () => {
    for (const [learn, keys] of [
      ['on', [`${page.site} 3`]],
      ['off', [undefined]],
    ] as const) {
      await using crawl = await openCrawl();
      const { wrappers, blobs } = crawl.io.store;
      await stored(crawl, { snapshot: await blobs.put(await freeze(page)) });
      await wrappers.save({ ...newLearning(page.site, new Date(0)), live: 3 });
      await wrappers.saveContent(3, learned);
      const read: unknown[] = [];
      crawl.web.read = ({ url }, options) => {
        read.push(options?.learned?.key);
        return articleReading(url);
      };
      await replayStoredPage({ ...crawl.io, config: { learn } }, 'f-1');
      expect(read).toEqual(keys);
    }
  });

  it('fails where the body is still probably wrong', async () => {
    const story = articleReading(page.url);
    if (story.draft === null) throw new Error('the stand-in has no draft');
    const provenance = { ...story.draft.provenance, body: { by: 'generic', confidence: 0.2 } } as const;
    for (const [minConfidence, reason] of [
      [0.3, 'low-confidence'],
      [0, null],
    ] as const) {
      await using crawl = await openCrawl({ minConfidence });
      await stored(crawl, { snapshot: await crawl.io.store.blobs.put(await freeze(page)) });
      crawl.web.read = () => ({ ...story, draft: story.draft && { ...story.draft, provenance } });
      expect((await replay(crawl, 'f-1')).reading.reason).toBe(reason);
    }
  });

  it.each([
    ['no such failure', 'f-2', { snapshot: null }, 'There is no failure f-2: `newshawk failures list`'],
    [
      'a page that never came',
      'f-1',
      { snapshot: null },
      'Failure f-1 has no snapshot to replay: layout-changed, no title.',
    ],
    ['a snapshot that is gone', 'f-1', { snapshot: sha('none') as Failure['snapshot'] }, 'has no snapshot to replay'],
  ])('says what it can not replay: %s', async (_, id, given, says) => {
    await using crawl = await openCrawl();
    await stored(crawl, given);
    await expect(replay(crawl, id)).rejects.toMatchObject({
      exitCode: exitCodes.nothingFound,
      message: expect.stringContaining(says),
    });
  });
});
