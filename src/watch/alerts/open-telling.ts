import type { Run } from '../../model/crawl/run.ts';
import type { AlertRules } from '../../model/publish/alert-rules.ts';
import type { WebhookEvent } from '../../model/publish/webhook.ts';
import type { CrawlPorts, OfflinePorts } from '../../services.ts';
import { defineAlerts } from '../../settings/events/alerts.ts';
import { WebhookSender } from '../webhooks/webhook-sender.ts';
import { FeedPings } from '../websub/feed-pings.ts';
import { AlertRounds } from './alert-rounds.ts';

/** What a run tells people and programs: events as they happen, alerts, and hubs which feeds changed. */
export interface RunTelling {
  readonly announce: (event: WebhookEvent) => Promise<void>;
  /** Looks and sends in the background, where that is due; to be called often. */
  readonly begin: () => Promise<void>;
  /** The last look, and what is due to be sent. */
  readonly end: () => Promise<void>;
}

/**
 * Workers look for no alerts: the rules are those of the machine that watches or crawls, which reads the changes that workers stored, too.
 * @throws CommandError (configuration) where receivers lack their secret or server, or there are hubs, but no address under which they reach the feeds
 */
export function openTelling(io: CrawlPorts, owner: string, kind: Run['kind']): RunTelling {
  const { store, clock, log, alertRules = defineAlerts({}) } = io;
  const sender = new WebhookSender(io);
  const pings = new FeedPings(io);
  warnOfTopics(io, alertRules);
  const alerts =
    kind === 'worker' ? null : new AlertRounds({ store, clock, log, owner, rules: alertRules, sender, pings });
  return {
    announce: (event) => sender.announce(event),
    begin: async () => {
      await alerts?.begin();
      sender.begin();
      pings.begin();
    },
    end: async () => {
      await alerts?.finish();
      await sender.finish();
      await pings.finish();
    },
  };
}

/** A topic may be added while the run goes on, so this is no error. */
function warnOfTopics({ topics, log }: OfflinePorts, { stories, searches }: AlertRules): void {
  const names = new Set(topics.map(({ name }) => name));
  for (const { name, topic } of [...stories, ...searches])
    if (topic !== null && !names.has(topic))
      log.warn('alerts.unknown-topic', { rule: name, topic, advice: '`newshawk topics list` shows the topics' });
}
