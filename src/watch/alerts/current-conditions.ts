import { isActive, type Source } from '../../model/crawl/source.ts';
import type { Alert } from '../../model/publish/alert.ts';
import { alertId } from '../../model/publish/alert-id.ts';
import type { AlertRules } from '../../model/publish/alert-rules.ts';
import type { Clock } from '../../ports.ts';
import type { Condition } from '../../stages/alerts/condition.ts';
import { failingSites, lastPollEndings, outage } from '../../stages/alerts/site-conditions.ts';
import { failingSources, silentSources } from '../../stages/alerts/source-conditions.ts';
import { driftedSites, scarceProxies, unmatchedScrapers } from '../../stages/alerts/store-conditions.ts';
import type { Store } from '../../storage/port.ts';
import type { RecentEndings } from './recent-endings.ts';

const minuteMs = 60_000;

/** What rules about health are asked with. */
export interface HealthCheck {
  readonly store: Store;
  readonly clock: Clock;
  readonly rules: AlertRules;
  readonly endings: RecentEndings;
}

/** What all rules about health say now. While most sites can't be reached, no single site or source opens an alert for its failures. */
export async function currentConditions(io: HealthCheck): Promise<Condition[]> {
  const { store, clock, rules, endings } = io;
  const now = clock.now();
  const sources = await store.sources.list();
  const visits = await endings.newest(now);
  const outages = rules.outage === null ? [] : outage(lastPollEndings(sources, now), visits, rules.outage);
  const [lastOutage] = await store.alerts.get([alertId({ kind: 'outage', rule: 'outage', subject: '' })]);
  const isOut = outages.some(({ level }) => level === 'opens' || lastOutage?.state === 'open');
  const failures = await failureConditions(io, sources, outageEnd(lastOutage, isOut, now));
  return [
    ...outages,
    ...failures.map((condition) => (isOut ? { ...condition, level: 'holds' as const } : condition)),
    ...(rules.sourceSilent === null ? [] : silentSources(sources, rules.sourceSilent)),
    ...(await otherConditions(io, now)),
  ];
}

/** When the last outage ended, which may be now; null: there was none, or the clock was set back behind it. */
function outageEnd(alert: Alert | undefined, isOut: boolean, now: Date): Date | null {
  if (alert?.state === 'open') return isOut ? null : now;
  return alert?.resolvedAt && alert.resolvedAt <= now ? alert.resolvedAt : null;
}

async function failureConditions(
  { clock, rules, endings }: HealthCheck,
  sources: readonly Source[],
  outageEndedAt: Date | null,
): Promise<Condition[]> {
  const now = clock.now();
  const conditions: Condition[] = [];
  if (rules.sourceFailing !== null) conditions.push(...failingSources(sources, rules.sourceFailing, outageEndedAt));
  if (rules.siteFailing !== null) {
    const begin = now.getTime() - rules.siteFailing.windowMinutes * minuteMs;
    const from = new Date(Math.max(begin, outageEndedAt?.getTime() ?? begin));
    const visited = new Set(sources.filter(isActive).map(({ site }) => site));
    conditions.push(...failingSites(await endings.since(from, now), visited, rules.siteFailing));
  }
  return conditions;
}

async function otherConditions({ store, rules }: HealthCheck, now: Date): Promise<Condition[]> {
  const conditions: Condition[] = [];
  if (rules.drift !== null) {
    // a site has one alert for its layout, whoever noticed
    const ofScrapers = unmatchedScrapers(await store.ownRules.list(), rules.drift);
    const noticed = new Set(ofScrapers.map(({ site }) => site));
    const learned = driftedSites(await store.wrappers.briefs(), rules.drift, now);
    conditions.push(...ofScrapers, ...learned.filter(({ site }) => !noticed.has(site)));
  }
  if (rules.proxies !== null) {
    const waiting = await store.frontier.waitingFor('proxy', null);
    conditions.push(...scarceProxies({ listed: await store.proxies.list(), waiting }, rules.proxies, now));
  }
  return conditions;
}

/** The field of each rule about health. */
export const ruleFields = {
  'source-silent': 'sourceSilent',
  'source-failing': 'sourceFailing',
  'site-failing': 'siteFailing',
  drift: 'drift',
  proxies: 'proxies',
  outage: 'outage',
} as const;

/** Why an alert ends whose rule says nothing of it any more. */
export function resolutionOf(rules: AlertRules): (alert: Alert) => string {
  return ({ kind }) => {
    if (kind === 'story' || kind === 'search') return 'it is a find';
    if (rules[ruleFields[kind]] === null) return 'its rule is off';
    return {
      'source-silent': 'the source brings new links again, or is not polled any more',
      'source-failing': 'its last poll did not fail, or it is not polled any more',
      'site-failing': 'its visits come through, or it is not visited any more',
      drift: 'a wrapper for the new layout is live, the selectors match again, or the site is forgotten',
      proxies: 'enough proxies are good',
      outage: 'sites can be reached',
    }[kind];
  };
}
