import type { Visit } from '../../model/crawl/visit.ts';
import type { AddressClass, KnownAddress, SeenAddress, SitePatterns, UrlPattern } from '../../model/web/url-pattern.ts';
import { clusterExpression, endingExpression, hostsOf, type SiteHosts, sectionExpression } from './expression.ts';
import { addressClusters, type Cluster } from './grow-tree.ts';
import { type AddressSample, countClasses, likeliest, meanGuess, samplesOf, smoothed } from './samples.ts';
import { sectionPaths } from './sections.ts';
import { narrowness, type SegmentKind } from './segment-kinds.ts';
import { type PatternDraft, tallyPatterns } from './tally.ts';
import { traitsOf } from './traits.ts';
import { siteOf, type TypedAddress } from './typed-address.ts';

/** Addresses of a site that are learned from, at most. More add nothing, and learning stays below a second. */
const maxKnown = 4_000;
/** Patterns of a site, at most: those with the most addresses. */
const maxPatterns = 80;
/** Addresses of a cluster, at least: a single one is no pattern. */
const minAddresses = 2;

/**
 * Learns the patterns of one site's addresses. Pure and total; the result depends on the addresses and their order only.
 * @param known of one site, oldest first; with labels, without, or with some
 */
export function learnSitePatterns(site: string, known: readonly KnownAddress[]): SitePatterns {
  const samples = samplesOf(evenSample(known));
  const hosts = hostsOf(
    site,
    samples.map(({ address }) => address),
  );
  const drafts = [...shapePatterns(hosts, samples), ...endingPatterns(hosts, samples)];
  const sections = sectionPaths(samples);
  if (sections.length > 0)
    drafts.push({
      expression: sectionExpression(hosts, sections),
      scope: 'section',
      shares: { article: 0.05, listing: 0.9, other: 0.05 },
      narrowness: Number.POSITIVE_INFINITY,
    });
  const count = (label: KnownAddress['label']): number => samples.filter((sample) => sample.label === label).length;
  const patterns = tallyPatterns(
    drafts.sort((a, b) => b.narrowness - a.narrowness || (a.expression < b.expression ? -1 : 1)),
    samples,
  );
  return {
    site,
    addresses: {
      article: count('article'),
      listing: count('listing'),
      other: count('other') + count('no-article'),
      unlabelled: count(null),
    },
    patterns: withinLimit(patterns),
    traits: traitsOf(samples),
  };
}

/** Every n-th address of each label, in their order. */
function evenSample(known: readonly KnownAddress[]): readonly KnownAddress[] {
  if (known.length <= maxKnown) return known;
  const step = known.length / maxKnown;
  const counts = new Map<KnownAddress['label'], number>();
  return known.filter(({ label }) => {
    const count = counts.get(label) ?? 0;
    counts.set(label, count + 1);
    return Math.floor((count + 1) / step) > Math.floor(count / step);
  });
}

const sizeOf = ({ support, against }: UrlPattern): number => support + against;

function withinLimit(patterns: readonly UrlPattern[]): UrlPattern[] {
  if (patterns.length <= maxPatterns) return [...patterns];
  const kept = new Set(patterns.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, maxPatterns));
  return patterns.filter((pattern) => kept.has(pattern));
}

function shapePatterns(hosts: SiteHosts, samples: readonly AddressSample[]): PatternDraft[] {
  return [...Map.groupBy(samples, ({ address }) => address.shape).values()]
    .filter((group) => group.length >= minAddresses)
    .flatMap(addressClusters)
    .filter(({ samples: inside }) => inside.length >= minAddresses)
    .map((cluster) => ({
      expression: clusterExpression(hosts, cluster, likeliest(cluster.shares) === 'article'),
      scope: 'shape',
      shares: cluster.shares,
      narrowness: narrownessOf(cluster),
    }));
}

