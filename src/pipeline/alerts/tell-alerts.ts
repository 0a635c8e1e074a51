import { createHash } from 'node:crypto';
import type { Alert, Telling } from '../../model/publish/alert.ts';
import type { EventItem, WebhookEvent } from '../../model/publish/webhook.ts';
import type { Clock } from '../../ports.ts';
import type { Alerts } from '../../storage/alerts-port.ts';
import type { WebhookSender } from '../webhooks/webhook-sender.ts';

/** Alerts of one message, at most. */
const perMessage = 500;

/** What another process began this long ago is ended by whoever looks, ms: until then it may be at work on it. */
const leftAfterMs = 60_000;

export interface TellPorts {
  /** Of this process. */
  readonly owner: string;
  readonly store: { readonly alerts: Alerts };
  readonly clock: Pick<Clock, 'now'>;
  readonly sender: Pick<WebhookSender, 'receiversOf' | 'announceTo'>;
}

/**
 * Ends what a killed process began: alerts that were chosen for a message go out with it, under the id that it had. Where the message was stored already, nothing
 * is sent again. @returns how many alerts
 */
export async function finishMessages(io: TellPorts): Promise<number> {
  const untold = await io.store.alerts.untold(perMessage * 4);
  const now = io.clock.now().getTime();
  const begun = Map.groupBy(untold, ({ telling }) => telling?.batch ?? null);
  begun.delete(null);
  for (const batch of begun.keys()) if (Math.abs(now - begunAtMs(batch ?? '')) < leftAfterMs) begun.delete(batch);
  for (const [batch, alerts] of begun) await sendMessage(io, batch ?? '', alerts);
  return [...begun.values()].flat().length;
}

/**
 * Tells receivers of all alerts that they were not told of: one message for those that opened, one for those that ended, one for finds. First each alert is given
 * its message, then the message is stored, then the alerts are marked: after a kill -9 at any point each is told once. @returns how many alerts
 */
export async function tellAlerts(io: TellPorts): Promise<number> {
  const untold = (await io.store.alerts.untold(perMessage)).filter(({ telling }) => telling?.batch === null);
  for (const [what, alerts] of Map.groupBy(untold, ({ telling }) => telling?.what)) {
    if (what === undefined) continue;
    const batch = messageId(io, what, alerts);
    const chosen: Alert[] = [];
    for (const alert of alerts) {
      const next = { ...alert, telling: { what, batch }, version: alert.version + 1 };
      if (await io.store.alerts.save(next)) chosen.push(next);
    }
    if (chosen.length > 0) await sendMessage(io, batch, chosen);
  }
  return untold.length;
}

/** Of its time, its process and its alerts: two processes that look at the same moment each have their own message. */
function messageId({ owner, clock }: TellPorts, what: Telling['what'], alerts: readonly Alert[]): string {
  const hash = createHash('sha256')
    .update([owner, ...alerts.map(({ id, times }) => `${id} ${times}`)].join('\n'))
    .digest('hex')
    .slice(0, 16);
  return `alert.${what}:${clock.now().getTime()}-${hash}`;
}

/** Older ids have no time: they were begun long ago. */
const begunAtMs = (batch: string): number => Number(/:(\d+)-/.exec(batch)?.[1] ?? 0);

async function sendMessage({ store, clock, sender }: TellPorts, batch: string, alerts: readonly Alert[]) {
  const what = alerts[0]?.telling?.what ?? 'opened';
  const receivers = sender.receiversOf(`alert.${what}`);
  const toldTo = (alert: Alert) =>
    what === 'resolved' ? receivers.filter((receiver) => alert.toldTo.includes(receiver)) : receivers;
  const at = clock.now();
  for (const receiver of receivers) {
    const items = alerts.filter((alert) => toldTo(alert).includes(receiver));
    if (items.length > 0) await sender.announceTo([receiver], messageOf(batch, what, items, at));
  }
  for (const alert of alerts)
    await store.alerts.save({
      ...alert,
      telling: null,
      toldTo: what === 'resolved' ? alert.toldTo : receivers,
      toldAt: receivers.length === 0 ? alert.toldAt : at,
      version: alert.version + 1,
    });
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
