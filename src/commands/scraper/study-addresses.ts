import type { CanonicalUrl } from '../../model/web/canonical-url.ts';
import type { AddressLabel, KnownAddress } from '../../model/web/url-pattern.ts';
import { formatPattern } from '../../stages/schedule/format-pattern.ts';
import { urlFormats } from '../../stages/schedule/url-format.ts';
import { learnSitePatterns } from '../../stages/url-patterns/learn.ts';
import type { StudiedAddresses } from './site-study.ts';

interface AddressesToStudy {
  readonly site: string;
  /** Pages that were read: articles. */
  readonly articles: readonly CanonicalUrl[];
  /** Lists, and pages that were read and are no articles. */
  readonly others: readonly { readonly url: CanonicalUrl; readonly label: AddressLabel }[];
  /** Links of lists that nobody has read. */
  readonly unread: readonly CanonicalUrl[];
}

/** Formats that are written as patterns, at most: more of them differ in the names of sections, and learning sees what they share. */
const maxFormats = 3;

/** Which addresses of a site are articles: the formats of those that were read where these are few, else what crawls would learn. Pure. */
export function studyAddresses(study: AddressesToStudy): StudiedAddresses {
  const byFormat = judged(formatPatterns(study.articles), study);
  return byFormat.isSafe ? byFormat : judged(learnedPatterns(study), study);
}

function judged(article: readonly string[], { articles, others, unread }: AddressesToStudy): StudiedAddresses {
  const patterns = article.map((expression) => new RegExp(expression, 'i'));
  const matches = (url: string): boolean => patterns.some((pattern) => pattern.test(url));
  return {
    article,
    share: unread.length === 0 ? null : unread.filter(matches).length / unread.length,
    isSafe: article.length > 0 && articles.every(matches) && !others.some(({ url }) => matches(url)),
  };
}

/** Patterns of the formats of these addresses; none where there are too many, or where one has nothing but placeholders: it would match any page. */
function formatPatterns(articles: readonly CanonicalUrl[]): string[] {
  const shapes = articles.map(urlFormats);
  const formats = [...new Set(shapes.map(({ fine }) => fine))];
  // they differ in the names of sections: there are others that nobody has read
  if (new Set(shapes.map(({ coarse }) => coarse)).size < formats.length) return [];
  const patterns = formats.flatMap((format) => (isTelling(format) ? (formatPattern(format)?.source ?? []) : []));
  return patterns.length === formats.length && formats.length <= maxFormats ? needed(patterns, articles) : [];
}

/** The patterns without those whose addresses others match: `/blog/{word}/` is within `/blog/{slug}/`. */
function needed(patterns: readonly string[], articles: readonly CanonicalUrl[]): string[] {
  const kept = [...patterns];
  for (const pattern of patterns.toReversed()) {
    const rest = kept.filter((other) => other !== pattern).map((other) => new RegExp(other, 'i'));
    if (articles.every((url) => rest.some((other) => other.test(url)))) kept.splice(kept.indexOf(pattern), 1);
  }
  return kept;
}

const isTelling = (format: string): boolean =>
  /[a-z]/i.test(format.replace(/\{[a-z]+\}/g, '')) || /\{(?:number|date)\}/.test(format);

/** The learned patterns that are needed for the articles. */
function learnedPatterns({ site, articles, others, unread }: AddressesToStudy): string[] {
  const known: KnownAddress[] = [
    ...articles.map((url) => ({ url, label: 'article' as const })),
    ...others,
    ...unread.map((url) => ({ url, label: null })),
  ];
  const needed: string[] = [];
  const left = new Set(articles);
  for (const { expression, class: kind } of learnSitePatterns(site, known).patterns) {
    const pattern = new RegExp(expression, 'i');
    const matched = [...left].filter((url) => pattern.test(url));
    if (kind !== 'article' || matched.length === 0) continue;
    needed.push(expression);
    for (const url of matched) left.delete(url);
  }
  return needed;
}
