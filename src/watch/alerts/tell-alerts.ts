import { createHash } from 'node:crypto';
import type { Alert, Telling } from '../../model/publish/alert.ts';
import type { EventItem, WebhookEvent } from '../../model/publish/webhook.ts';
import type { Clock } from '../../ports.ts';
import { receiversFor, settled } from '../../stages/alerts/alert-changes.ts';
import type { Alerts } from '../../storage/collections/alerts.ts';
import type { WebhookSender } from '../webhooks/webhook-sender.ts';

/** Alerts of one message, at most. */
const perMessage = 500;

interface TellPorts {
  /** Of this process. */
  readonly owner: string;
  readonly store: { readonly alerts: Alerts };
  readonly clock: Clock;
  readonly sender: WebhookSender;
}

/**
 * Ends what was begun, by whoever began it, killed or not: alerts that were chosen for a message go out with it. @returns how many alerts
 *
 * Nobody has to know whether that process lives. A message is stored once under its id, and what is stored says which alerts are in it: those of them are told,
 * and the others wait for another message. So one that stops between its choice and its message, for a minute or a day, loses no alert and doubles none.
 */
export async function finishMessages(io: TellPorts): Promise<number> {
  const untold = await io.store.alerts.untold(perMessage * 4);
  const chosen = untold.filter(({ telling }) => telling !== null && telling.batch !== null);
  for (const [batch, alerts] of Map.groupBy(chosen, ({ telling }) => telling?.batch ?? ''))
    await sendMessage(io, batch, alerts);
  return chosen.length;
}

/**
 * Tells receivers of all alerts that they were not told of: one message for those that opened, one for those that ended, one for finds. First each alert is given
 * its message, then the message is stored, then the alerts that it has are marked: after a kill -9 at any point each is told once. @returns how many alerts
 */
export async function tellAlerts(io: TellPorts): Promise<number> {
  const untold = (await io.store.alerts.untold(perMessage)).filter(({ telling }) => telling?.batch === null);
  for (const [what, alerts] of Map.groupBy(untold, ({ telling }) => telling?.what)) {
    if (what === undefined) continue;
    const batch = messageId(io, what, alerts);
    const chosen: Alert[] = [];
    for (const alert of alerts) {
      const next = { ...alert, telling: { what, to: alert.telling?.to ?? null, batch }, version: alert.version + 1 };
      if (await io.store.alerts.save(next)) chosen.push(next);
    }
    if (chosen.length > 0) await sendMessage(io, batch, chosen);
  }
  return untold.length;
}

/** No choice has the id of another: each choice gives its alerts a new version. Two processes that choose at the same moment each have their own message. */
function messageId({ owner }: TellPorts, what: Telling['what'], alerts: readonly Alert[]): string {
  const hash = createHash('sha256')
    .update([owner, ...alerts.map(({ id, version }) => `${id} ${version}`)].join('\n'))
    .digest('hex')
    .slice(0, 32);
  return `alert.${what}:${hash}`;
}

async function sendMessage({ store, clock, sender }: TellPorts, batch: string, alerts: readonly Alert[]) {
  const what = alerts[0]?.telling?.what ?? 'opened';
  const receivers = sender.receiversOf(`alert.${what}`);
  const at = clock.now();
  const told = new Map<string, ReadonlySet<unknown>>();
  for (const receiver of receivers) {
    const items = alerts.filter((alert) => receiversFor(alert, receivers).includes(receiver));
    if (items.length === 0) continue;
    const stored = await sender.announceTo(receiver, messageOf(batch, what, items, at));
    told.set(receiver, alertsOf(stored));
  }
  for (const alert of alerts) {
    const wanting = receiversFor(alert, receivers);
    const has = wanting.filter((receiver) => told.get(receiver)?.has(alert.id));
    // false: another process ends the same message, or a person mutes the alert: then a later look ends it
    await store.alerts.save(settled(alert, wanting, has, at));
  }
}

/** Ids of the alerts that a message has. */
function alertsOf(message: WebhookEvent | null): ReadonlySet<unknown> {
  const items = message?.data.alerts;
  return new Set(Array.isArray(items) ? (items as readonly EventItem[]).map(({ id }) => id) : []);
}

const messageOf = (id: string, what: Telling['what'], alerts: readonly Alert[], at: Date): WebhookEvent => ({
  id,
  type: `alert.${what}`,
  at,
  data: { count: alerts.length, alerts: alerts.map(itemOf) },
});

const itemOf = (alert: Alert): EventItem => ({
  id: alert.id,
  kind: alert.kind,
  rule: alert.rule,
  subject: alert.subject,
  site: alert.site,
  title: alert.title,
  evidence: alert.evidence,
  state: alert.state,
  times: alert.times,
  openedAt: alert.openedAt.toISOString(),
  resolvedAt: alert.resolvedAt?.toISOString() ?? null,
  resolution: alert.resolution,
});
