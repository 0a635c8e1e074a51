import type { BrowserPool } from '../../browser-port.ts';

/** Slots for pages in the browser, in order of arrival. Their number may change at any time. */
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

  /** Number of pages that have closed. */
  get ended(): number {
    return this.#ended;
  }

  get limit(): number {
    return this.#limit;
  }

  /** A smaller limit closes no page: slots are not reused as pages end. */
  resize(limit: number): void {
    this.#limit = limit;
    this.#serve();
  }

  /** Waits for a slot. @returns a function that gives it back; only its first call counts */
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

  /** Takes the slot for the page that it wakes: else another could take it in between. */
  #serve(): void {
    while (this.#running < this.#limit) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#running += 1;
      next();
    }
  }
}

/** Players at once; they mostly wait. They have separate slots: a visit may keep its page open while it plays, and would wait for itself. */
const playersAtOnce = 4;

/** The pool, whose pages hold a slot from before they open until they are closed. A page's time limit starts when it has its slot. */
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

/** The page itself, not a copy (its class may have private fields), with a dispose that gives the slot back. */
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
