import type { Task } from '../../../model/crawl/task.ts';

/** The limit of pages per run. Pages count when they begin, so the limit holds at any concurrency; a retried page counts once. */
export class PageLimit {
  readonly #max: number;
  readonly #begun = new Set<string>();

  /** @param max null: no limit */
  constructor(max: number | null) {
    this.#max = max ?? Number.POSITIVE_INFINITY;
  }

  get isReached(): boolean {
    return this.#begun.size >= this.#max;
  }

  begin({ kind, url }: Pick<Task, 'kind' | 'url'>): void {
    if (kind === 'page' && Number.isFinite(this.#max)) this.#begun.add(url);
  }
}
