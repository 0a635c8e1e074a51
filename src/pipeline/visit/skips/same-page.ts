import type { Article } from '../../../model/article/article.ts';
import type { CanonicalUrl } from '../../../model/web/canonical-url.ts';
import type { Ending } from '../../../storage/port.ts';
import { RecentMap } from '../../lists/recent-map.ts';
import type { CrawlPorts } from '../../ports.ts';

/** Pages that a parameter led to although another address has them, before addresses with it are skipped. */
const enoughPages = 3;
/** Parameters that are remembered, at most. */
const maxParameters = 2_000;

/** Paths with one page so far, per parameter, at most. */
const maxPaths = 2_000;

interface Findings {
  same: number;
  /** Addresses without the parameter that have a page of it. A page alone tells nothing: the address without the parameter may come later. */
  readonly paths: RecentMap<string, CanonicalUrl>;
  /** Whether two pages differ by the parameter alone. */
  tellsApart: boolean;
}

/**
 * Parameters that change nothing: `/topic/7?post=115` shows the topic of post 115, `?replytocom=4` an article with its form. Each parameter is judged by what its pages showed in this run: after
 * three pages that were the same as the ones without it, and no two pages that differ by it, addresses with it are skipped.
 */
export class SameParameters {
  readonly #known = new RecentMap<string, Findings>(maxParameters);

  /** Notes a page that no other address has, as far as is known. */
  noteOwn(url: CanonicalUrl): void {
    for (const name of new Set(new URL(url).searchParams.keys())) {
      const found = this.#findings(url, name);
      const path = withoutParameter(url, name);
      const before = found.paths.get(path);
      if (before !== undefined && before !== url) found.tellsApart = true;
      found.paths.set(path, url);
    }
  }

  /** Notes a page that is the same without these parameters. */
  noteSame(url: CanonicalUrl, names: readonly string[]): void {
    for (const name of names) this.#findings(url, name).same++;
  }

  #findings(url: CanonicalUrl, name: string): Findings {
    const key = `${new URL(url).host} ${name}`;
    const found = this.#known.get(key) ?? { same: 0, paths: new RecentMap(maxPaths), tellsApart: false };
    this.#known.set(key, found);
    return found;
  }

  /** A parameter of an address that changes nothing; null: none is known. */
  nameOf(url: CanonicalUrl): string | null {
    const { host, searchParams } = new URL(url);
    const changesNothing = (name: string): boolean => {
      const { same = 0, tellsApart = false } = this.#known.get(`${host} ${name}`) ?? {};
      return same >= enoughPages && !tellsApart;
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
  const { original, hasSibling } = await alikeOf(store, article);
  if (original === null) {
    if (!hasSibling) sameParameters.noteOwn(article.url);
    return ending;
  }
  const names = extraNames(article.url, original) ?? extraNames(original, article.url) ?? [];
  sameParameters.noteSame(article.url, names);
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

interface Alike {
  /** The address with the same page and fewer or more parameters; null: none is known. */
  readonly original: CanonicalUrl | null;
  /** Whether an address that differs by values of parameters alone has the same page. */
  readonly hasSibling: boolean;
}

async function alikeOf({ articles }: SamePageServices['store'], article: Article): Promise<Alike> {
  const addresses: CanonicalUrl[] = [];
  for (const { method, of } of article.evidence) {
    if (method !== 'exact') continue;
    const other = await articles.get(of);
    if (other?.title === article.title && isSamePath(other.url, article.url)) addresses.push(other.url);
  }
  const isOriginal = (url: CanonicalUrl): boolean =>
    extraNames(article.url, url) !== null || extraNames(url, article.url) !== null;
  return { original: addresses.find(isOriginal) ?? null, hasSibling: addresses.length > 0 };
}

function isSamePath(one: CanonicalUrl, other: CanonicalUrl): boolean {
  const [a, b] = [new URL(one), new URL(other)];
  return a.host === b.host && a.pathname === b.pathname;
}

function withoutParameter(url: CanonicalUrl, name: string): string {
  const address = new URL(url);
  address.searchParams.delete(name);
  return address.href;
}

/** The parameters that an address has beyond all of another one with the same path; null: it is not that address with more. */
function extraNames(longer: CanonicalUrl, shorter: CanonicalUrl): readonly string[] | null {
  if (!isSamePath(longer, shorter)) return null;
  const [a, b] = [new URL(longer), new URL(shorter)];
  const has = (name: string, value: string): boolean => a.searchParams.getAll(name).includes(value);
  if (![...b.searchParams].every(([name, value]) => has(name, value))) return null;
  const extra = [...new Set(a.searchParams.keys())].filter((name) => !b.searchParams.has(name));
  return extra.length === 0 ? null : extra;
}
