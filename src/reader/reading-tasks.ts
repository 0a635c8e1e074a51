import { LRUCache } from 'lru-cache';
import type { Reading, Weighing } from '../model/article/draft.ts';
import type { Site } from '../model/crawl/site.ts';
import type { Snapshot } from '../model/page/snapshot.ts';
import type { GrownPack } from '../model/topic/topic.ts';
import type { ListReading, ListText } from '../model/web/list-reading.ts';
import { siteKey } from '../model/web/site-key.ts';
import type { LearnedWrapper } from '../model/wrapper/learned-wrapper.ts';
import type { PageBlocks } from '../model/wrapper/page-blocks.ts';
import type { PageProfile } from '../model/wrapper/page-profile.ts';
import type { JudgedWrapper } from '../model/wrapper/wrapper-verdict.ts';
import type { PageToCorrect, PageToProfile, ReadOptions, SiteToLearn, WholeText, WrapperText } from '../ports.ts';
import { categorise } from '../stages/classify/categories/categorise.ts';
import { packedScorer } from '../stages/classify/growth/pack.ts';
import { termWeights } from '../stages/classify/terms.ts';
import { fingerprint } from '../stages/dedupe/fingerprint.ts';
import { readFeedText } from '../stages/discover/feed.ts';
import { readSitemapText } from '../stages/discover/sitemap.ts';
import { learnAndJudgeData } from '../stages/extract/data-learning/judge-data.ts';
import { withOwnData } from '../stages/extract/data-learning/with-own-data.ts';
import { extract } from '../stages/extract/extract.ts';
import { learnAndJudge } from '../stages/extract/learning/judge-wrapper.ts';
import { profilePage } from '../stages/extract/learning/profile-page.ts';
import { readPageBlocks } from '../stages/extract/page-blocks.ts';
import { listSampleOf } from '../stages/page-api/lists/infer-list.ts';
import { formatOf, urlFormats } from '../stages/schedule/url-format.ts';
import { sampleOfPage } from './answer-readings.ts';
import type { WorkerTask, WorkerValue } from './worker-task.ts';

type SiteOf = (host: string) => Site;

/** The tasks that read texts, with their rules and models: most of what a thread loads. */
export function runReadingTask(
  task: Exclude<WorkerTask, { kind: 'ready' | 'scrapers' | 'media' }>,
  siteOf: SiteOf,
): WorkerValue {
  switch (task.kind) {
    case 'read':
      return readSnapshot(task.snapshot, task.options, siteOf);
    case 'weigh':
      return weigh(task.text);
    case 'list':
      return readList(task.list);
    case 'profile':
      return profileOf(task.page, siteOf);
    case 'blocks':
      return blocksOf(task.page, siteOf);
    case 'learn':
      return learnSite(task.site, siteOf);
    case 'answers':
      return sampleOfPage(task.page, siteOf(siteKey(task.page.url)));
    case 'list-answers':
      return listSampleOf(task.list, formatOf);
  }
}

const profileOf = ({ id, snapshot, correction, hasAddress }: PageToProfile, siteOf: SiteOf): PageProfile | null =>
  profilePage({
    id,
    snapshot,
    site: siteOf(snapshot.site),
    format: hasAddress ? urlFormats(snapshot.url).coarse : '',
    correction,
  });

function blocksOf({ snapshot, correction, learned }: PageToCorrect, siteOf: SiteOf): PageBlocks {
  const site = siteOf(snapshot.site);
  const { draft } = extract(snapshot, site, {
    draftAlways: true,
    learned: learned === null ? null : wrapperOf(learned),
  });
  return readPageBlocks(snapshot, site, { draft, correction });
}

function learnSite({ site, profiles, live, dataPages }: SiteToLearn, siteOf: SiteOf): JudgedWrapper | null {
  const judged = learnAndJudge(site, profiles, live === null ? null : wrapperOf(live));
  const [first] = dataPages;
  if (first === undefined) return judged;
  const learned = learnAndJudgeData(dataPages, siteOf(first.snapshot.site));
  const corrected = dataPages.filter(({ correction }) => correction !== null);
  return withOwnData(judged, learned, {
    site,
    formats: corrected.map(({ snapshot }) => urlFormats(snapshot.url).coarse),
  });
}

/** The parsed wrappers of the last sites. A thread reads the pages of many sites in turns; a wrapper has some 100 KB. */
const wrappers = new LRUCache<string, LearnedWrapper>({ max: 50 });

function wrapperOf({ key, json }: WrapperText): LearnedWrapper {
  const cached = wrappers.get(key);
  if (cached !== undefined) return cached;
  const wrapper = JSON.parse(json) as LearnedWrapper;
  wrappers.set(key, wrapper);
  return wrapper;
}

const readList = ({ kind, text, url, limit }: ListText): ListReading =>
  kind === 'feed' ? readFeedText(text, url, limit) : readSitemapText(text, url, limit);

function readSnapshot(snapshot: Snapshot, options: ReadOptions, siteOf: SiteOf): Reading {
  const { terms = [], grown = null, categories, draftAlways = false, explain = false, places = false } = options;
  const learned = options.learned == null ? null : wrapperOf(options.learned);
  const site = siteOf(snapshot.site);
  const {
    headings,
    signals: _,
    features: _features,
    ...extraction
  } = extract(snapshot, site, { draftAlways, explain, places, learned });
  const { draft } = extraction;
  if (draft === null) return { ...extraction, fingerprint: null, terms: null, grown: {}, category: null };
  const { title, body, lang, section, tags, description } = draft;
  const meta = [...tags, ...(description === null ? [] : [description])];
  const text = { title, body, headings, lang, section, meta, url: snapshot.finalUrl };
  return { ...extraction, ...weigh({ ...text, terms, grown, categories }) };
}

type Weighed = Omit<WholeText, 'categories'> & ReadOptions;

const weigh = ({ title, body, headings, lang, section, meta, url, terms, grown, categories }: Weighed): Weighing => ({
  fingerprint: fingerprint({ title, body, lang }),
  terms: termWeights({ title, headings, body, lang, meta }, new Set(terms)),
  grown: grown === null ? {} : judgeOf(grown)({ title, body, lang }),
  category: categories === undefined ? null : categorise(categories.model, { title, text: body, lang, section, url }),
});

/** The unpacked topics of the last text: within a crawl, all texts have the same ones. */
let lastJudge: { readonly key: string; readonly judge: ReturnType<typeof packedScorer> } | null = null;

function judgeOf(pack: GrownPack): ReturnType<typeof packedScorer> {
  if (lastJudge?.key !== pack.key) lastJudge = { key: pack.key, judge: packedScorer(pack) };
  return lastJudge.judge;
}
