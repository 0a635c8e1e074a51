import type { StoredArticle } from '../../model/article/article.ts';
import { articleId } from '../../model/article/article-id.ts';
import type { Neighbour } from '../../model/article/neighbour.ts';
import type { CanonicalUrl } from '../../model/web/canonical-url.ts';
import type { OfflinePorts } from '../../services.ts';
import { isListOf, sharesParagraphWith, type TitledText } from '../../stages/dedupe/list-of.ts';

// One page can look like an article and be a list all the same. Other pages show it: they have its paragraphs, and it links to them.

/** A page that gives an article, with its links. */
export interface LinkingText extends TitledText {
  readonly id: string;
  readonly site: string;
  readonly links: readonly CanonicalUrl[];
}

/** Links of a page that are looked up in the store, beside the neighbours. */
const maxLookUps = 40;
const maxLinks = 1_000;

/** The neighbours of the same site that have a paragraph of the text, or lend it one: most texts have none. */
export function related(page: LinkingText, neighbours: readonly Neighbour[]): Neighbour[] {
  const ofSite = neighbours.filter(({ site }) => site === page.site);
  return ofSite.length === 0 ? [] : ofSite.filter(sharesParagraphWith(page));
}

/** Whether a page that looks like an article is a list of stored ones. @param near its related neighbours */
export async function isListOfStored(
  { store }: OfflinePorts,
  page: LinkingText,
  near: readonly Neighbour[],
): Promise<boolean> {
  if (near.length === 0) return false;
  const ids = new Set(page.links.map(articleId));
  const linked = near.filter(({ id }) => ids.has(id));
  if (linked.length === 0) return false;
  return isListOf(page, [...linked, ...(await storedAmong(store, ids, linked))]);
}

/**
 * Removes the stored articles that this text shows to be lists: they link to it and to others, and consist of their paragraphs. What they swallowed as copies is judged again.
 * @param near its related neighbours @returns their ids
 */
export async function removeListsOf(
  { store, log }: OfflinePorts,
  page: LinkingText & { readonly url: CanonicalUrl },
  near: readonly Neighbour[],
): Promise<ReadonlySet<string>> {
  const removed = new Set<string>();
  for (const { id } of near) {
    const list = await store.articles.get(id);
    if (list === null) continue;
    const ids = new Set((await store.links.from(list.url, maxLinks)).map(({ to }) => articleId(to)));
    if (!ids.has(page.id)) continue;
    const others = await storedAmong(store, ids, [{ id }, page]);
    if (!isListOf(list, [page, ...others]) || !(await store.articles.remove(list))) continue;
    log.info('article.was-list', { url: list.url, shownBy: page.url });
    removed.add(id);
  }
  return removed;
}

/** The stored articles among ids, without those that are known already. */
async function storedAmong(
  { articles }: OfflinePorts['store'],
  ids: ReadonlySet<string>,
  known: readonly { readonly id: string }[],
): Promise<StoredArticle[]> {
  const rest = [...ids].filter((id) => known.every((other) => other.id !== id)).slice(0, maxLookUps);
  const found: StoredArticle[] = [];
  for (const id of rest) {
    const article = await articles.get(id);
    if (article !== null) found.push(article);
  }
  return found;
}
