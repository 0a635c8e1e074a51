import type { Alert } from '../../model/publish/alert.ts';
import { alertId } from '../../model/publish/alert-id.ts';
import type { Condition } from './condition.ts';

/** An open alert is written again after this time, ms, while its cause is there: not with every look. */
const seenEveryMs = 10 * 60_000;

/**
 * What changes for alerts of troubles. A cause that is gone resolves its alert, and one that comes back opens the same alert again. Who was not told of the
 * opening is not told of the end. An alert whose message is on its way is left for the next look.
 * @param stored alerts that are open, and those of the conditions @param conditions what all rules say now @param resolution why an alert without a condition ends
 * @returns alerts to write
 */
export function alertChanges(
  stored: readonly Alert[],
  conditions: readonly Condition[],
  now: Date,
  resolution: (alert: Alert) => string,
): Alert[] {
  const byId = new Map(stored.map((alert) => [alert.id, alert]));
  const conditionIds = new Set(conditions.map(alertId));
  const seen = conditions.flatMap((condition) => {
    const alert = byId.get(alertId(condition));
    if (alert === undefined) return condition.level === 'opens' ? [newAlert(condition, 'open', now)] : [];
    return isOnItsWay(alert) ? [] : withCondition(alert, condition, now);
  });
  const gone = stored
    .filter((alert) => alert.state === 'open' && !conditionIds.has(alert.id) && !isOnItsWay(alert))
    .map((alert) => resolved(alert, now, resolution(alert)));
  return [...seen, ...gone];
}

export const newAlert = (condition: Condition, state: 'open' | 'found', now: Date): Alert => {
  const { level: _level, ...about } = condition;
  return {
    id: alertId(condition),
    ...about,
    state,
    times: 1,
    openedAt: now,
    lastSeenAt: now,
    resolvedAt: null,
    resolution: null,
    mutedAt: null,
    telling: { what: state === 'open' ? 'opened' : 'found', to: null, batch: null },
    toldTo: [],
    toldAt: null,
    version: 1,
  };
};

/** Also where some receivers know it and others don't yet: all are told of one state before it changes. */
const isOnItsWay = ({ telling }: Alert): boolean => telling !== null && (telling.batch !== null || telling.to !== null);

function withCondition(alert: Alert, condition: Condition, now: Date): Alert[] {
  const { level, ...about } = condition;
  const version = alert.version + 1;
  if (alert.state !== 'open') {
    if (level === 'holds') return [];
    const reopened = {
      ...alert,
      ...about,
      state: 'open',
      times: alert.times + 1,
      lastSeenAt: now,
      resolvedAt: null,
      resolution: null,
    } as const;
    // receivers still believe that it is open
    if (alert.telling?.what === 'resolved') return [{ ...reopened, telling: null, version }];
    const telling = alert.mutedAt === null ? ({ what: 'opened', to: null, batch: null } as const) : null;
    return [{ ...reopened, openedAt: now, telling, toldTo: [], toldAt: null, version }];
  }
  const isSeen = level === 'opens' && Math.abs(now.getTime() - alert.lastSeenAt.getTime()) >= seenEveryMs;
  return isSeen ? [{ ...alert, ...about, lastSeenAt: now, version }] : [];
}

function resolved(alert: Alert, now: Date, resolution: string): Alert {
  const isTold = alert.toldTo.length > 0 && alert.mutedAt === null;
  return {
    ...alert,
    state: 'resolved',
    resolvedAt: now,
    resolution,
    telling: isTold ? { what: 'resolved', to: null, batch: null } : null,
    version: alert.version + 1,
  };
}

/** Receivers of an event that are to be told of this alert now. */
export function receiversFor({ telling, toldTo }: Alert, wanting: readonly string[]): readonly string[] {
  const left = wanting.filter((receiver) => telling?.to?.includes(receiver) ?? true);
  return telling?.what === 'resolved' ? left.filter((receiver) => toldTo.includes(receiver)) : left;
}

/**
 * After its message was stored: it is told to those whose stored message has it, and waits for another message to the others.
 * @param wanting those that were to be told @param told those of them whose message has it
 */
export function settled(alert: Alert, wanting: readonly string[], told: readonly string[], now: Date): Alert {
  const { telling, toldTo, toldAt } = alert;
  const left = wanting.filter((receiver) => !told.includes(receiver));
  return {
    ...alert,
    telling: telling === null || left.length === 0 ? null : { ...telling, to: left, batch: null },
    toldTo: telling?.what === 'resolved' ? toldTo : [...new Set([...toldTo, ...told])],
    toldAt: told.length === 0 ? toldAt : now,
    version: alert.version + 1,
  };
}

/** Mutes an alert, or ends that. Nobody is told of what happens to it meanwhile, not even later. */
export function muted(alert: Alert, at: Date | null): Alert {
  const isWaiting = alert.telling !== null && alert.telling.batch === null;
  return {
    ...alert,
    mutedAt: at,
    telling: at !== null && isWaiting ? null : alert.telling,
    version: alert.version + 1,
  };
}
