import type { AlertRules } from '../../model/publish/alert-rules.ts';
import type { Clock, Log } from '../../ports.ts';
import type { Store } from '../../storage/port.ts';
import { Leadership } from '../assignment/leadership.ts';
import type { WebhookSender } from '../webhooks/webhook-sender.ts';
import type { FeedPings } from '../websub/feed-pings.ts';
import { readArticleNews } from './article-news.ts';
import { lookForAlerts } from './look-for-alerts.ts';
import { RecentEndings } from './recent-endings.ts';
import { finishMessages, tellAlerts } from './tell-alerts.ts';

const minuteMs = 60_000;
/** Between two looks, ms; and how long one that failed is left alone. */
const [lookEveryMs, retryAfterMs] = [minuteMs, 5 * minuteMs];
/** Hubs are told sooner: between two readings of the changes of articles, ms. */
const newsEveryMs = 10_000;
const dayMs = 24 * 60 * minuteMs;

interface AlertPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly rules: AlertRules;
  readonly sender: WebhookSender;
  readonly pings: FeedPings;
  readonly owner: string;
}

/** Looks for alerts once a minute, in the background. Of several processes on one store one does; another one takes over when it ends or dies. */
export class AlertRounds {
  readonly #io: AlertPorts;
  readonly #leadership: Leadership;
  readonly #endings: RecentEndings;
  #nextMs: number;
  #newsMs: number;
  #toldMs = Number.NEGATIVE_INFINITY;
  #tidiedMs = Number.NEGATIVE_INFINITY;
  #round: Promise<void> | null = null;

  constructor(io: AlertPorts) {
    this.#io = io;
    const { clock, log, owner, store } = io;
    this.#leadership = new Leadership({ leases: store.leases, clock, log, owner, role: 'alerts' });
    this.#endings = new RecentEndings(store.visits);
    this.#nextMs = clock.monotonicMs() + lookEveryMs;
    this.#newsMs = clock.monotonicMs() + newsEveryMs;
  }

  /** Begins a look where one is due; to be called often. */
  async begin(): Promise<void> {
    const { clock, pings } = this.#io;
    if (!(await this.#leadership.isOurs()) || this.#round !== null) return;
    const nowMs = clock.monotonicMs();
    if (nowMs >= this.#nextMs) {
      this.#nextMs = nowMs + lookEveryMs;
      this.#begin(() => this.look());
    } else if (pings.areWanted && nowMs >= this.#newsMs) {
      this.#newsMs = nowMs + newsEveryMs;
      this.#begin(async () => void (await readArticleNews(this.#io)));
    }
  }

  /** Resolves when what was begun has ended. */
  async idle(): Promise<void> {
    await this.#round;
  }

  /** The last look of a process: a crawl of a minute has one, too. */
  async finish(): Promise<void> {
    await this.#round;
    if (!(await this.#leadership.isOurs())) return;
    this.#begin(() => this.look());
    await this.#round;
    await this.#leadership.end();
  }

  #begin(work: () => Promise<void>): void {
    const { clock, log } = this.#io;
    this.#round = work()
      .catch((error: unknown) => {
        this.#nextMs = clock.monotonicMs() + retryAfterMs;
        this.#newsMs = clock.monotonicMs() + lookEveryMs;
        log.warn('alerts.failed', { message: error instanceof Error ? error.message : String(error) });
      })
      .finally(() => {
        this.#round = null;
      });
  }

  /** One look: what was begun is ended, then rules are asked, then receivers are told, at most once in `digestMinutes`. */
  async look(): Promise<void> {
    const { clock, log, rules } = this.#io;
    const begun = clock.monotonicMs();
    await finishMessages(this.#io);
    const changed = await lookForAlerts({ ...this.#io, endings: this.#endings });
    for (const { id, kind, state, title } of changed)
      if (state === 'open' || state === 'resolved') log.info(`alert.${state}`, { alert: id, kind, title });
    const read = await readArticleNews(this.#io);
    if (clock.monotonicMs() - this.#toldMs >= rules.digestMinutes * minuteMs && (await tellAlerts(this.#io)) > 0)
      this.#toldMs = clock.monotonicMs();
    if (clock.monotonicMs() - this.#tidiedMs >= dayMs) await this.#tidy();
    log.debug('alerts.looked', {
      changed: changed.length,
      articles: read,
      ms: Math.round(clock.monotonicMs() - begun),
    });
  }

  async #tidy(): Promise<void> {
    const { store, clock, rules } = this.#io;
    await store.alerts.deletePast(new Date(clock.now().getTime() - rules.keepDays * dayMs));
    this.#tidiedMs = clock.monotonicMs();
  }
}
