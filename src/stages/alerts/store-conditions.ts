import { hasDrifted, type OwnRules, ruleText } from '../../model/crawl/own-rule.ts';
import { goodProxies, type ListedProxy } from '../../model/crawl/proxy.ts';
import type { DriftRule, ProxiesRule } from '../../model/publish/alert-rules.ts';
import type { SiteBrief } from '../../model/wrapper/site-learning.ts';
import type { Condition } from './condition.ts';

const hourMs = 3_600_000;

/** Sites whose layout has changed, and that have no wrapper for the new one. */
export function driftedSites(learned: readonly SiteBrief[], { afterHours }: DriftRule, now: Date): Condition[] {
  return learned.flatMap(({ site, drift }) => {
    if (drift === null || drift.healedAt !== null) return [];
    return [
      {
        kind: 'drift',
        rule: 'drift',
        subject: site,
        site,
        title: `The layout of ${site} has changed, and no wrapper fits the new one: ${drift.detail}`,
        evidence: { url: drift.url, since: drift.since.toISOString(), version: drift.version },
        level: now.getTime() - drift.at.getTime() >= afterHours * hourMs ? 'opens' : 'holds',
      },
    ];
  });
}

/** Selectors that are named. */
const maxNamed = 5;
const minUnmatched = 2;

/**
 * Sites whose scraper has lost many of its selectors at once: a new theme. They open at once, since several pages in a row missed each of them, and end with the next
 * matches, or with a corrected scraper.
 */
export function unmatchedScrapers(tallies: readonly OwnRules[], { selectorShare }: DriftRule): Condition[] {
  return tallies.flatMap(({ site, rules }): Condition[] => {
    const used = rules.filter(({ matched }) => matched > 0);
    const unmatched = used.filter(hasDrifted);
    if (unmatched.length < minUnmatched || unmatched.length < selectorShare * used.length) return [];
    const more = unmatched.length > maxNamed ? `, and ${unmatched.length - maxNamed} more` : '';
    const { lastMissedUrl, lastMissedAt } = unmatched.reduce((a, b) =>
      (b.lastMissedAt?.getTime() ?? 0) > (a.lastMissedAt?.getTime() ?? 0) ? b : a,
    );
    return [
      {
        kind: 'drift',
        rule: 'drift',
        subject: site,
        site,
        title: `The layout of ${site} has changed: ${unmatched.length} of ${used.length} selectors of its scraper no longer match: ${unmatched.slice(0, maxNamed).map(ruleText).join(', ')}${more}`,
        evidence: {
          url: lastMissedUrl,
          at: lastMissedAt?.toISOString() ?? null,
          unmatched: unmatched.length,
          selectors: used.length,
        },
        level: 'opens',
      },
    ];
  });
}

export interface ProxyFacts {
  /** Of lists. */
  readonly listed: readonly ListedProxy[];
  /** Pages that wait for a proxy of any kind. */
  readonly waiting: number;
}

/** An open alert ends at this many times the limit: proxies come and go one by one. */
const enough = 1.5;
/** Checks that are older than this say that newshawk did not run, hours. */
const staleHours = 36;

/** Proxies that run out. */
export function scarceProxies(
  { listed, waiting }: ProxyFacts,
  { below, belowShare, waitingPages }: ProxiesRule,
  now: Date,
): Condition[] {
  const good = goodProxies(listed, now).length;
  // a list of two proxies is no emergency for as long as both are good
  const limit = Math.max(Math.min(below, listed.length), belowShare * listed.length);
  const isChecked = listed.some(
    ({ check }) => check !== null && now.getTime() - check.at.getTime() <= staleHours * hourMs,
  );
  const isScarce = isChecked && good < limit;
  if (waiting === 0 && (listed.length === 0 || good >= Math.min(limit * enough, listed.length))) return [];
  return [
    {
      kind: 'proxies',
      rule: 'proxies',
      subject: '',
      site: null,
      title:
        listed.length === 0
          ? `${waiting} pages wait for a proxy: none works, or all have brought their bytes of the day`
          : `${good} of ${listed.length} proxies of lists are good, and ${waiting} pages wait for a proxy`,
      evidence: { good, listed: listed.length, waitingPages: waiting },
      level: isScarce || waiting >= waitingPages ? 'opens' : 'holds',
    },
  ];
}
