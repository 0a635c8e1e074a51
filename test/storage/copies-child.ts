/**
 * A process that judges articles and commits them, as a worker does: `node copies-child.ts <address> <name>`. It reads jobs as JSON lines, says which clusters
 * each article joins, and waits for the line "go" before it commits.
 */

import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { judgeStorable } from '../../src/crawl/copies.ts';
import type { OfflineCrawl } from '../../src/crawl/crawl.ts';
import { withRecheck } from '../../src/crawl/recheck-copies.ts';
import { TopicJudge } from '../../src/crawl/topics/topic-judge.ts';
import type { VisitedPage } from '../../src/crawl/visited-page.ts';
import { canonicalUrl } from '../../src/model/web/canonical-url.ts';
import { fingerprint } from '../../src/stages/dedupe/fingerprint.ts';
import { PreparedTexts } from '../../src/stages/dedupe/prepared-texts.ts';
import { articleReading } from '../support/readings.ts';
import { openStore } from './open-store.ts';
import { at, ending, sha } from './records.ts';

export interface CopyJob {
  readonly url: string;
  readonly title: string;
  readonly body: string;
  /** Says its recheck, and waits for ever before it makes it. */
  readonly stopsBeforeRecheck?: boolean;
}

const [address = '', name = ''] = process.argv.slice(2);
const say = (line: unknown) => writeSync(1, `${JSON.stringify(line)}\n`);
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

await using store = await openStore(address);
const topicJudge = new TopicJudge({ topics: [], grown: null, siteOf: (host) => ({ host, topics: [] }) as never });
const silent = () => {};
const log = { debug: silent, info: silent, warn: silent, error: silent };
const crawl = { store, log, preparedTexts: new PreparedTexts(), topicJudge } as unknown as OfflineCrawl;

for (let line = await lines.next(); line.done !== true; line = await lines.next()) {
  const job = JSON.parse(line.value) as CopyJob;
  const article = await judgeStorable(crawl, pageOf(job), 1);
  if (article === null) throw new Error(`${job.url} was taken for a list`);
  say({ joins: article.joins });
  await lines.next();
  const task = await store.frontier.take(canonicalUrl(job.url), { now: at(1), owner: name, leaseMs: 60_000 });
  if (task === null) throw new Error(`${job.url} is not to be had`);
  const result = await store.commit(ending(task, { article }));
  if (job.stopsBeforeRecheck === true) {
    say({ recheck: result.recheck });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  }
  say(await withRecheck(crawl, result));
}

function pageOf({ url, title, body }: CopyJob): VisitedPage {
  const reading = articleReading(url, { body });
  const draft = reading.draft && { ...reading.draft, title, site: new URL(url).hostname };
  const finalUrl = canonicalUrl(url);
  const snapshot = { finalUrl, hash: sha(url), via: 'static', takenAt: at(2) };
  const marks = fingerprint({ title, body, lang: 'en' });
  return { snapshot, reading: { ...reading, draft, fingerprint: marks }, mediaSearch: {} } as unknown as VisitedPage;
}
