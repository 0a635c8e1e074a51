import type { BrowserPool } from '../../ports.ts';

/** Places for pages in the browser: who comes first is served first, and the number of places may change at any time. */
export class BrowserSlots {
  #limit: number;
  #running = 0;
  #ended = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Pages that have been closed, in all. */
  get ended(): number {
    return this.#ended;
  }

  get limit(): number {
    return this.#limit;
  }

  /** Fewer places close no page: they are left free as pages end. */
  resize(limit: number): void {
    this.#limit = limit;
    this.#serve();
  }

  /** Waits for a place. @returns the way to give it back, once */
  async take(): Promise<() => void> {
    if (this.#running >= this.#limit || this.#waiting.length > 0) {
      const turn = Promise.withResolvers<void>();
      this.#waiting.push(turn.resolve);
      await turn.promise;
    } else this.#running += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#running -= 1;
      this.#ended += 1;
      this.#serve();
    };
  }

  /** The place is taken here, not by who is woken: else somebody could slip in between. */
  #serve(): void {
    while (this.#running < this.#limit) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#running += 1;
      next();
    }
  }
}

/** Players at once, beside the pages (they wait more than they work): a visit may have its page open while it plays it, and two places of one kind would wait for each other. */
const playersAtOnce = 4;

/** The pool, with a place for each of its pages from before it is opened until it is closed. A page's own time limit starts when it has its place. */
export const withSlots = (
  pool: BrowserPool,
  slots: BrowserSlots,
  players = new BrowserSlots(playersAtOnce),
): BrowserPool => ({
  open: (plan) => inSlot(slots, () => pool.open(plan)),
  openPlayer: (plan) => inSlot(players, () => pool.openPlayer(plan)),
  get health() {
    return pool.health;
  },
  get stats() {
    return pool.stats;
  },
  [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
});

async function inSlot<T extends AsyncDisposable>(slots: BrowserSlots, open: () => Promise<T>): Promise<T> {
  const giveBack = await slots.take();
  try {
    return heldOpen(await open(), giveBack);
  } catch (error) {
    giveBack();
    throw error;
  }
}

/** The page itself (its class may have private fields), with another end. */
function heldOpen<T extends AsyncDisposable>(page: T, giveBack: () => void): T {
  const close = page[Symbol.asyncDispose].bind(page);
  return Object.defineProperty(page, Symbol.asyncDispose, {
    value: async () => {
      try {
        await close();
      } finally {
        giveBack();
      }
    },
  });
}
