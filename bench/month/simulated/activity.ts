import { setImmediate as nextTurn } from 'node:timers/promises';
import type { HttpClient, Turns } from '../../../src/ports.ts';

/** Turns of the event loop without work after which nothing is in flight: what Crawlee defers from one task to the next takes fewer. */
const calmTurns = 12;

/** Counts the work in flight at the ports of a run, so that simulated time passes only when all of it waits for time. */
export class Activity {
  #running = 0;
  #begun = 0;
  #changes = 0;

  /** Calls so far that may have changed when something is due. */
  get changes(): number {
    return this.#changes;
  }

  noteChange(): void {
    this.#changes += 1;
  }

  /** Work begins (+1), or ends or waits for time (-1). */
  count(change: 1 | -1): void {
    this.#running += change;
    if (change === 1) this.#begun += 1;
  }

  async during<T>(work: Promise<T>): Promise<T> {
    this.count(1);
    return work.finally(() => this.count(-1));
  }

  /** Time passes meanwhile: the work that waits is not in flight. */
  async waiting<T>(wait: Promise<T>): Promise<T> {
    this.count(-1);
    return wait.finally(() => this.count(1));
  }

  /** Resolves when nothing is in flight. */
  async settled(): Promise<void> {
    let [calm, begun] = [0, this.#begun];
    while (calm < calmTurns) {
      await nextTurn();
      calm = this.#running === 0 && begun === this.#begun ? calm + 1 : 0;
      begun = this.#begun;
    }
  }
}

/** Methods of the store that change when something is due, unless they come to nothing. */
const changing = ['commit', 'save', 'define', 'claim', 'claimDue', 'replan', 'reopen', 'release', 'wake', 'renew'];

const isNothing = (result: unknown): boolean =>
  result === 0 || (Array.isArray(result) ? result.length === 0 : result instanceof Set && result.size === 0);

/** A port whose calls are counted while they run, with the ports that it holds. */
export function counted<Port extends object>(port: Port, activity: Activity): Port {
  const wrapped = new Map<PropertyKey, { readonly of: unknown; readonly by: unknown }>();
  const wrap = (name: PropertyKey, value: unknown): unknown => {
    if (typeof value === 'function')
      return (...args: unknown[]) => {
        const result: unknown = Reflect.apply(value, port, args);
        if (!(result instanceof Promise)) return result;
        if (!changing.includes(String(name))) return activity.during(result);
        const noted = result.then((value: unknown) => {
          if (!isNothing(value)) activity.noteChange();
          return value;
        });
        return activity.during(noted);
      };
    return typeof value === 'object' && value !== null ? counted(value, activity) : value;
  };
  return new Proxy(port, {
    get: (_, name) => {
      const value: unknown = Reflect.get(port, name, port);
      const before = wrapped.get(name);
      if (before !== undefined && before.of === value) return before.by;
      const by = wrap(name, value);
      wrapped.set(name, { of: value, by });
      return by;
    },
  });
}

/** A client whose requests are counted while they run, apart from their waits for a turn. */
export function countedHttp(http: HttpClient, activity: Activity): HttpClient {
  const countedTurns = (turns: Turns): Turns => ({
    free: (url) => activity.waiting(turns.free(url)),
    take: (url) => activity.waiting(turns.take(url)),
    note: (url) => turns.note(url),
    answered: (url) => turns.answered(url),
  });
  return {
    fetch: (request) => {
      const { turns } = request;
      return activity.during(http.fetch(turns === undefined ? request : { ...request, turns: countedTurns(turns) }));
    },
    [Symbol.asyncDispose]: () => http[Symbol.asyncDispose](),
  };
}
