import { type ArticleTruth, addressKey, listPagesOf, type RecordedSite } from './recorded-site.ts';

/** The fields of an exported article that are compared. */
export interface StoredArticle {
  readonly url: string;
  readonly canonicalUrl?: string | null;
  readonly title?: string;
  readonly body?: string;
  readonly authors?: readonly string[];
  readonly publishedAt?: string | { readonly value?: string | null } | null;
  readonly tags?: readonly string[];
}

/** What a crawl of a whole site came to. Shares are from 0 to 1; null: nothing to compare. */
export interface SiteScore {
  readonly name: string;
  /** Articles that must be found: readable and not short. */
  readonly required: number;
  readonly found: number;
  /** Stored pages that are no articles of the site. */
  readonly wrong: number;
  readonly recall: number;
  readonly precision: number;
  readonly title: number | null;
  readonly date: number | null;
  readonly author: number | null;
  /** F1, means over the articles that have tags. */
  readonly tags: number | null;
  /** Requests per article and list page. */
  readonly requestRatio: number;
  readonly requests: number;
  readonly seconds: number;
  readonly exitCode: number | string;
  /** Recall, precision, title, date and author reach what is required. */
  readonly passed: boolean;
}

/** What a site needs in order to pass. */
export const required = { recall: 0.97, precision: 0.97, fields: 0.95, bodyF1: 0.9 };

const fold = (text = ''): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‘’‚‛′`´]/g, "'")
    .replace(/[“”„‟″«»]/g, '"')
    .replace(/[‐-―−]/g, '-')
    .replace(/…/g, '...')
    .replace(/[\s\u200b\u00ad]+/g, ' ')
    .trim();

/** Words; each character of Chinese and Japanese alone. */
const tokens = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\u3040-\u30ff\u3400-\u9fff]|(?:(?![\u3040-\u30ff\u3400-\u9fff])[\p{L}\p{N}\p{M}])+/gu) ?? [];

/** F1 of two bags of tokens. */
function bagF1(wanted: readonly string[], got: readonly string[]): number {
  if (wanted.length + got.length === 0) return 1;
  const left = new Map<string, number>();
  for (const token of wanted) left.set(token, (left.get(token) ?? 0) + 1);
  let shared = 0;
  for (const token of got) {
    const count = left.get(token) ?? 0;
    if (count > 0) shared++;
    left.set(token, count - 1);
  }
  return (2 * shared) / (wanted.length + got.length);
}

const uniqueFolded = (some: readonly string[] = []): string[] => [...new Set(some.map(fold))];

const sameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((each) => other.includes(each));

/** The days that a date names: as it is written, and in UTC. */
function daysOf(published: StoredArticle['publishedAt']): string[] {
  const value = typeof published === 'string' ? published : published?.value;
  if (!value) return [];
  const time = Date.parse(value);
  return [
    value.slice(0, 10),
    ...(value.length > 10 && !Number.isNaN(time) ? [new Date(time).toISOString().slice(0, 10)] : []),
  ];
}

const bodyScore = ({ text, alt_texts = [] }: ArticleTruth, { body = '' }: StoredArticle): number =>
  Math.max(...[text, ...alt_texts].map((wanted) => bagF1(tokens(wanted), tokens(body))));

const mean = (values: readonly number[]): number | null =>
  values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : null;

export interface CrawlOutcome {
  readonly stored: readonly StoredArticle[];
  readonly requests: number;
  readonly seconds: number;
  readonly exitCode: number | string;
}

/** Compares what a crawl stored with the truth about the site. */
export function scoreSite(site: RecordedSite, { stored, requests, seconds, exitCode }: CrawlOutcome): SiteScore {
  const byKey = new Map(
    site.truth.flatMap((article) =>
      [article.path, ...(article.aliases ?? [])].map((path) => [addressKey(path), article] as const),
    ),
  );
  const pages = new Set((site.about.pages ?? []).map(addressKey));
  const got = new Map<ArticleTruth, StoredArticle[]>();
  let [right, wrong] = [0, 0];
  for (const one of stored) {
    const article = byKey.get(addressKey(one.url)) ?? byKey.get(addressKey(one.canonicalUrl || one.url));
    if (article) {
      right++;
      got.set(article, [...(got.get(article) ?? []), one]);
    } else if (!pages.has(addressKey(one.url))) wrong++;
  }
  const must = site.truth.filter(({ readable, short }) => readable !== false && !short);
  const pairs = must.flatMap((article) => {
    const best = (got.get(article) ?? [])
      .map((one) => ({ one, score: bodyScore(article, one) }))
      .toSorted((a, b) => b.score - a.score)[0];
    return best ? [{ article, ...best }] : [];
  });
  const found = pairs.filter(({ score }) => score >= required.bodyF1).length;
  const share = (some: typeof pairs, isRight: (pair: (typeof pairs)[number]) => boolean) =>
    mean(some.map((pair) => Number(isRight(pair))));
  const scores = {
    recall: must.length > 0 ? found / must.length : 1,
    precision: right + wrong > 0 ? right / (right + wrong) : 0,
    title: share(pairs, ({ article, one }) => fold(one.title) === fold(article.title)),
    date: share(
      pairs.filter(({ article }) => article.date),
      ({ article, one }) => daysOf(one.publishedAt).includes(article.date ?? ''),
    ),
    author: share(pairs, ({ article, one }) => sameSet(uniqueFolded(one.authors), uniqueFolded(article.authors))),
    tags: mean(
      pairs
        .filter(({ article }) => article.tags?.length)
        .map(({ article, one }) => bagF1(uniqueFolded(article.tags), uniqueFolded(one.tags))),
    ),
  };
  const passed =
    stored.length > 0 &&
    scores.recall >= required.recall &&
    scores.precision >= required.precision &&
    [scores.title, scores.date, scores.author].every((value) => value === null || value >= required.fields);
  const requestRatio = requests / (site.truth.length + listPagesOf(site));
  return {
    name: site.name,
    required: must.length,
    found,
    wrong,
    ...scores,
    requests,
    requestRatio,
    seconds,
    exitCode,
    passed,
  };
}
