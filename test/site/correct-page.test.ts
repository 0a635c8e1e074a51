import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyCorrection } from '../../src/model/wrapper/correction.ts';
import type { Reader } from '../../src/ports.ts';
import { openReader } from '../../src/reader/reader.ts';
import { saveCorrection } from '../../src/site/correct-page.ts';
import { openCorrectable, readBlocks } from '../../src/site/correctable-page.ts';
import type { LearningPorts } from '../../src/site/learn-site.ts';
import { compareDrafts } from '../../src/site/page-changes.ts';
import { wordCount, wordF1 } from '../../src/site/score-reading.ts';
import { SiteLearner } from '../../src/site/site-learner.ts';
import { pin } from '../../src/site/switch-version.ts';
import { newLearning } from '../../src/stages/site-learning/learning-state.ts';
import { at } from '../storage/records.ts';
import { type FakeApp, openFakeApp } from '../support/app/fake-app.ts';
import { correctedSite, pageSnapshot, pageText, pageUrl, storePages } from '../support/learning/corrected-site.ts';
import { ManualClock } from '../support/manual-clock.ts';

let reader: Reader;
beforeAll(async () => {
  reader = await openReader({ workers: 1, sites: { files: [] } });
});
afterAll(() => reader[Symbol.asyncDispose]());

async function openSite(): Promise<{ io: LearningPorts; clock: ManualClock; app: FakeApp }> {
  const app = await openFakeApp({ empty: true });
  await storePages(app.storeOfTest, [1, 2, 3, 4, 5, 6]);
  const clock = new ManualClock(at(60));
  return { io: { store: app.storeOfTest, reader, log: app.log, clock }, clock, app };
}

const correct = async (io: LearningPorts, number: number) =>
  saveCorrection(io, await openCorrectable(io, pageUrl(number)), {
    correction: { ...emptyCorrection, body: pageText(number) },
    accepts: false,
  });

/** An article of the crawl. */
const articleOf = (number: number, snapshot: string) => ({
  site: correctedSite,
  sample: { url: pageSnapshot(number).url, snapshot: snapshot as never, at: at(number) },
  isArticle: true,
  format: '/news/{slug}',
  evidence: null,
});

describe('a correction while a crawl runs', () => {
  it('is in use there within ten seconds', async () => {
    const { io, clock, app } = await openSite();
    await using _app = app;
    await using learner = new SiteLearner(io, true);
    expect(await learner.wrapperFor(correctedSite)).toBeNull();
    await correct(io, 1);
    clock.pass(9_000);
    expect(await learner.wrapperFor(correctedSite)).toBeNull();
    clock.pass(1_500);
    expect(await learner.wrapperFor(correctedSite)).toMatchObject({ key: `${correctedSite} 1` });
  });

  it("is not undone by the crawl's own record", async () => {
    const { io, clock, app } = await openSite();
    await using _app = app;
    {
      await using learner = new SiteLearner(io, true);
      await learner.note(articleOf(1, 'x')); // the crawl has read the record, and has more to write
      await correct(io, 1);
      await pin(io, correctedSite, 1);
    }
    expect(clock.now()).toEqual(at(60));
    const learning = await io.store.wrappers.get(correctedSite);
    expect(learning).toMatchObject({ live: 1, isPinned: true, nextVersion: 2 });
    expect(learning?.samples.map(({ snapshot }) => snapshot)).toContain('x');
  });

  it('keeps what was said of own data', async () => {
    const { io, app } = await openSite();
    await using _app = app;
    const page = await openCorrectable(io, pageUrl(1));
    const correction = { ...emptyCorrection, title: 'T', data: { rating: 4 } };
    await saveCorrection(io, page, { correction, accepts: false });
    await correct(io, 1);
    const stored = await io.store.wrappers.correction(page.url);
    expect(stored?.correction).toMatchObject({ body: pageText(1), data: { rating: 4 } });
  });

  it('of two pages gives two versions, and the second one is in use', async () => {
    const { io, app } = await openSite();
    await using _app = app;
    const [first, second] = [await correct(io, 1), await correct(io, 2)];
    expect({ firstVersion: first.version, secondVersion: second.version, live: second.learning.live }).toEqual({
      firstVersion: 1,
      secondVersion: 2,
      live: 2,
    });
    expect(second.effect).toMatchObject({ correctedPages: 2, page: { after: 1 } });
    const page = await openCorrectable(io, pageUrl(5));
    const { blocks } = await readBlocks(io, page);
    expect(blocks.filter(({ isBody }) => isBody).map(({ text }) => text)).toEqual(pageText(5));
  });
});

describe('a page that can not be learned from', () => {
  it('was stored before the layout changed: the message names a newer one', async () => {
    const { io, app } = await openSite();
    await using _app = app;
    const drift = { at: at(50), since: at(50), url: pageSnapshot(6).url, version: 1, detail: '', healedAt: null };
    await io.store.wrappers.save({ ...newLearning(correctedSite, at(50)), drift, drifts: 1 });
    await expect(correct(io, 1)).rejects.toThrow(
      `before the layout of ${correctedSite} changed: correct a page that was stored since, such as ${pageUrl(6)}`,
    );
    expect(await io.store.wrappers.corrections(correctedSite)).toEqual([]);
  });

  it('is read by its scraper: the body of the correction has no effect', async () => {
    const { io, app } = await openSite();
    await using _app = app;
    const byScraper: Reader = {
      ...reader,
      read: async (snapshot, options) => {
        const reading = await reader.read(snapshot, options);
        const { draft } = reading;
        const provenance = { ...draft?.provenance, body: { by: 'scraper' as const, confidence: 1 } };
        return { ...reading, draft: draft === null ? null : { ...draft, provenance } };
      },
    };
    const { effect } = await correct({ ...io, reader: byScraper }, 1);
    expect(effect.notes).toEqual([expect.stringContaining("The scraper's own rules read the body")]);
  });
});

describe('the comparison of texts', () => {
  const text = fc
    .array(fc.constantFrom('harbour', 'council', '港口', 'the', 'a', '7'), { maxLength: 30 })
    .map((words) => words.join(' '));

  it('is 1 for equal words, symmetric, and between 0 and 1', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(wordF1(a, a)).toBe(1);
        expect(wordF1(a, b)).toBe(wordF1(b, a));
        expect(wordF1(a, b)).toBeGreaterThanOrEqual(0);
        expect(wordF1(a, b)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('finds the words that come and go: before - removed + added = after', () => {
    const draft = (lines: readonly string[]) =>
      ({ title: 'T', body: lines.join('\n\n'), authors: [], publishedAt: null }) as never;
    const lines = fc.array(
      text.filter((line) => line !== ''),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const { words, addedWords, removedWords } = compareDrafts(pageSnapshot(1).url, draft(before), draft(after));
        expect(words - removedWords + addedWords).toBe(after.reduce((sum, line) => sum + wordCount(line), 0));
        const same = compareDrafts(pageSnapshot(1).url, draft(before), draft([...before].reverse()));
        expect(same).toMatchObject({ addedWords: 0, removedWords: 0 });
      }),
    );
  });
});
