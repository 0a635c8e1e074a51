import type { Beginning } from '../crawl/links/targets.ts';
import { isWholeSite } from '../model/crawl/crawl-scope.ts';
import type { Task } from '../model/crawl/task.ts';
import type { Clock } from '../ports.ts';
import type { OfflinePorts, RunContext } from '../services.ts';
import { admit } from '../stages/schedule/scope.ts';
import type { Frontier, FrontierEntry } from '../storage/crawl/frontier-port.ts';

interface Depths {
  readonly depth: number;
  readonly maxDepth: number;
}

interface OutsideTasksOptions {
  readonly frontier: Frontier;
  readonly clock: Clock;
  readonly isOutside: (task: Task) => boolean;
}

/** Claimed tasks outside of the run's scope: while the run has their leases, they are not claimed again. */
export class OutsideTasks {
  readonly #options: OutsideTasksOptions;
  readonly #kept = new Map<string, Task>();
  /** Suspects that a page of the run links to, until they are given back. */
  readonly #linkedSuspects: Task[] = [];
  /** Tasks that were given back, with the depths of a link to them; null: no page of the run links to them. */
  readonly #givenBack = new Map<string, { readonly task: Task; readonly linked: Depths | null }>();

  constructor(options: OutsideTasksOptions) {
    this.#options = options;
  }

  /** Those whose leases the run has. */
  get kept(): readonly Task[] {
    return [...this.#kept.values()];
  }

  get all(): readonly Task[] {
    const back = this.#givenBack.values().filter(({ linked }) => linked === null);
    return [...this.#kept.values(), ...back.map(({ task }) => task)];
  }

  /** @returns null: the task is outside, and kept; else the task as the run takes it */
  sort(task: Task): Task | null {
    const linked = this.#givenBack.get(task.url)?.linked ?? null;
    this.#givenBack.delete(task.url);
    if (linked !== null) return { ...task, ...linked };
    if (!this.#options.isOutside(task)) return task;
    this.#kept.set(task.url, task);
    return null;
  }

  /** @returns the tasks that a page of the run links to, which belong to it from now on. A suspect comes with the next claim, as it runs alone */
  include(links: readonly Task[] | readonly FrontierEntry[]): Task[] {
    if (this.#kept.size + this.#givenBack.size === 0) return [];
    return links.flatMap(({ url, depth, maxDepth }) => {
      const task = this.#kept.get(url);
      const back = task?.isSuspect === true ? task : this.#givenBack.get(url)?.task;
      if (back !== undefined) this.#givenBack.set(url, { task: back, linked: { depth, maxDepth } });
      if (task === undefined) return [];
      this.#kept.delete(url);
      if (back === undefined) return [{ ...task, depth, maxDepth }];
      this.#linkedSuspects.push(task);
      return [];
    });
  }

  /** Gives back the suspects that belong to the run now. */
  async giveBackLinked(): Promise<void> {
    for (const task of this.#linkedSuspects.splice(0)) await this.#release(task);
  }

  /** Gives back all tasks: they are claimed again later. A process that holds no other one shows whether its only task kills it. */
  async giveBackAll(): Promise<void> {
    await this.giveBackLinked();
    for (const task of this.#kept.values()) {
      this.#kept.delete(task.url);
      this.#givenBack.set(task.url, { task, linked: null });
      await this.#release(task);
    }
  }

  async #release(task: Task): Promise<void> {
    const now = this.#options.clock.now();
    await this.#options.frontier.release(task, now, now);
  }
}

/** What a run begins with. */
export interface BegunRun {
  readonly io: OfflinePorts;
  readonly beginning: Beginning;
  readonly options: { readonly resume: boolean };
}

/**
 * Whether a task that waits in the store is outside of the scope of a new run: an earlier run with another scope left it. Tasks of the run itself are in its scope.
 * @returns undefined: the run takes all tasks of its sites
 */
export function outsideOf(
  { io, beginning, options: { resume } }: BegunRun,
  { scope, maxDepth: given }: RunContext,
): ((task: Task) => boolean) | undefined {
  // the tasks of a resumed run have its depth already
  const runDepth = resume ? null : given;
  if (isWholeSite(scope) && runDepth === null) return undefined;
  const named = new Set(beginning.seeds.map(({ url }) => url));
  return ({ url, kind, depth, site, maxDepth }) => {
    if (kind === 'source' || named.has(url) || (resume && depth === 0)) return false;
    const link = { url, foundOn: null, anchorText: '', context: '', region: 'content', publishedAt: null } as const;
    const most = runDepth ?? Math.max(depth, maxDepth);
    return admit({ link, site: io.siteOf(site), depth, maxDepth: most, scope }).kind === 'dropped';
  };
}
