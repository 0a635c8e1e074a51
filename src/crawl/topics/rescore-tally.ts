import type { ArticleStatus, StoredArticle } from '../../model/article/article.ts';
import type { TopicScore } from '../../model/topic/topic.ts';

/** The result of a rescore, or of a dry run. */
export interface RescoreReport {
  readonly judged: number;
  readonly toPublished: number;
  readonly toOffTopic: number;
  /** By topic name: articles that the topic keeps now and did not before (gained), and the opposite (lost). */
  readonly topics: readonly { readonly topic: string; readonly gained: number; readonly lost: number }[];
  readonly failed: number;
  /** The first failures, at most `maxFailuresListed`. */
  readonly failures: readonly { readonly url: string; readonly why: string }[];
  /** Not judged yet. */
  readonly left: number;
  readonly isInterrupted: boolean;
}

const maxFailuresListed = 20;

interface Judged {
  readonly status: ArticleStatus;
  readonly topics: readonly TopicScore[];
}

export class RescoreTally {
  readonly #topics = new Map<string, { gained: number; lost: number }>();
  readonly #failures: { url: string; why: string }[] = [];
  #judged = 0;
  #failed = 0;
  #toPublished = 0;
  #toOffTopic = 0;

  get judged(): number {
    return this.#judged;
  }

  add(before: Judged, after: Judged): void {
    this.#judged += 1;
    if (before.status !== 'published' && after.status === 'published') this.#toPublished += 1;
    if (before.status !== 'off-topic' && after.status === 'off-topic') this.#toOffTopic += 1;
    const [kept, keeps] = [keptBy(before), keptBy(after)];
    for (const topic of keeps.difference(kept)) this.#of(topic).gained += 1;
    for (const topic of kept.difference(keeps)) this.#of(topic).lost += 1;
  }

  fail({ url }: StoredArticle, { message }: Error): void {
    this.#failed += 1;
    if (this.#failures.length < maxFailuresListed) this.#failures.push({ url, why: message });
  }

  report({ total, isInterrupted }: { readonly total: number; readonly isInterrupted: boolean }): RescoreReport {
    return {
      judged: this.#judged,
      toPublished: this.#toPublished,
      toOffTopic: this.#toOffTopic,
      topics: [...this.#topics].sort(([a], [b]) => (a < b ? -1 : 1)).map(([topic, counts]) => ({ topic, ...counts })),
      failed: this.#failed,
      failures: this.#failures,
      left: isInterrupted ? Math.max(0, total - this.#judged) : this.#failed,
      isInterrupted,
    };
  }

  #of(topic: string): { gained: number; lost: number } {
    const counts = this.#topics.get(topic) ?? { gained: 0, lost: 0 };
    this.#topics.set(topic, counts);
    return counts;
  }
}

const keptBy = ({ topics }: Judged): Set<string> =>
  new Set(topics.filter(({ kept }) => kept).map(({ topic }) => topic));
