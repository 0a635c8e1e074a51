import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { taskRunner } from '../../src/crawl/run-task.ts';
import { childLog } from '../../src/crawl/visit-log.ts';
import { openLog } from '../../src/log.ts';
import { maxTextLength } from '../../src/model/article/long-text.ts';
import { canonicalUrl } from '../../src/model/web/canonical-url.ts';
import { crawlOf, openCrawl } from '../support/crawl-ports.ts';
import { articleReading } from '../support/readings.ts';

const [long, broken] = [canonicalUrl('http://gazette.example/long'), canonicalUrl('http://gazette.example/broken')];

/** Two pages: one with a text that is cut, one that shows a bug. */
async function openTwoPages() {
  const crawl = await openCrawl();
  for (const way of ['static', 'browser']) {
    crawl.web.answers[`${way} ${long}`] = { html: '<p>A page</p>' };
    crawl.web.answers[`${way} ${broken}`] = new Error('a bug');
  }
  crawl.web.read = ({ url }) => articleReading(url, { body: 'words '.repeat(maxTextLength / 5) });
  return crawl;
}

describe('the log of a visit', () => {
  it('has run, visit and host in every line from the first to the last, for pages that are visited at once', async () => {
    await using crawl = await openTwoPages();
    const runTask = taskRunner(crawlOf(crawl));
    const tasks = [await crawl.claim({ url: long }), await crawl.claim({ url: broken })];
    await Promise.all(tasks.map(runTask));
    expect(crawl.logged.filter(({ fields }) => fields.visit === undefined)).toEqual([]);
    for (const [url, events] of [
      [long, ['visit.began', 'article.cut', 'visit.ended']],
      [broken, ['visit.began', 'task.bug', 'visit.ended']],
    ] as const) {
      const [visit] = await crawl.io.store.visits.find({ url, limit: 1 });
      const lines = crawl.logged.filter(({ fields }) => fields.visit === visit?.id);
      expect(lines.map(({ event }) => event)).toEqual(events);
      for (const { fields } of lines) expect(fields).toMatchObject({ run: 'run-1', host: 'gazette.example', url });
      expect(lines.at(-1)?.fields).toMatchObject({ outcome: visit?.outcome, reason: visit?.reason });
    }
  });

  it('is found by `visit=`, in text and in JSON', async () => {
    for (const json of [false, true]) {
      await using crawl = await openTwoPages();
      const stream = new PassThrough();
      const io = { ...crawl.io, log: openLog({ level: 'debug', stream, json }) };
      const runTask = taskRunner(crawlOf({ io, run: crawl.run }));
      await runTask(await crawl.claim({ url: long }));
      const [visit] = await crawl.io.store.visits.find({ url: long, limit: 1 });
      const lines = String(stream.read()).trimEnd().split('\n');
      const sought = json ? `"visit":"${visit?.id}"` : ` visit=${visit?.id} `;
      expect(lines).toHaveLength(3);
      for (const line of lines) expect(line).toContain(sought);
    }
  });

  it('has a last line also where the result could not be stored, and the error is thrown', async () => {
    await using crawl = await openTwoPages();
    crawl.io.store.commit = () => Promise.reject(new Error('no store'));
    const runTask = taskRunner(crawlOf(crawl));
    await expect(runTask(await crawl.claim({ url: long }))).rejects.toThrow('no store');
    expect(crawl.logged.at(-1)).toMatchObject({ event: 'visit.given-back', fields: { url: long } });
  });

  it("keeps a line's own field where both have it", () => {
    const lines: unknown[] = [];
    const write = (event: string, fields = {}) => void lines.push([event, fields]);
    const log = childLog({ debug: write, info: write, warn: write, error: write }, { host: 'a', run: 'r' });
    log.warn('x', { host: 'b' });
    log.error('y');
    expect(lines).toEqual([
      ['x', { host: 'b', run: 'r' }],
      ['y', { host: 'a', run: 'r' }],
    ]);
  });
});
