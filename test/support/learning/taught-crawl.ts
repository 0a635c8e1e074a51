import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Site } from '../../../src/model/crawl/site.ts';
import { type OwnData, valuesOf } from '../../../src/model/data/own-data.ts';
import { type Snapshot, snapshotOfSource } from '../../../src/model/page/snapshot.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import type { LearnedWrapper } from '../../../src/model/wrapper/learned-wrapper.ts';
import type { Reader } from '../../../src/ports.ts';
import { type Config, readConfig } from '../../../src/settings/config.ts';
import { filledByLearning } from '../../../src/site/own-data-evidence.ts';
import { SiteLearner } from '../../../src/site/site-learner.ts';
import { Teacher } from '../../../src/site/teacher.ts';
import { learnAndJudgeData } from '../../../src/stages/extract/data-learning/judge-data.ts';
import { withOwnData } from '../../../src/stages/extract/data-learning/with-own-data.ts';
import { extract } from '../../../src/stages/extract/extract.ts';
import { learnAndJudge } from '../../../src/stages/extract/learning/judge-wrapper.ts';
import { profilePage } from '../../../src/stages/extract/learning/profile-page.ts';
import { readPageBlocks } from '../../../src/stages/extract/page-blocks.ts';
import { urlFormats } from '../../../src/stages/schedule/url-format.ts';
import { freeze } from '../../../src/stages/snapshot/freeze.ts';
import type { Store } from '../../../src/storage/port.ts';
import { openSqlite } from '../../../src/storage/sqlite/open-sqlite.ts';
import { ManualClock } from '../manual-clock.ts';

/** A page as a crawl reads it, with what the wrapper in use gives. */
export interface TaughtReading {
  readonly body: string;
  readonly ownData: OwnData;
  readonly values: ReturnType<typeof valuesOf>;
}

export interface TaughtCrawl extends AsyncDisposable {
  readonly store: Store;
  readonly clock: ManualClock;
  readonly logged: readonly string[];
  /** Reads a page and notes it for learning, which is waited for. */
  visit(url: string, html: string): Promise<TaughtReading>;
  /** As after a restart of the process. */
  restart(): Promise<void>;
}

/** The learner of a crawl with a real store and the real stages, without threads and pages of the web. */
export async function openTaughtCrawl(site: Site, env: Readonly<Record<string, string>>): Promise<TaughtCrawl> {
  const folder = await mkdtemp(join(tmpdir(), 'newshawk-taught-'));
  const store = await openSqlite(join(folder, 'store'));
  const clock = new ManualClock(new Date('2026-11-23T08:00:00Z'));
  const logged: string[] = [];
  const write =
    (level: string) =>
    (event: string, fields: object = {}): void =>
      void logged.push(`${level} ${event} ${JSON.stringify(fields)}`);
  const log = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
  const config: Config = readConfig(env).config;
  const io = { store, clock, log, config, reader: readerOf(site) };
  const open = () => new SiteLearner(io, true, Teacher.of(io));
  let learner = open();
  return {
    store,
    clock,
    logged,
    visit: async (address, html) => {
      clock.pass(60_000);
      const snapshot = snapshotOfSource({ url: canonicalUrl(address), html, takenAt: clock.now() });
      const live = await learner.wrapperFor(snapshot.site);
      const learned = live === null ? null : (JSON.parse(live.json) as LearnedWrapper);
      const { draft, ownData, evidence } = extract(snapshot, site, { learned });
      const isArticle = draft !== null;
      await learner.note({
        site: snapshot.site,
        sample: {
          url: snapshot.url,
          snapshot: await store.blobs.put(await freeze(snapshot)),
          at: clock.now(),
          ...(!isArticle && { isData: true as const }),
        },
        isArticle: true,
        format: urlFormats(snapshot.url).coarse,
        evidence: isArticle ? evidence : null,
        declared: site,
        filled: filledByLearning(ownData),
      });
      await learner.idle();
      return { body: draft?.body ?? '', ownData, values: valuesOf(ownData.fields) };
    },
    restart: async () => {
      await learner[Symbol.asyncDispose]();
      learner = open();
    },
    [Symbol.asyncDispose]: async () => {
      await learner[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}

const unused = (): never => {
  throw new Error('learning does not call this');
};

/** The stages that learning uses, in this thread. */
const readerOf = (site: Site): Reader => ({
  profile: async ({ id, snapshot, correction }) =>
    profilePage({ id, snapshot, site, format: urlFormats(snapshot.url).coarse, correction }),
  blocks: async ({ snapshot, correction }) =>
    readPageBlocks(snapshot, site, { draft: draftOf(snapshot, site), correction }),
  learn: async ({ site: name, profiles, live, dataPages }) => {
    const judged = learnAndJudge(name, profiles, live === null ? null : JSON.parse(live.json));
    if (dataPages.length === 0) return judged;
    const corrected = dataPages.filter(({ correction }) => correction !== null);
    return withOwnData(judged, learnAndJudgeData(dataPages, site), {
      site: name,
      formats: corrected.map(({ snapshot }) => urlFormats(snapshot.url).coarse),
    });
  },
  read: unused,
  weigh: unused,
  findMedia: unused,
  sampleAnswers: unused,
  sampleList: unused,
  readList: unused,
  [Symbol.asyncDispose]: async () => {},
});

const draftOf = (snapshot: Snapshot, site: Site) => extract(snapshot, site, { draftAlways: true }).draft;
