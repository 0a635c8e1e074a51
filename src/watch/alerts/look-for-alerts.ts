import type { Alert } from '../../model/publish/alert.ts';
import { alertId } from '../../model/publish/alert-id.ts';
import type { WebhookEvent } from '../../model/publish/webhook.ts';
import { alertChanges } from '../../stages/alerts/alert-changes.ts';
import type { WebhookSender } from '../webhooks/webhook-sender.ts';
import { currentConditions, type HealthCheck, resolutionOf } from './current-conditions.ts';

/** Open alerts that are read, at most: more than any store has sources and sites. */
const maxOpen = 100_000;

interface LookPorts extends HealthCheck {
  readonly sender: WebhookSender;
}

/** One look by all rules about health. What it finds is in the store, and not told yet. @returns the alerts that changed */
export async function lookForAlerts(io: LookPorts): Promise<Alert[]> {
  const { store, clock, rules, sender } = io;
  const conditions = await currentConditions(io);
  const open = await store.alerts.list({ state: 'open', limit: maxOpen });
  const openIds = new Set(open.map(({ id }) => id));
  const others = conditions.map(alertId).filter((id) => !openIds.has(id));
  const stored = [...open, ...(others.length === 0 ? [] : await store.alerts.get(others))];
  const changed: Alert[] = [];
  const before = new Map(stored.map((alert) => [alert.id, alert]));
  for (const alert of alertChanges(stored, conditions, clock.now(), resolutionOf(rules))) {
    // first: the event has the alert's own number, so that it comes once, whoever repeats this
    const event = sourceEvent(alert, before.get(alert.id));
    if (event !== null) await sender.announce(event);
    if (await store.alerts.save(alert)) changed.push(alert);
  }
  return changed;
}

/** `source.failing` and `source.recovered` are told at once, each by itself: programs act on them. Null: no other state. */
function sourceEvent(alert: Alert, before: Alert | undefined): WebhookEvent | null {
  if (alert.kind !== 'source-failing' || alert.state === before?.state || alert.mutedAt !== null) return null;
  const { subject, site, evidence, times, state } = alert;
  const isOpen = state === 'open';
  return {
    id: `${isOpen ? 'source.failing' : 'source.recovered'}:${subject}:${times}`,
    type: isOpen ? 'source.failing' : 'source.recovered',
    at: isOpen ? alert.lastSeenAt : (alert.resolvedAt ?? alert.lastSeenAt),
    data: { source: subject, site, ...evidence },
  };
}
