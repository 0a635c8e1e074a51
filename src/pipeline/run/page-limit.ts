import type { Task } from '../../model/crawl/task.ts';

/** How many pages a run may begin. Counted where they begin, so that none runs beyond the limit at any concurrency; a page that is tried again counts once. */
export class PageLimit {
  readonly #most: number;
  readonly #begun = new Set<string>();

  /** @param most null: no limit */
  constructor(most: number | null) {
    this.#most = most ?? Number.POSITIVE_INFINITY;
  }

  get isReached(): boolean {
    return this.#begun.size >= this.#most;
  }

  begins({ kind, url }: Pick<Task, 'kind' | 'url'>): void {
    if (kind === 'page' && Number.isFinite(this.#most)) this.#begun.add(url);
  }
}
