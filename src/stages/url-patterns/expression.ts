import { subdomainAt } from './address-tests.ts';
import type { Cluster, TestResult } from './grow-tree.ts';
import { directoryAhead, kindSources, nameAhead, type SegmentKind, wordsSource } from './segment-kinds.ts';
import { firstDirectoriesOf, isClosed } from './traits.ts';
import type { TypedAddress } from './typed-address.ts';

/** The hosts of a site on which addresses are known. */
export interface SiteHosts {
  readonly site: string;
  /** Null: many have pages, and any other may have some. */
  readonly subdomains: readonly string[] | null;
}

/** Subdomains with pages from which on any subdomain may have pages. */
const openFrom = 4;

export function hostsOf(site: string, addresses: readonly TypedAddress[]): SiteHosts {
  const names = new Set(addresses.map(({ subdomain }) => subdomain));
  return { site, subdomains: names.size >= openFrom ? null : [...names].filter((name) => name !== '').sort() };
}

/** Makes the expression of a cluster. @param isArticle titles are then about as long as the known ones */
export function clusterExpression(hosts: SiteHosts, { samples, results }: Cluster, isArticle: boolean): string {
  const addresses = samples.map(({ address }) => address);
  const [first] = addresses;
  if (first === undefined) throw new RangeError('a cluster has samples');
  const ofPlace = (at: number): TestResult[] => results.filter(({ test }) => test.at === at);
  const { segments, extension } = first;
  const path = segments.map(({ kind }, at) => {
    const isLast = at === segments.length - 1;
    const seen = new Set(addresses.map((address) => address.segments[at]?.text ?? ''));
    const hasDots = !isLast || extension !== '' || [...seen].some((text) => text.includes('.'));
    return `/${segmentExpression(kind, ofPlace(at), { isLast, hasDots, names: namesOf(seen, first, at, isArticle ? addresses.length : 0), prefixes: isArticle ? prefixesOf(kind, addresses, at) : [], leastWords: isArticle && isLast ? leastWords(addresses) : 1 })}`;
  });
  return `${hostExpression(hosts, ofPlace(subdomainAt))}${path.join('')}${endExpression(first)}`;
}

/** Sections of a site by their paths. */
export const sectionExpression = (hosts: SiteHosts, paths: readonly string[]): string =>
  `${hostExpression(hosts, [])}/${anyOf(paths)}/?$`;

/** The last part of addresses, below any directory but these. */
export function endingExpression(
  hosts: SiteHosts,
  addresses: readonly TypedAddress[],
  { words, not }: { readonly words: number; readonly not: readonly string[] },
): string {
  const [first] = addresses;
  if (first === undefined) throw new RangeError('an ending has addresses');
  const { segments, extension } = first;
  const directories = firstDirectoriesOf(addresses);
  const kind = segments.at(-1)?.kind ?? 'name';
  const ending = kind === 'name' ? wordsSource(words) : kindSources[kind];
  const name = extension === '' && kind === 'name' ? withoutDots(ending) : ending;
  const refused = not.length === 0 ? '' : `(?!(?:[^?#]*/)?${anyOf(not)}/)`;
  return `${hostExpression(hosts, [])}/${refused}${directories.length === 0 ? '' : `${anyOf(directories)}/`}(?:[^?#]*/)?${name}${extension === '' ? '' : `\\.${extension}`}/?$`;
}

function hostExpression({ site, subdomains }: SiteHosts, results: readonly TestResult[]): string {
  const texts = results.flatMap(({ test, passed }) =>
    test.kind === 'text' ? [{ values: [...test.values], passed }] : [],
  );
  const only = texts.findLast(({ passed }) => passed)?.values;
  const domain = escaped(site);
  if (only !== undefined) return `^https?://${subdomainExpression(only)}${domain}`;
  const not = texts.flatMap(({ values }) => values);
  const refused = not.filter((name) => name !== '').map((name) => `${name}.`);
  const bare = not.includes('') ? [`${site}`, `www.${site}`] : [];
  const lookahead =
    refused.length + bare.length === 0 ? '' : `(?!${anyOf([...refused, ...bare.map((host) => `${host}/`)])})`;
  const any = subdomains === null ? '(?:[a-z0-9.-]+\\.)?' : subdomainExpression(['', ...subdomains]);
  return `^https?://${lookahead}${any}${domain}`;
}

/** `www` is no subdomain. */
function subdomainExpression(names: readonly string[]): string {
  const all = names.flatMap((name) => (name === '' ? ['www.'] : [`${name}.`, `www.${name}.`]));
  return names.includes('') ? `${anyOf(all, true)}?` : anyOf(all, true);
}

interface SegmentPlace {
  readonly isLast: boolean;
  /** Whether a name may contain dots. */
  readonly hasDots: boolean;
  /** All names that this place may have; null: any. */
  readonly names: readonly string[] | null;
  /** Letters of which a segment with an id begins with one; empty: with any. */
  readonly prefixes: readonly string[];
  readonly leastWords: number;
}

/** Scripts that a query is for, at most: more are pages. */
const maxScripts = 12;

