import type { ActiveWindow } from '../../../src/model/crawl/source.ts';
import type { SitePlan } from '../sites/site-plan.ts';
import type { SiteRequest } from './request-log.ts';

/** One breach of a promise, as a sentence. */
export type Breach = string;

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

export const requestsOf = (plan: SitePlan, requests: readonly SiteRequest[]): SiteRequest[] =>
  requests.filter(({ host }) => host === plan.host);

export const pollsOf = (plan: SitePlan, requests: readonly SiteRequest[]): SiteRequest[] =>
  requestsOf(plan, requests).filter(({ path }) => path === plan.listPath);

const said = ({ host, path, atMs, wallMs }: SiteRequest): string =>
  `${host}${path} at ${Math.round(atMs / 1_000)} s (${new Date(wallMs).toISOString()})`;

/** Polls outside the windows of their source, by the client's own clock. The hours are computed apart from the product. @param toleranceMs a poll may be on its way for that time when a window closes */
export function pollsOutsideWindows(
  plans: readonly SitePlan[],
  requests: readonly SiteRequest[],
  toleranceMs = 0,
): Breach[] {
  return plans.flatMap((plan) =>
    pollsOf(plan, requests)
      .filter(
        ({ wallMs }) => plan.windows.length > 0 && !isAnyOpen(plan, wallMs) && !isAnyOpen(plan, wallMs - toleranceMs),
      )
      .map((poll) => `${said(poll)} is outside its windows`),
  );
}

const isAnyOpen = ({ windows }: SitePlan, wallMs: number): boolean => windows.some((window) => isOpen(window, wallMs));

/** Whether a window is open; one whose hours span midnight belongs to the day on which it begins. */
export function isOpen({ timeZone, days, fromHour, toHour }: ActiveWindow, wallMs: number): boolean {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', hour: 'numeric', hourCycle: 'h23' })
    .formatToParts(wallMs)
    .map(({ type, value }) => [type, value] as const);
  const { weekday = '', hour = '' } = Object.fromEntries(parts);
  const [day, at] = [weekdays.indexOf(weekday), Number(hour)];
  if (fromHour < toHour) return days.includes(day) && at >= fromHour && at < toHour;
  return (days.includes(day) && at >= fromHour) || (days.includes((day + 6) % 7) && at < toHour);
}

/**
 * Requests that followed another one sooner than the site's pause. A process that starts does not know the Crawl-delay: its first request, for robots.txt, keeps
 * to the pause of the scraper only.
 * @param toleranceMs of the measurement @param pauses when no process ran
 */
export function shortGaps(
  plans: readonly SitePlan[],
  requests: readonly SiteRequest[],
  toleranceMs = 0,
  pauses: readonly { readonly toMs: number }[] = [],
): Breach[] {
  return plans.flatMap((plan) => {
    const own = requestsOf(plan, requests);
    return own.flatMap((request, at) => {
      const before = own[at - 1];
      if (before === undefined) return [];
      const isFirst = pauses.some(({ toMs }) => before.atMs < toMs && toMs <= request.atMs);
      const delayMs = isFirst && request.path === '/robots.txt' ? 0 : (plan.crawlDelayS ?? 0) * 1_000;
      if (request.atMs - before.atMs >= Math.max(plan.gapMs, delayMs) - toleranceMs) return [];
      return [`${said(request)} came ${Math.round(request.atMs - before.atMs)} ms after ${before.path}`];
    });
  });
}

/** Requests that came while as many as allowed were in work. */
export function tooManyAtOnce(plans: readonly SitePlan[], requests: readonly SiteRequest[]): Breach[] {
  return plans.flatMap((plan) =>
    requestsOf(plan, requests)
      .filter(({ open }) => open > plan.concurrency)
      .map((request) => `${said(request)} was number ${request.open} at once`),
  );
}

/** Rests from this length on survive a restart, ms. */
const storedFromMs = 10_000;

/**
 * Requests before the end of a Retry-After that the site had sent. Rests of seconds are not stored: the first request of a process that starts within one is no breach.
 * @param pauses when no process ran
 */
export function ignoredRetryAfter(
  plans: readonly SitePlan[],
  requests: readonly SiteRequest[],
  {
    pauses = [],
    toleranceMs = 0,
  }: { readonly pauses?: readonly { readonly toMs: number }[]; readonly toleranceMs?: number } = {},
): Breach[] {
  return plans.flatMap((plan) => {
    const own = requestsOf(plan, requests);
    const firsts = new Set(pauses.map(({ toMs }) => own.find(({ atMs }) => atMs >= toMs)));
    const rests = own.flatMap(({ answeredMs, retryAfterMs }) =>
      retryAfterMs === null
        ? []
        : [
            {
              fromMs: answeredMs,
              untilMs: answeredMs + retryAfterMs - toleranceMs,
              isShort: retryAfterMs < storedFromMs,
            },
          ],
    );
    return own
      .filter((request) =>
        rests.some(
          ({ fromMs, untilMs, isShort }) =>
            fromMs < request.atMs && request.atMs < untilMs && !(isShort && firsts.has(request)),
        ),
      )
      .map((request) => `${said(request)} came before the end of a Retry-After`);
  });
}

/** Requests that the client cut off. @param kills ends of processes that may: what they had in work is cut off */
export function cutOff(
  requests: readonly SiteRequest[],
  kills: readonly { readonly fromMs: number; readonly toMs: number }[] = [],
): Breach[] {
  return requests
    .filter(
      ({ isCut, atMs, answeredMs }) => isCut && !kills.some(({ fromMs, toMs }) => atMs <= toMs && fromMs <= answeredMs),
    )
    .map((request) => `${said(request)} was cut off`);
}
