import type { Article } from '../../../model/article/article.ts';
import type { CanonicalUrl } from '../../../model/web/canonical-url.ts';
import type { Ending } from '../../../storage/port.ts';
import { RecentMap } from '../../lists/recent-map.ts';
import type { CrawlPorts } from '../../ports.ts';

/** Pages that a parameter led to although another address has them, before addresses with it are skipped. */
const enoughPages = 3;
/** Parameters that are remembered, at most. */
const maxParameters = 2_000;

interface Findings {
  same: number;
  /** Pages of their own: the parameter tells them apart. */
  own: number;
}

/**
 * Parameters that change nothing: `/topic/7?post=115` shows the topic of post 115, `?replytocom=4` an article with its form. Each parameter is judged by what its pages showed in this run: after
 * three pages that were the same as the ones without it, and no other page, addresses with it are skipped.
 */
export class SameParameters {
  readonly #known = new RecentMap<string, Findings>(maxParameters);

  /** @param isSame the page is the one without its parameters */
  note(host: string, names: readonly string[], isSame: boolean): void {
    for (const name of names) {
      const key = `${host} ${name}`;
      const found = this.#known.get(key) ?? { same: 0, own: 0 };
      if (isSame) found.same++;
      else found.own++;
      this.#known.set(key, found);
    }
  }

  /** A parameter of an address that changes nothing; null: none is known. */
  nameOf(url: CanonicalUrl): string | null {
    const { host, searchParams } = new URL(url);
    const changesNothing = (name: string): boolean => {
      const { same = 0, own = 0 } = this.#known.get(`${host} ${name}`) ?? {};
      return same >= enoughPages && own === 0;
    };
    return [...searchParams.keys()].find(changesNothing) ?? null;
  }
}

interface SamePageServices {
  readonly sameParameters: SameParameters;
  readonly store: { readonly articles: Pick<CrawlPorts['store']['articles'], 'get'> };
}

/** The ending without its article where another address has the same page: one record for each page. Two articles with one text keep their records. */
export async function withoutSamePage({ sameParameters, store }: SamePageServices, ending: Ending): Promise<Ending> {
  const { article } = ending;
  if (article === null || ending.task.revisit) return ending;
  const original = await originalOf(store, article);
  const { host, searchParams } = new URL(article.url);
  if (original === null) {
    sameParameters.note(host, [...new Set(searchParams.keys())], false);
    return ending;
  }
  const names = extraNames(article.url, original) ?? extraNames(original, article.url) ?? [];
  sameParameters.note(host, names, true);
  return {
    ...ending,
    article: null,
    media: [],
    pageState: null,
    visit: {
      ...ending.visit,
      outcome: 'dropped',
      reason: 'duplicate',
      detail: `the same page as ${original}: ${names.join(', ')} changes nothing`,
      articleId: null,
      mediaItems: 0,
    },
  };
}

async function originalOf({ articles }: SamePageServices['store'], article: Article): Promise<CanonicalUrl | null> {
  for (const { method, of } of article.evidence) {
    if (method !== 'exact') continue;
    const other = await articles.get(of);
    if (other === null || other.title !== article.title) continue;
    if (extraNames(article.url, other.url) !== null || extraNames(other.url, article.url) !== null) return other.url;
  }
  return null;
}

/** The parameters that an address has beyond all of another one with the same path; null: it is not that address with more. */
function extraNames(longer: CanonicalUrl, shorter: CanonicalUrl): readonly string[] | null {
  const [a, b] = [new URL(longer), new URL(shorter)];
  if (a.host !== b.host || a.pathname !== b.pathname) return null;
  const has = (name: string, value: string): boolean => a.searchParams.getAll(name).includes(value);
  if (![...b.searchParams].every(([name, value]) => has(name, value))) return null;
  const extra = [...new Set(a.searchParams.keys())].filter((name) => !b.searchParams.has(name));
  return extra.length === 0 ? null : extra;
}
