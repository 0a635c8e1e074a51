import { isDeepStrictEqual } from 'node:util';
import { confidentReading } from '../../crawl/reading/confident-reading.ts';
import { keepKnownDate } from '../../crawl/reading/feed-date.ts';
import { makeRecheck } from '../../crawl/recheck-copies.ts';
import { TopicJudge } from '../../crawl/topics/topic-judge.ts';
import { NewshawkError } from '../../errors.ts';
import type { StoredArticle } from '../../model/article/article.ts';
import type { Draft, Reading } from '../../model/article/draft.ts';
import { storableTexts } from '../../model/article/long-text.ts';
import type { ReextractionSkip } from '../../model/wrapper/reextraction.ts';
import type { SiteLearning } from '../../model/wrapper/site-learning.ts';
import type { WrapperText } from '../../ports.ts';
import type { OfflinePorts } from '../../services.ts';
import { scoreDraft } from '../../site/score-reading.ts';
import { topicTerms } from '../../stages/classify/keywords.ts';
import { newsTerms } from '../../stages/classify/news-terms.ts';
import { minKnown } from '../../stages/site-learning/learning-state.ts';
import { thaw } from '../../stages/snapshot/freeze.ts';
import type { ReextractedArticle } from '../../storage/articles-port.ts';
import { putLongTexts } from '../../storage/long-texts.ts';

/** What became of an article: its text or fields changed, the new reading is the same, or it was left as it is. */
export type ReextractionResult = 'changed' | 'same' | ReextractionSkip;

interface LiveSite {
  readonly learning: SiteLearning;
  /** The live wrapper. */
  readonly wrapper: WrapperText;
}

/**
 * Reads a stored article again from its snapshot, with the live wrapper of its site, and stores what differs. Nothing is fetched. The reading passes the checks of a
 * visit, and never replaces what a visit has seen since, or what agrees better with the correction of the page. May be repeated.
 */
export async function reextractArticle(
  io: OfflinePorts,
  article: StoredArticle,
  { learning: { drift }, wrapper }: LiveSite,
): Promise<ReextractionResult> {
  const { store, siteOf } = io;
  if (drift !== null && article.fetchedAt < drift.since) return 'other-layout';
  const [newest] = await store.visits.find({ url: article.url, limit: 1 });
  if (newest !== undefined && newest.snapshot !== null && newest.snapshot !== article.snapshot) return 'newer-visit';
  const bytes = await store.blobs.get(article.snapshot);
  if (bytes === null) return 'no-snapshot';
  const site = siteOf(article.site);
  const reading = await readSnapshot(io, { url: article.url, bytes, wrapper });
  if (reading === null) return 'unreadable';
  const { draft, evidence, nextPage } = confidentReading(reading, site);
  if (draft === null) return 'refused';
  if (evidence !== null && evidence.known < minKnown) return 'other-layout';
  if (nextPage !== null && site.articlePages > 1) return 'several-pages';
  const kept = keepKnownDate(draft, article);
  const correction = await store.wrappers.correction(article.url);
  if (correction !== null && isWorse(kept, article, correction.correction)) return 'worse-than-corrected';
  const { draft: storable, cut } = storableTexts(kept);
  if (isSame(storable, article)) return 'same';
  const longTexts = cut === null ? {} : { longTexts: await putLongTexts(store.blobs, kept) };
  const changed = articleOf(io, article, { reading, draft: storable });
  const recheck = await store.articles.reextract(article, { ...changed, ...longTexts }, io.clock.now());
  if (recheck === null) return 'newer-visit';
  await makeRecheck(io, recheck);
  return 'changed';
}

/** Null: the snapshot is damaged, or its reading failed: that is logged, and the article keeps its text. */
async function readSnapshot(
  { reader, log, topics, grown, categories }: OfflinePorts,
  { url, bytes, wrapper }: { readonly url: string; readonly bytes: Uint8Array; readonly wrapper: WrapperText },
): Promise<Reading | null> {
  try {
    const options = { terms: topicTerms(topics), grown, categories, learned: wrapper };
    return await reader.read(await thaw(bytes), options);
  } catch (error) {
    log.warn('wrapper.not-reextracted', { url, error: String(error) });
    return null;
  }
}

/** Whether the page's correction agrees less with the new reading than with the stored article. */
function isWorse(draft: Draft, article: StoredArticle, correction: Parameters<typeof scoreDraft>[1]): boolean {
  const [before, after] = [scoreDraft(article, correction), scoreDraft(draft, correction)];
  return (after.body ?? 0) < (before.body ?? 0) || before.fields.some((field) => after.wrong.includes(field));
}

const contentFields = [
  'title',
  'body',
  'authors',
  'publishedAt',
  'source',
  'section',
  'leadImage',
  'data',
] as const satisfies readonly (keyof Draft)[];

/** Whether nothing that a wrapper changes differs. */
const isSame = (draft: Draft, article: StoredArticle): boolean =>
  contentFields.every((field) => isDeepStrictEqual(draft[field], article[field]));

/** The article with another reading of its snapshot: identity, times, weight and media stay. */
function articleOf(
  io: OfflinePorts,
  article: StoredArticle,
  { reading, draft }: { readonly reading: Reading; readonly draft: Draft },
): ReextractedArticle {
  const { fingerprint, terms, grown, category } = reading;
  const { id, url, site, snapshot, via, weight, evidence, media, firstSeenAt, fetchedAt } = article;
  if (fingerprint === null || terms === null)
    throw new NewshawkError('bug', 'a draft was read without its fingerprint');
  const judgement = new TopicJudge(io).judge(site, { terms, lang: draft.lang, grown });
  return {
    ...draft,
    ...judgement,
    id,
    url,
    site,
    snapshot,
    via,
    weight,
    evidence,
    media,
    firstSeenAt,
    fetchedAt,
    fingerprint,
    category,
    newsTerms: newsTerms(draft),
  };
}
