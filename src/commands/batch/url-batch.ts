import { z } from 'zod';
import { type CanonicalUrl, tryCanonicalUrl } from '../../model/web/canonical-url.ts';
import type { AddressLabel, KnownAddress, SeenAddress, SitePatterns } from '../../model/web/url-pattern.ts';
import { addressClassifier } from '../../stages/url-patterns/classify-address.ts';
import { learnSitePatterns } from '../../stages/url-patterns/learn.ts';
import { siteOf } from '../../stages/url-patterns/typed-address.ts';
import { answerLine, answerLines } from './json-lines.ts';

/** Characters. Servers and search engines refuse longer addresses, so it is data by mistake. */
const maxUrlLength = 8_192;

/** An address with its spelling in the line, which the answer repeats. */
interface LineAddress {
  readonly written: string;
  readonly url: CanonicalUrl;
}

const address = z
  .string('an http(s) address is needed')
  .max(maxUrlLength, `is longer than ${maxUrlLength} characters`)
  .transform((written, context): LineAddress => {
    const url = tryCanonicalUrl(written);
    if (url !== null) return { written, url };
    context.addIssue({ code: 'custom', message: 'is not an http(s) address' });
    return z.NEVER;
  });

const labels: Readonly<Record<string, AddressLabel>> = {
  article: 'article',
  listing: 'listing',
  other: 'other',
  true: 'article',
  false: 'no-article',
};

const labelField = z
  .union([z.boolean(), z.string()], 'a label is "article", "listing", "other", true, false or null')
  .nullish()
  .transform((value, context): AddressLabel => {
    if (value === null || value === undefined || value === '') return null;
    const known = labels[String(value).trim().toLowerCase()];
    if (known !== undefined) return known;
    context.addIssue({ code: 'custom', message: 'is "article", "listing", "other", true, false or null' });
    return z.NEVER;
  });

const knownLine = z.object({ url: address, label: labelField });
const askedLine = z.object({ id: z.unknown().optional(), url: address });

/** What was learned from JSON lines. */
interface LearnedUrls {
  readonly sites: readonly SitePatterns[];
  /** Number of lines with an address. */
  readonly lines: number;
  /** Messages about invalid lines, with line numbers: the first ones. */
  readonly mistakes: readonly string[];
  readonly invalid: number;
}

/** Mistakes that are named, at most. */
const maxMistakes = 5;
/** Addresses of one site and label that are kept, at most: the first ones. Learning takes an even sample of them. */
const maxPerLabel = 20_000;

/** The addresses of one site so far. */
interface SiteLines {
  readonly known: KnownAddress[];
  readonly counts: Map<AddressLabel, number>;
}

const newEntry = (): SiteLines => ({ known: [], counts: new Map() });

/** What visits showed of the addresses of a site, oldest first. */
type SeenAddressesOf = (site: string) => Promise<readonly SeenAddress[]>;

/**
 * Learns from JSON lines `{url, label?}` of any number of sites. Invalid lines are counted and left out. A site with lines without label is learned from what visits
 * showed of it, too: its store says what is behind addresses of the same shapes. The labels of lines come last and decide.
 * @param seenOf called for these sites only
 */
export async function learnUrls(lines: AsyncIterable<string>, seenOf: SeenAddressesOf): Promise<LearnedUrls> {
  const sites = new Map<string, SiteLines>();
  const mistakes: string[] = [];
  let [number, read, invalid] = [0, 0, 0];
  for await (const line of lines) {
    number++;
    if (line.trim() === '') continue;
    const answer = await answerLine(line, knownLine, ({ url: { url }, label }) => {
      const site = siteOf(url);
      const entry = sites.get(site) ?? newEntry();
      sites.set(site, entry);
      const count = entry.counts.get(label) ?? 0;
      entry.counts.set(label, count + 1);
      if (count < maxPerLabel) entry.known.push({ url, label });
      read++;
      return {};
    });
    if (answer === '{}') continue;
    invalid++;
    if (mistakes.length < maxMistakes) mistakes.push(`line ${number}: ${messageOf(answer)}`);
  }
  const learned: SitePatterns[] = [];
  for (const [site, { known, counts }] of sites) {
    const seen = counts.has(null) ? await seenOf(site) : [];
    learned.push(learnSitePatterns(site, [...withoutLabelled(seen, known), ...known]));
  }
  return { sites: learned, lines: read, mistakes, invalid };
}

/** The seen addresses for which no line has a label: a person knows better than a visit. */
function withoutLabelled(seen: readonly SeenAddress[], known: readonly KnownAddress[]): readonly KnownAddress[] {
  const labelled = new Set(known.flatMap(({ url, label }) => (label === null ? [] : url)));
  return seen.filter(({ url }) => !labelled.has(url)).map(({ url, label }) => ({ url, label }));
}

const messageOf = (answer: string): string =>
  (JSON.parse(answer) as { readonly error: { readonly message: string } }).error.message;

/** Answers JSON lines `{id?, url}` with `{id?, url, class, pattern, confidence, why}`, in order; an invalid line with `{id, error: {kind, message}}`. */
export function classifyUrls(
  lines: AsyncIterable<string>,
  sites: ReadonlyMap<string, SitePatterns>,
): AsyncIterable<string> {
  const classifiers = new Map<string, ReturnType<typeof addressClassifier>>();
  const byFormOnly = addressClassifier(null);
  const classifierOf = (site: string): ReturnType<typeof addressClassifier> => {
    const patterns = sites.get(site);
    if (patterns === undefined) return byFormOnly;
    const classifier = classifiers.get(site) ?? addressClassifier(patterns);
    classifiers.set(site, classifier);
    return classifier;
  };
  return answerLines(lines, askedLine, ({ id, url: { written, url } }) => {
    const { class: name, pattern, confidence, why } = classifierOf(siteOf(url))(url);
    return {
      ...(id !== undefined && { id }),
      url: written,
      class: name,
      pattern: pattern?.expression ?? null,
      confidence,
      why,
    };
  });
}
