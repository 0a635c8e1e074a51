import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forecastTopics } from '../../../src/crawl/topics/forecast-topics.ts';
import { outdatedGroups } from '../../../src/crawl/topics/outdated-articles.ts';
import { type RescoreRequest, rescore } from '../../../src/crawl/topics/rescore.ts';
import { rescoreAtStart } from '../../../src/crawl/topics/rescore-at-start.ts';
import type { Reader } from '../../../src/ports.ts';
import { openReader } from '../../../src/reader/reader.ts';
import type { OfflinePorts } from '../../../src/services.ts';
import { topicMarks } from '../../../src/stages/classify/topic-marks.ts';
import { commitArticles } from '../../storage/commit-articles.ts';
import { article, at } from '../../storage/records.ts';
import { type FakeCrawl, openCrawl } from '../../support/crawl-ports.ts';
import { topic } from '../../support/topics.ts';

const wind = topic('wind', { turbine: 1 });
const ball = topic('ball', { football: 1 });
const text = { wind: 'The turbine turns. The turbine turns.', ball: 'Football again. Football again.' };

describe('rescore', () => {
  let reader: Reader;
  let crawl: FakeCrawl;
  beforeAll(async () => {
    reader = await openReader({ workers: 1, sites: { files: [] } });
  });
  afterAll(async () => reader[Symbol.asyncDispose]());
  beforeEach(async () => {
    crawl = await openCrawl();
    return async () => crawl[Symbol.asyncDispose]();
  });
  const portsWith = (topics: OfflinePorts['topics'], ports: Partial<OfflinePorts> = {}) => ({
    ...crawl.io,
    reader,
    topics,
    grown: null,
    ...ports,
  });
  const everything: RescoreRequest = {
    topic: null,
    sites: null,
    all: false,
    isDry: false,
    signal: new AbortController().signal,
    onProgress: () => {},
  };
  /** Articles that a crawl has judged by the topic `wind` only. */
  const fill = async (count = 2) => {
    const [of, terms] = [topicMarks([wind]), { terms: [{ term: 'turbine', share: 1 }] }];
    const articles = Array.from({ length: count }, (_, n) => {
      const isWind = n % 2 === 0;
      const topics = [{ topic: 'wind', score: isWind ? 1 : 0, kept: isWind, ...(isWind ? terms : { terms: [] }) }];
      const body = `${isWind ? text.wind : text.ball} Number ${n}.`;
      return article(`a${String(n).padStart(3, '0')}`, {
        title: `Item ${n}`,
        body,
        topics,
        onTopic: isWind,
        judgedBy: of,
      });
    });
    await commitArticles(crawl.io.store, articles);
  };
  const standing = async () =>
    (await Array.fromAsync(crawl.io.store.articles.stream({}))).map(({ id, status }) => `${id} ${status}`);

  it('says what a topic would hide, and changes nothing', async () => {
    await fill(4);
    const forecast = await forecastTopics(portsWith([wind, ball]), ['ball']);
    expect(forecast).toEqual({
      total: 4,
      judged: 4,
      hidden: 0,
      newlyHidden: 0,
      matches: [{ topic: 'ball', articles: 2 }],
    });
    const harsh = await forecastTopics(portsWith([topic('sea', { ship: 1 })]), ['sea']);
    expect(harsh).toMatchObject({ judged: 4, hidden: 4, newlyHidden: 2, matches: [{ topic: 'sea', articles: 0 }] });
    expect(await standing()).toEqual(['a000 published', 'a001 off-topic', 'a002 published', 'a003 off-topic']);
  });

  it('a followed topic marks articles and hides none; one that it matches is published', async () => {
    await fill();
    const followed = { ...ball, follow: true };
    expect(await forecastTopics(portsWith([followed]), ['ball'])).toMatchObject({
      hidden: 0,
      matches: [{ articles: 1 }],
    });
    await rescore(portsWith([followed]), everything);
    expect(await standing()).toEqual(['a000 published', 'a001 published']);
    const marked = await crawl.io.store.articles.count({ topic: 'ball' });
    expect(marked).toBe(1);
    // beside a topic that hides: what either matches
    await rescore(portsWith([wind, followed]), everything);
    expect(await standing()).toEqual(['a000 published', 'a001 published']);
    // the same topic without `follow` is another judgement
    await rescore(portsWith([ball]), everything);
    expect(await standing()).toEqual(['a000 off-topic', 'a001 published']);
    // also where one topic alone is judged again
    await rescore(portsWith([followed]), { ...everything, topic: 'ball' });
    expect(await standing()).toEqual(['a000 published', 'a001 published']);
  });

  it('judges outdated articles by the current topics, and reports the changes by topic', async () => {
    await fill();
    expect(await standing()).toEqual(['a000 published', 'a001 off-topic']);
    const io = portsWith([ball]);
    const dry = await rescore(io, { ...everything, isDry: true });
    expect(await standing()).toEqual(['a000 published', 'a001 off-topic']);
    const report = await rescore(io, everything);
    expect(report).toEqual(dry);
    expect(report).toMatchObject({ judged: 2, toPublished: 1, toOffTopic: 1, failed: 0, left: 0 });
    expect(report.topics).toEqual([
      { topic: 'ball', gained: 1, lost: 0 },
      { topic: 'wind', gained: 0, lost: 1 },
    ]);
    expect(await standing()).toEqual(['a000 off-topic', 'a001 published']);
    expect(await rescore(io, everything)).toMatchObject({ judged: 0, left: 0 });
    expect(await rescore(io, { ...everything, all: true })).toMatchObject({ judged: 2, toPublished: 0, toOffTopic: 0 });
  });

  it('publishes everything when all topics are removed, without reading a text', async () => {
    await fill();
    const io = portsWith([], { reader: crawl.io.reader });
    expect(await rescore(io, everything)).toMatchObject({ judged: 2, toPublished: 1 });
    expect(await standing()).toEqual(['a000 published', 'a001 published']);
  });

  it('judges by a changed threshold, and only when the topics of the site have changed', async () => {
    await fill();
    const dear = { ...wind, threshold: 1 };
    const site = (topics: readonly string[]) => (host: string) => ({ ...crawl.io.siteOf(host), topics });
    expect(await rescore(portsWith([wind, ball], { siteOf: site(['wind']) }), everything)).toMatchObject({ judged: 0 });
    expect(await rescore(portsWith([dear], { siteOf: site([]) }), everything)).toMatchObject({ judged: 2 });
  });

  it('changes only the requested topic, and leaves the others to a full run', async () => {
    await fill();
    const changed = topic('wind', { football: 1 });
    const io = portsWith([changed, ball]);
    expect(await rescore(io, { ...everything, topic: 'ball' })).toMatchObject({
      judged: 2,
      toPublished: 1,
      toOffTopic: 0,
      topics: [{ topic: 'ball', gained: 1, lost: 0 }],
    });
    expect((await crawl.io.store.articles.get('a000'))?.topics.map(({ topic, kept }) => [topic, kept])).toEqual([
      ['wind', true],
      ['ball', false],
    ]);
    expect(await rescore(io, { ...everything, topic: 'ball' })).toMatchObject({ judged: 0 });
    expect(await rescore(io, everything)).toMatchObject({ judged: 2, toOffTopic: 1 });
    expect(await outdatedGroups(io, everything)).toEqual([]);
  });

  it('stops on abort, reports what is left, and continues with that in the next run', async () => {
    await fill(40);
    const stop = new AbortController();
    const io = portsWith([ball]);
    const first = await rescore(io, { ...everything, signal: stop.signal, onProgress: () => stop.abort() });
    expect(first).toMatchObject({ isInterrupted: true, judged: 16, left: 24 });
    expect(await rescore(io, everything)).toMatchObject({ isInterrupted: false, judged: 24, left: 0 });
  });

  it('judges an article again that a crawl writes in the meantime: text and judgement are both kept', async () => {
    await fill();
    let writes = 1;
    const busy: Reader = {
      ...reader,
      weigh: async (request) => {
        const weighing = await reader.weigh(request);
        if (request.title === 'Item 0' && writes-- > 0) {
          const changed = { title: 'Item 0', body: `${text.ball} It was wind.`, fetchedAt: at(9) };
          await commitArticles(crawl.io.store, [article('a000', { ...changed, judgedBy: topicMarks([wind]) })]);
        }
        return weighing;
      },
    };
    const report = await rescore(portsWith([ball], { reader: busy }), everything);
    expect(report).toMatchObject({ judged: 2, toPublished: 1, toOffTopic: 0 });
    expect(await crawl.io.store.articles.get('a000')).toMatchObject({
      body: `${text.ball} It was wind.`,
      revision: 2,
      status: 'published',
      judgedBy: topicMarks([ball]),
    });
  });

  it('lists the articles that it cannot judge, continues, and tries them again', async () => {
    await fill();
    const failing: Reader = {
      ...reader,
      weigh: async (request) =>
        request.title === 'Item 0' ? Promise.reject(new Error('it took over 10 s')) : reader.weigh(request),
    };
    const report = await rescore(portsWith([ball], { reader: failing }), everything);
    expect(report).toMatchObject({ judged: 1, failed: 1, left: 1 });
    expect(report.failures).toEqual([{ url: 'http://gazette.example/a000', why: 'it took over 10 s' }]);
    expect(await rescore(portsWith([ball]), everything)).toMatchObject({ judged: 1, failed: 0 });
  });

  it('runs at the start of a run, for the sites of the run, and says so', async () => {
    await fill();
    const sentences: string[] = [];
    const start = { signal: everything.signal, onPhase: (sentence: string) => sentences.push(sentence) };
    const io = portsWith([ball]);
    await rescoreAtStart(io, { ...start, sites: ['other.example'] });
    expect({ sentences, standing: await standing() }).toEqual({
      sentences: [],
      standing: ['a000 published', 'a001 off-topic'],
    });
    await rescoreAtStart(io, { ...start, sites: null });
    expect(await standing()).toEqual(['a000 off-topic', 'a001 published']);
    expect(sentences).toEqual(['Judging 2 stored articles by the current topics.']);
    expect(crawl.logged).toContainEqual(
      expect.objectContaining({ event: 'topics.rescored', fields: expect.objectContaining({ judged: 2, left: 0 }) }),
    );
    await rescoreAtStart(io, { ...start, sites: null });
    expect(sentences.length).toBe(1);
  });

  it('is left to the command when there are too many articles, with one log line', async () => {
    await fill();
    const io = portsWith([ball]);
    const many = {
      ...io.store.articles,
      judgedGroups: async () => [{ site: 'a.example', judgedBy: 'x', articles: 3_001 }],
    };
    const start = { sites: null, signal: everything.signal, onPhase: () => {} };
    await rescoreAtStart({ ...io, store: { ...io.store, articles: many } }, start);
    expect(crawl.logged).toMatchObject([
      { level: 'warn', event: 'topics.rescore-wanted', fields: { articles: 3_001, do: 'newshawk topics rescore' } },
    ]);
    expect(await standing()).toEqual(['a000 published', 'a001 off-topic']);
  });
});
