import { isActive, type Source } from '../../model/crawl/source.ts';
import type { ErrorKind } from '../../model/crawl/visit.ts';
import type { OutageRule, SiteFailingRule } from '../../model/publish/alert-rules.ts';
import type { SiteEndings } from '../../storage/collections/crawl/visits.ts';
import { type Condition, percent } from './condition.ts';

/** Failures that are ours, and say nothing of the site. */
const ours: ReadonlySet<string> = new Set<ErrorKind>([
  'browser-crashed',
  'no-browser',
  'no-proxy',
  'proxy',
  'store',
  'bug',
]);
/** Failures of a host that can't be reached at all. */
const away: ReadonlySet<string> = new Set<ErrorKind>(['unreachable', 'timed-out']);

interface SiteTally {
  readonly site: string;
  visits: number;
  failed: number;
  away: number;
  readonly reasons: Map<string, number>;
}

/** Visits that say whether the site works: without skipped ones, and without our own failures. */
export function talliesOf(endings: readonly SiteEndings[]): Map<string, SiteTally> {
  const tallies = new Map<string, SiteTally>();
  for (const { site, outcome, reason, count } of endings) {
    if (outcome === 'skipped' || (reason !== null && ours.has(reason))) continue;
    const tally = tallies.get(site) ?? { site, visits: 0, failed: 0, away: 0, reasons: new Map<string, number>() };
    tallies.set(site, tally);
    tally.visits += count;
    if (outcome !== 'failed' && outcome !== 'deferred') continue;
    tally.failed += count;
    if (reason === null) continue;
    if (away.has(reason)) tally.away += count;
    tally.reasons.set(reason, (tally.reasons.get(reason) ?? 0) + count);
  }
  return tallies;
}

/**
 * Sites of whose visits too many failed in the window. Too few visits say nothing: an open alert stays open.
 * @param visited sites that are still visited: alerts of others end
 */
export function failingSites(
  endings: readonly SiteEndings[],
  visited: ReadonlySet<string>,
  { share, resolvedBelow, minVisits, windowMinutes }: SiteFailingRule,
): Condition[] {
  const tallies = talliesOf(endings);
  const silent = [...visited].filter((site) => !tallies.has(site)).map((site) => ofSite(site, 'too few visits', {}));
  return [...tallies.values()].reduce<Condition[]>((conditions, { site, visits, failed, reasons }) => {
    const failedShare = failed / visits;
    if (visits >= minVisits && failedShare < resolvedBelow) return conditions;
    const [reason = 'failed'] = [...reasons].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0] ?? [];
    const title = `${percent(failedShare)} of the visits to ${site} failed within ${windowMinutes} minutes: ${failed} of ${visits}${failed === 0 ? '' : `, mostly ${reason}`}`;
    const condition = ofSite(site, title, { visits, failed, share: Math.round(failedShare * 1000) / 1000, reason });
    conditions.push(visits >= minVisits && failedShare >= share ? { ...condition, level: 'opens' } : condition);
    return conditions;
  }, silent);
}

const ofSite = (site: string, title: string, evidence: Condition['evidence']): Condition => ({
  kind: 'site-failing',
  rule: 'site-failing',
  subject: site,
  site,
  title,
  evidence,
  level: 'holds',
});

/** A poll that is older says nothing of now, ms. */
const newPollMs = 2 * 3_600_000;

/** How the last polls of active sources ended, as visits. */
export function lastPollEndings(sources: readonly Source[], now: Date): SiteEndings[] {
  return sources.flatMap((source): SiteEndings[] => {
    const { site, failing, plannedAt, lastPolledAt } = source;
    const polledAt = failing ? (plannedAt ?? failing.since) : lastPolledAt;
    if (!isActive(source) || polledAt === null || Math.abs(now.getTime() - polledAt.getTime()) > newPollMs) return [];
    return [{ site, outcome: failing ? 'failed' : 'listed', reason: failing?.reason ?? null, count: 1 }];
  });
}

/** Below this part of the rule's share the outage is over. */
const overBelow = 0.5;

/**
 * Whether most sites can't be reached: by the last polls of sources, or where too few sites have any, by the visits of the last minutes. Without both an open
 * alert stays open.
 */
export function outage(
  polls: readonly SiteEndings[],
  visits: readonly SiteEndings[],
  { share, minSites }: OutageRule,
): Condition[] {
  const polled = [...talliesOf(polls).values()];
  const tallies = polled.length >= minSites ? polled : [...talliesOf(visits).values()];
  const lost = tallies.filter((tally) => tally.away === tally.visits).length;
  const lostShare = tallies.length === 0 ? 0 : lost / tallies.length;
  if (tallies.length > 0 && lostShare < share * overBelow) return [];
  return [
    {
      kind: 'outage',
      rule: 'outage',
      subject: '',
      site: null,
      title: `${lost} of ${tallies.length} sites can't be reached: the network of this machine, its DNS or its proxies may be down`,
      evidence: { sites: tallies.length, unreachable: lost },
      level: tallies.length >= minSites && lostShare >= share ? 'opens' : 'holds',
    },
  ];
}
