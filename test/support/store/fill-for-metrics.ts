import type { ListedProxy } from '../../../src/model/crawl/proxy.ts';
import type { AlertKind } from '../../../src/model/publish/alert-kinds.ts';
import type { WebhookDelivery } from '../../../src/model/publish/webhook.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import type { Teaching } from '../../../src/model/wrapper/teaching.ts';
import { newAlert } from '../../../src/stages/alerts/alert-changes.ts';
import type { Condition } from '../../../src/stages/alerts/condition.ts';
import { newLearning } from '../../../src/stages/site-learning/learning-state.ts';
import type { Store } from '../../../src/storage/port.ts';
import { at, workerBeat } from '../../storage/records.ts';
import { hostile } from '../app/fake-app.ts';

/** Adds a row to each metric of a store: learned sites, a drift, a teacher, webhooks, proxies, a crawling process with a hostile name. */
export async function fillForMetrics(store: Store): Promise<void> {
  const url = canonicalUrl('http://gazette.example/a');
  const drift = { at: at(9), since: at(8), url, version: 1, detail: 'changed', healedAt: null };
  await store.wrappers.save({ ...newLearning('gazette.example', at(12)), drift, drifts: 2, teaching });
  await store.wrappers.save({ ...newLearning('healed.example', at(13)), live: 2, drifts: 1 });
  await store.wrappers.save(newLearning('new.example', at(14)));
  await store.deliveries.add([delivery('1', 'waiting'), delivery('2', 'waiting'), delivery('3', 'failed')]);
  const trouble = (kind: AlertKind, subject: string) => newAlert(condition(kind, subject), 'open', at(5));
  for (const alert of [trouble('source-silent', 'a'), trouble('source-silent', 'b'), trouble('drift', 'a.example')])
    await store.alerts.save(alert);
  await store.alerts.save({ ...trouble('source-silent', 'c'), state: 'resolved', resolvedAt: at(6) });
  await store.alerts.save(newAlert(condition('search', 'd'), 'found', at(5)));
  await store.proxies.save([proxy('a', true), proxy('b', false)]);
  const owner = `back\\slash "quoted"\nline ${hostile}`;
  await store.workers.beat(workerBeat(owner, { at: at(60) }));
}

const condition = (kind: AlertKind, subject: string): Condition => ({
  kind,
  rule: kind,
  subject,
  site: 'gazette.example',
  level: 'opens',
  title: subject,
  evidence: {},
});

const teaching: Teaching = {
  layout: 'l1',
  calls: 3,
  pages: 1,
  day: '2026-11-21',
  callsToday: 3,
  tokensToday: 900,
  allCalls: 7,
  dropped: 4,
  failures: { 'timed-out': 2 },
  lastFailure: null,
  notBefore: null,
};

const delivery = (id: string, state: WebhookDelivery['state']): WebhookDelivery => ({
  id,
  receiver: 'hooks.example 12',
  event: { id: `e${id}`, type: 'webhook.test', at: at(1), data: {} },
  state,
  attempts: 1,
  nextAt: at(2),
  detail: null,
});

const proxy = (name: string, isGood: boolean): ListedProxy => ({
  id: `${name}.example:80-1`,
  url: `http://${name}.example:80`,
  list: 'http://lists.example/',
  listedAt: at(0),
  check: { at: at(1), fault: isGood ? null : 'dead', tries: 6, successRate: isGood ? 1 : 0, latencyMs: null },
});