/** The last segment before a query names a script. Another script is another template. */
const namesOf = (
  seen: ReadonlySet<string>,
  { segments, parameters }: TypedAddress,
  at: number,
  count: number,
): readonly string[] | null => {
  const isDirectory = at < segments.length - 1 && segments[at]?.kind === 'name';
  const isComplete = isScript(parameters, segments, at)
    ? seen.size <= maxScripts
    : isDirectory && isClosed([...seen], count);
  return isComplete ? [...seen] : null;
};

const isScript = (parameters: TypedAddress['parameters'], segments: TypedAddress['segments'], at: number): boolean =>
  parameters.length > 0 && at === segments.length - 1 && segments[at]?.kind === 'name';

/** Articles from which on their common letters are taken for the template's, for each of the letters. */
const articlesPerPrefix = 5;

/** `a-123` and `live-123` are articles, so `g-123` is something else. */
function prefixesOf(kind: SegmentKind, addresses: readonly TypedAddress[], at: number): readonly string[] {
  if (kind !== 'code' && kind !== 'slug-number') return [];
  const prefixes = new Set(addresses.map(({ segments }) => /^[a-z]+[_.-]?/.exec(segments[at]?.text ?? '')?.[0] ?? ''));
  return prefixes.size * articlesPerPrefix > addresses.length || prefixes.has('') ? [] : [...prefixes];
}

/** Titles with fewer words than nearly all known ones are not covered: three quarters of the tenth percentile. */
function leastWords(addresses: readonly TypedAddress[]): number {
  const counts = addresses.map(({ segments }) => segments.at(-1)?.words ?? 0).sort((a, b) => a - b);
  const usual = counts[Math.floor(counts.length / 10)] ?? 1;
  return counts.length < 4 ? 1 : Math.max(1, Math.min(6, Math.ceil(usual * 0.75)));
}

function segmentExpression(
  kind: SegmentKind,
  results: readonly TestResult[],
  { isLast, hasDots, names, prefixes, leastWords: least }: SegmentPlace,
): string {
  const refused: string[] = [];
  const ahead = prefixes.length === 0 ? [] : [`(?=${anyOf(prefixes)})`];
  let only = names;
  let words = kind === 'name' ? least : 1;
  let [shortest, longest] = [1, Number.POSITIVE_INFINITY];
  for (const { test, passed } of results) {
    if (test.kind === 'text') {
      if (passed) only = [...test.values].filter((text) => only === null || only.includes(text));
      else refused.push(...test.values);
    } else if (test.kind === 'prefix') ahead.push(`(?${passed ? '=' : '!'}${escaped(test.prefix)})`);
    else if (test.kind === 'words') {
      if (passed) words = Math.max(words, test.least);
      else ahead.push(`(?!${wordsSource(test.least)})`);
    } else if (passed) shortest = Math.max(shortest, test.least);
    else longest = Math.min(longest, test.least - 1);
  }
  const end = isLast ? '(?:[./?#]|$)' : '/';
  const isRefused = refused.length === 0 ? '' : `(?!${anyOf([...new Set(refused)])}${end})`;
  if (only !== null) return `${isRefused}${ahead.join('')}${anyOf(only)}`;
  const bounds =
    longest === Number.POSITIVE_INFINITY ? (shortest > 1 ? `{${shortest},}` : '') : `{${shortest},${longest}}`;
  if (kind !== 'name' && bounds !== '') ahead.push(`(?=[^./?#]${bounds}(?:[./?#]|$))`);
  if (kind !== 'name' && words > 1) ahead.push(`(?=${wordsSource(words)})`);
  if (kind === 'name' && words > 1 && bounds !== '') ahead.push(`(?=[^./?#]${bounds}(?:[./?#]|$))`);
  if (kind === 'name') ahead.push(isLast ? nameAhead : directoryAhead);
  const base = kind !== 'name' ? kindSources[kind] : words > 1 ? wordsSource(words) : `[^/?#]${bounds || '+'}`;
  return `${isRefused}${ahead.join('')}${kind === 'name' && !hasDots ? withoutDots(base) : base}`;
}

const withoutDots = (source: string): string => source.replaceAll('[^/?#', '[^./?#');

const valueSources = { number: '\\d{3,}', short: '\\d{1,2}', text: '[^&#]*' } as const;

function endExpression({ extension, parameters, text, shape }: TypedAddress): string {
  const suffix = extension === '' ? '' : `\\.${escaped(extension)}`;
  const query = shape.includes('?*')
    ? '\\?[^#]+'
    : parameters.length === 0
      ? ''
      : `\\?${parameters.map(({ name, kind }) => `${escaped(name)}=${valueSources[kind]}`).join('&')}`;
  return `${suffix}/?${query}${text.includes('#!') ? '#!' : ''}$`;
}

/** A constant, or one of several, in alphabetical order. */
function anyOf(texts: readonly string[], isGroup = false): string {
  const sorted = [...new Set(texts)].sort().map(escaped);
  return sorted.length === 1 && !isGroup ? (sorted[0] ?? '') : `(?:${sorted.join('|')})`;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
