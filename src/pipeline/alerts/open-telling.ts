import type { Run } from '../../model/crawl/run.ts';
import type { WebhookEvent } from '../../model/publish/webhook.ts';
import { defineAlerts } from '../../settings/alerts.ts';
import type { CrawlPorts } from '../ports.ts';
import { WebhookSender } from '../webhooks/webhook-sender.ts';
import { AlertRounds } from './alert-rounds.ts';

/** What a run tells people and programs: events as they happen, and alerts. */
export interface RunTelling {
  readonly announce: (event: WebhookEvent) => Promise<void>;
  /** Looks and sends in the background, where that is due; to be called often. */
  readonly begin: () => Promise<void>;
  /** The last look, and what is due to be sent. */
  readonly end: () => Promise<void>;
}

/**
 * Workers look for no alerts: the rules are those of the machine that watches or crawls.
 * @throws CommandError (configuration) where receivers lack their secret or server
 */
export function openTelling(
  io: Pick<CrawlPorts, 'store' | 'clock' | 'log' | 'config' | 'alertRules'>,
  { owner, kind }: Pick<Run, 'owner' | 'kind'>,
): RunTelling {
  const { store, clock, log, alertRules = defineAlerts({}) } = io;
  const sender = new WebhookSender(io);
  const alerts = kind === 'worker' ? null : new AlertRounds({ store, clock, log, owner, rules: alertRules, sender });
  return {
    announce: (event) => sender.announce(event),
    begin: async () => {
      await alerts?.begin();
      sender.begin();
    },
    end: async () => {
      await alerts?.finish();
      await sender.finish();
    },
  };
}
