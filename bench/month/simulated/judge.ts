import { join } from 'node:path';
import { type Discovery, discoveries, missedInTrouble, quantile, readTwice, unread } from '../checks/discoveries.ts';
import {
  type Breach,
  ignoredRetryAfter,
  pollsOf,
  pollsOutsideWindows,
  requestsOf,
  shortGaps,
  tooManyAtOnce,
} from '../checks/limits.ts';
import { growth } from '../checks/memory.ts';
import { type Interruptions, pollsBeforePlan, pollsTooSoon, standstills } from '../checks/polls.ts';
import { hourMs, minuteMs, type SitePlan } from '../sites/site-plan.ts';
import type { Month, MonthOptions } from './month.ts';
import { notStored } from './stored.ts';

export interface Check {
  readonly name: string;
  readonly breaches: readonly Breach[];
}

export interface Verdict {
  readonly checks: readonly Check[];
  readonly found: readonly Discovery[];
  readonly sites: readonly SiteRow[];
}

/** What a site saw of the month. */
export interface SiteRow {
  readonly host: string;
  readonly requests: number;
  readonly polls: number;
  /** Articles that it published, and how long they waited for their reader, min. */
  readonly articles: number;
  readonly medianMinutes: number;
  readonly p90Minutes: number;
}

/** The product's default. */
const revisitAfterMs = 30 * minuteMs;
/** An article may be as old before it has to be stored: a closed weekend is 60 hours. */
const [graceMs, windowGraceMs] = [12 * hourMs, 66 * hourMs];
/** After an outage, what was missed comes within this time. */
const catchUpMs = 3 * hourMs;
/** Memory that 30 days may add, as a factor of the heap, and as bytes. */
const flat = { factor: 1.15, bytes: 12e6 };
const flatRss = { factor: 1.15, bytes: 60e6 };

/** Checks a month by the logs of its sites. */
export async function judge(month: Month, { folder, lengthMs, happenings }: MonthOptions): Promise<Verdict> {
  const requests = month.requests.read();
  const sites = month.sites.contents;
  const plans = sites.map(({ plan }) => plan);
  const found = discoveries(sites, requests);
  const isOld = ({ host, article }: Discovery): boolean => {
    const isWindowed = plans.some((plan) => plan.host === host && plan.windows.length > 0);
    return article.publishedMs <= lengthMs - (isWindowed ? windowGraceMs : graceMs);
  };
  const interruptions: Interruptions = {
    stepsMs: happenings.flatMap(({ kind, atMs }) => (kind === 'step' ? [atMs] : [])),
    pauses: happenings.flatMap((each) =>
      each.kind === 'restart' ? [{ fromMs: each.atMs, toMs: each.atMs + each.downMs }] : [],
    ),
  };
  const { days, restarts } = month;
  const checks: Check[] = [
    { name: 'no poll outside the windows of its source', breaches: pollsOutsideWindows(plans, requests) },
    { name: "pauses between requests as each host's limits say", breaches: shortGaps(plans, requests) },
    { name: 'no host has more requests at once than allowed', breaches: tooManyAtOnce(plans, requests) },
    { name: 'no request before the end of a Retry-After', breaches: ignoredRetryAfter(plans, requests, interruptions) },
    {
      name: 'no source polled sooner than its shortest interval',
      breaches: pollsTooSoon(plans, requests, interruptions),
    },
    { name: 'no source stands still', breaches: standstills(plans, requests, interruptions, lengthMs) },
    {
      name: 'after a restart, no poll before its plan',
      breaches: pollsBeforePlan(plans, requests, restarts, interruptions),
    },
    { name: 'every article is read', breaches: unread(found.filter(isOld), lengthMs) },
    {
      name: 'no article is read again before its re-visit',
      breaches: readTwice(sites, requests, revisitAfterMs, interruptions.stepsMs),
    },
    { name: 'every article that was read is stored', breaches: await notStored(join(folder, 'data'), found) },
    { name: 'what an outage hid comes after it', breaches: missedInTrouble(sites, found.filter(isOld), catchUpMs) },
    {
      name: 'the heap is flat',
      breaches: growth(
        'the heap',
        days.map(({ heapBytes }) => heapBytes),
        flat,
      ),
    },
    {
      name: 'the memory of the process is flat',
      breaches: growth(
        'the memory',
        days.map(({ rssBytes }) => rssBytes),
        flatRss,
      ),
    },
  ];
  const row = (plan: SitePlan): SiteRow => {
    const own = found.filter(({ host }) => host === plan.host);
    const delays = own.flatMap(({ readMs, article }) => (readMs === null ? [] : [readMs - article.publishedMs]));
    return {
      host: plan.host,
      requests: requestsOf(plan, requests).length,
      polls: pollsOf(plan, requests).length,
      articles: own.length,
      medianMinutes: quantile(delays, 0.5) / minuteMs,
      p90Minutes: quantile(delays, 0.9) / minuteMs,
    };
  };
  return { checks, found, sites: plans.map(row) };
}
