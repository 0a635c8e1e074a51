import { NewshawkError } from '../errors.ts';
import type { Article } from '../model/article/article.ts';
import { articleId } from '../model/article/article-id.ts';
import { storableTexts } from '../model/article/long-text.ts';
import type { Neighbour } from '../model/article/neighbour.ts';
import type { Story } from '../model/article/story.ts';
import { newsTerms } from '../stages/classify/news-terms.ts';
import { dedupe } from '../stages/dedupe/dedupe.ts';
import type { Articles } from '../storage/articles-port.ts';
import { putLongTexts } from '../storage/long-texts.ts';
import type { OfflineCrawl } from './crawl.ts';
import { isListOfStored, related, removeListsOf } from './links/stored-lists.ts';
import type { PageVisit } from './visit-result.ts';
import type { VisitedPage } from './visited-page.ts';

/**
 * The article of a page: its copies are found, then its topics are judged. One page at a time, or two copies would not see each other. Stored articles that this one
 * shows to be lists are removed.
 * @returns null: the page gives none, or is a list of stored articles
 */
export async function judgeArticle(crawl: OfflineCrawl, visit: PageVisit, page: VisitedPage): Promise<Article | null> {
  const { draft } = page.reading;
  if (draft === null) return null;
  // two copies of a text that is too long are cut at the same place
  const { draft: storable, cut } = storableTexts(draft);
  if (cut !== null) crawl.log.warn('article.cut', { url: visit.task.url, detail: cut });
  const kept = cut === null ? page : { ...page, reading: { ...page.reading, draft: storable } };
  const judged = await judgeStorable(crawl, kept, await weightOf(crawl, visit, page));
  if (judged === null || cut === null) return judged;
  return { ...judged, longTexts: await putLongTexts(crawl.store.blobs, draft) };
}

/** A re-visit comes from no source: the article keeps its weight. */
async function weightOf({ store }: OfflineCrawl, { task }: PageVisit, { snapshot }: VisitedPage): Promise<number> {
  if (task.sourceId !== null) return (await store.sources.get(task.sourceId))?.weight ?? 1;
  return (await store.articles.get(articleId(snapshot.finalUrl)))?.weight ?? 1;
}

/** As `judgeArticle`, where the texts are short enough to be stored. @param weight of the page's source */
export async function judgeStorable(crawl: OfflineCrawl, page: VisitedPage, weight: number): Promise<Article | null> {
  const { snapshot, reading } = page;
  const comparedUpTo = await crawl.store.articles.textsWritten();
  const story = await findCopies(crawl, page);
  if (story === null) return null;
  const { site, lang } = story.draft;
  const judgement = crawl.topicJudge.judge(site, { terms: story.terms, lang, grown: reading.grown });
  return {
    ...story.draft,
    url: snapshot.finalUrl,
    id: articleId(snapshot.finalUrl),
    snapshot: snapshot.hash,
    via: snapshot.via,
    fingerprint: story.fingerprint,
    joins: story.joins,
    comparedUpTo,
    evidence: story.evidence,
    newsTerms: newsTerms(story.draft),
    weight,
    ...judgement,
    category: reading.category,
    firstSeenAt: snapshot.takenAt,
    fetchedAt: snapshot.takenAt,
  };
}

/** More candidates than this share boilerplate; they are not copies. */
export const maxNeighbours = 32;

async function findCopies(crawl: OfflineCrawl, page: VisitedPage): Promise<Story | null> {
  const { store, preparedTexts } = crawl;
  const { draft, fingerprint, terms } = page.reading;
  if (draft === null || fingerprint === null || terms === null)
    throw new NewshawkError('bug', 'a page without an article was judged');
  const id = articleId(page.snapshot.finalUrl);
  const article = { ...draft, id, fingerprint };
  const found = await neighboursOf(store.articles, article);
  const links = page.reading.links.map((link) => link.url);
  const linking = { ...article, url: page.snapshot.finalUrl, links };
  const near = related(linking, found.neighbours);
  if (await isListOfStored(crawl, linking, near)) return null;
  const removed = await removeListsOf(crawl, linking, near);
  // what a removed list had swallowed is in a cluster of its own now
  const { neighbours, namedId } = removed.size === 0 ? found : await neighboursOf(store.articles, article);
  return dedupe(draft, fingerprint, terms, neighbours, { prepare: (text) => preparedTexts.get(text), namedId });
}

/** Stored articles that may be copies of this one, and the id of the article that its canonical link names. */
export async function neighboursOf(
  articles: Articles,
  { id, canonicalUrl, fingerprint }: Pick<Article, 'id' | 'canonicalUrl' | 'fingerprint'>,
): Promise<{ readonly neighbours: readonly Neighbour[]; readonly namedId: string }> {
  const namedId = articleId(canonicalUrl);
  const similar = await articles.neighbours(fingerprint, id, maxNeighbours);
  // a page that names another address as its own (print, AMP) belongs to that article, if it is stored
  const isAmongThem = namedId === id || similar.some((neighbour) => neighbour.id === namedId);
  const named = isAmongThem ? null : await articles.get(namedId);
  return { neighbours: named === null ? similar : [...similar, named], namedId };
}
