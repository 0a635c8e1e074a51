import type { Article } from '../../model/article/article.ts';
import type { CanonicalUrl } from '../../model/web/canonical-url.ts';
import type { VisitResult } from '../../storage/port.ts';
import type { Crawl } from '../crawl.ts';

/** The result without its article where another address has the same page: one record for each page. Two articles with one text keep their records. */
export async function withoutSamePage({ sameParameters, store }: Crawl, result: VisitResult): Promise<VisitResult> {
  const { article } = result;
  if (article === null || result.task.revisit) return result;
  const { original, hasSibling } = await alikeOf(store, article);
  if (original === null) {
    if (!hasSibling) sameParameters.noteOwn(article.url);
    return result;
  }
  const names = extraNames(article.url, original) ?? extraNames(original, article.url) ?? [];
  sameParameters.noteSame(article.url, names);
  return {
    ...result,
    article: null,
    media: [],
    pageState: null,
    visit: {
      ...result.visit,
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

async function alikeOf({ articles }: Crawl['store'], article: Article): Promise<Alike> {
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

/** The parameters that an address has beyond all of another one with the same path; null: it is not that address with more. */
function extraNames(longer: CanonicalUrl, shorter: CanonicalUrl): readonly string[] | null {
  if (!isSamePath(longer, shorter)) return null;
  const [a, b] = [new URL(longer), new URL(shorter)];
  const has = (name: string, value: string): boolean => a.searchParams.getAll(name).includes(value);
  if (![...b.searchParams].every(([name, value]) => has(name, value))) return null;
  const extra = [...new Set(a.searchParams.keys())].filter((name) => !b.searchParams.has(name));
  return extra.length === 0 ? null : extra;
}