/** Parameters and extensions first, then by the kinds of the segments. Those with a slash more never match the same address. */
function narrownessOf({ samples: [sample], results }: Cluster): number {
  if (sample === undefined) return 0;
  const { segments, extension, parameters } = sample.address;
  const byKinds = segments.reduce((sum, { kind }) => sum + narrowness(kind), 0);
  return parameters.length * 10_000 + (extension === '' ? 0 : 5_000) + byKinds * 10 + results.length + 1;
}

/** Kinds of names that say something without their directories. */
const endingKinds: readonly SegmentKind[] = [
  'slug-number',
  'number-slug',
  'slug-token',
  'code',
  'uuid',
  'token',
  'number',
  'name',
];
/** Words of a title that no section has. */
const titleWords = 4;
/** An ending counts for directories that nobody saw, where it holds articles nearly always, on at least this many addresses. */
const endingBar = { share: 0.88, addresses: 4 };

/** Endings of articles, by kind and extension, over all shapes. */
function endingPatterns(hosts: SiteHosts, samples: readonly AddressSample[]): PatternDraft[] {
  const ends = samples.filter(({ address }) => hasEnding(address));
  const badDirectories = directoriesWithout(samples);
  const below = ({ address }: AddressSample): boolean =>
    address.segments.slice(0, -1).some(({ text }) => badDirectories.includes(text));
  return [
    ...Map.groupBy(ends, ({ address }) => `${address.segments.at(-1)?.kind}.${address.extension}`).values(),
  ].flatMap((all) => {
    const group = all.filter((sample) => !below(sample));
    const [first] = group;
    const shares = smoothed(countClasses(group), meanGuess(group), 1.5);
    if (first === undefined || group.length < endingBar.addresses || shares.article < endingBar.share) return [];
    const expression = endingExpression(
      hosts,
      group.map(({ address }) => address),
      { words: titleWords, not: badDirectories },
    );
    const kind = first.address.segments.at(-1)?.kind ?? 'name';
    return [
      {
        expression,
        scope: 'ending' as const,
        shares,
        narrowness: narrowness(kind) / 100 + (first.address.extension === '' ? 0 : 0.5),
      },
    ];
  });
}

function hasEnding({ segments, parameters }: TypedAddress): boolean {
  const last = segments.at(-1);
  return (
    last !== undefined &&
    parameters.length === 0 &&
    endingKinds.includes(last.kind) &&
    (last.kind !== 'name' || last.words >= titleWords)
  );
}

/** Names in one expression, at most. */
const maxBadDirectories = 30;

/** Names of directories, most frequent first, below which there are no articles. */
function directoriesWithout(samples: readonly AddressSample[]): readonly string[] {
  const counts = new Map<string, AddressSample[]>();
  for (const sample of samples)
    for (const { text, kind } of sample.address.segments.slice(0, -1))
      if (kind === 'name') counts.set(text, [...(counts.get(text) ?? []), sample]);
  const isBad = (group: readonly AddressSample[]): boolean =>
    smoothed(countClasses(group), meanGuess(group), 1).article < 0.3;
  const bad = [...counts]
    .filter(([, group]) => isBad(group))
    .sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1));
  return bad.slice(0, maxBadDirectories).map(([text]) => text);
}

/**
 * What the ending of a visit shows of its address, and of the places of the link to it; null: nothing. A failure shows nothing, and a page that is gone may have been anything: old articles end so too.
 */
export function seenAddress(visit: Visit, places?: readonly string[]): SeenAddress | null {
  const label = visit.kind === 'page' ? labelOf(visit) : null;
  return label === null
    ? null
    : { site: siteOf(visit.url), url: visit.url, label, at: visit.startedAt, ...(places !== undefined && { places }) };
}

function labelOf({ outcome, reason, mediaItems }: Visit): AddressClass | null {
  if (outcome === 'stored' || reason === 'duplicate') return 'article';
  if (outcome === 'listed') return 'listing';
  // a page of media without a story is worth its fetch
  return reason === 'not-an-article' && mediaItems === 0 ? 'other' : null;
}
