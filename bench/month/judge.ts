import { type Discovery, discoveries, missedInTrouble, quantile, readTwice, unread } from './checks/discoveries.ts';
import {
  type Breach,
  cutOff,
  ignoredRetryAfter,
  pollsOf,
  pollsOutsideWindows,
  requestsOf,
  shortGaps,
  tooManyAtOnce,
} from './checks/limits.ts';
import type { Planned } from './checks/plans.ts';
import { type Interruptions, pollsBeforePlan, pollsTooSoon, standstills } from './checks/polls.ts';
import type { SiteRequest } from './checks/request-log.ts';
import { changeDelays, visitsWhenGone, visitsWhenOld } from './checks/revisits.ts';
import { notStored } from './checks/stored.ts';
import type { SiteContent } from './sites/pages.ts';
import { minuteMs, type SitePlan } from './sites/site-plan.ts';

export interface Check {
  readonly name: string;
  readonly breaches: readonly Breach[];
}

/** A run of `watch` as the sites saw it. */
export interface WatchedTime {
  readonly requests: readonly SiteRequest[];
  readonly sites: readonly SiteContent[];
  readonly lengthMs: number;
  readonly interruptions: Interruptions;
  /** What was planned when each process ended. */
  readonly restarts: readonly { readonly atMs: number; readonly planned: readonly Planned[] }[];
  /** Folder of the store, which no process uses. */
  readonly storeFolder: string;
  readonly bounds: Bounds;
}

/** What is promised, ms. */
export interface Bounds {
  /** Until the first re-visit of a page. */
  readonly revisitAfterMs: number;
  /** An article may be as old before it has to be read; and one of a source with windows. */
  readonly graceMs: number;
  readonly windowGraceMs: number;
  /** After an outage, what was missed comes within this time. */
  readonly catchUpMs: number;
  /** What a source may take to be polled again once nothing is in the way. */
  readonly recoveryMs: number;
  /** Of the measurement. */
  readonly toleranceMs: number;
}

export interface Verdict {
  readonly checks: readonly Check[];
  readonly found: readonly Discovery[];
  /** Times from changes of articles to the visits that saw them, ms. */
  readonly changeDelays: readonly number[];
  readonly sites: readonly SiteRow[];
}

/** What a site saw. */
export interface SiteRow {
  readonly host: string;
  /** It has no windows, and nothing happens to it. */
  readonly isCalm: boolean;
  readonly requests: number;
  readonly polls: number;
  /** Articles that it published, and how long they waited for their reader, min. */
  readonly articles: number;
  readonly medianMinutes: number;
  readonly p90Minutes: number;
}

/** Checks a run of `watch` by the logs of the sites. */
export async function judge(watched: WatchedTime): Promise<Verdict> {
  const { requests, sites, lengthMs, interruptions, storeFolder, bounds } = watched;
  const plans = sites.map(({ plan }) => plan);
  const found = discoveries(sites, requests);
  const isOld = ({ host, article }: Discovery): boolean => {
    const isWindowed = plans.some((plan) => plan.host === host && plan.windows.length > 0);
    return article.publishedMs <= lengthMs - (isWindowed ? bounds.windowGraceMs : bounds.graceMs);
  };
  const due = found.filter(isOld);
  const early = readTwice(sites, requests, bounds.revisitAfterMs, interruptions.stepsMs);
  const checks: Check[] = [
    ...limitChecks(watched, plans),
    { name: 'every article is read', breaches: unread(due, lengthMs) },
    { name: 'no article is read again before its re-visit', breaches: early },
    { name: 'no page is visited again that is gone', breaches: visitsWhenGone(sites, requests) },
    { name: 'no old page is visited again that did not change', breaches: visitsWhenOld(sites, requests) },
    { name: 'every article that was read is stored', breaches: await notStored(storeFolder, found) },
    { name: 'what an outage hid comes after it', breaches: missedInTrouble(sites, due, bounds.catchUpMs) },
  ];
  const delays = changeDelays(sites, requests, lengthMs - bounds.windowGraceMs);
  return { checks, found, changeDelays: delays, sites: plans.map((plan) => rowOf(plan, requests, found)) };
}

function limitChecks(watched: WatchedTime, plans: readonly SitePlan[]): Check[] {
  const { requests, lengthMs, interruptions, restarts, bounds } = watched;
  const { toleranceMs, recoveryMs } = bounds;
  const rests = ignoredRetryAfter(plans, requests, { ...interruptions, toleranceMs });
  const still = standstills(plans, requests, interruptions, { lengthMs, recoveryMs });
  const early = pollsBeforePlan(plans, requests, restarts, interruptions);
  return [
    { name: 'no poll outside the windows of its source', breaches: pollsOutsideWindows(plans, requests, toleranceMs) },
    {
      name: "pauses between requests as each host's limits say",
      breaches: shortGaps(plans, requests, toleranceMs, interruptions.pauses),
    },
    { name: 'no host has more requests at once than allowed', breaches: tooManyAtOnce(plans, requests) },
    { name: 'no request before the end of a Retry-After', breaches: rests },
    { name: 'no request cut off, but by kill -9', breaches: cutOff(requests, interruptions.kills) },
    {
      name: 'no source polled sooner than its shortest interval',
      breaches: pollsTooSoon(plans, requests, interruptions),
    },
    { name: 'no source stands still', breaches: still },
    { name: 'after a restart, no poll before its plan', breaches: early },
  ];
}

function rowOf(plan: SitePlan, requests: readonly SiteRequest[], found: readonly Discovery[]): SiteRow {
  const own = found.filter(({ host }) => host === plan.host);
  const delays = own.flatMap(({ readMs, article }) => (readMs === null ? [] : [readMs - article.publishedMs]));
  return {
    host: plan.host,
    isCalm: plan.windows.length + plan.troubles.length === 0,
    requests: requestsOf(plan, requests).length,
    polls: pollsOf(plan, requests).length,
    articles: own.length,
    medianMinutes: quantile(delays, 0.5) / minuteMs,
    p90Minutes: quantile(delays, 0.9) / minuteMs,
  };
}
