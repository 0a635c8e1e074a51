/** Parts that are opened once, at their first use, and closed in reverse order. */
export class LazyParts implements AsyncDisposable {
  readonly #opened = new Set<Promise<unknown>>();

  /** @returns a function that opens the part at its first call; a failed opening is repeated at the next call */
  part<T>(open: () => Promise<T>): () => Promise<T> {
    let opened: Promise<T> | null = null;
    return () => {
      if (opened === null) {
        const opening = open();
        opened = opening;
        this.#opened.add(opening);
        opening.catch(() => {
          opened = null;
          this.#opened.delete(opening);
        });
      }
      return opened;
    };
  }

  /** Closes what was opened. Parts that failed to open need no closing. */
  async [Symbol.asyncDispose](): Promise<void> {
    const all = [...this.#opened].reverse();
    this.#opened.clear();
    for (const opening of all) {
      const [settled] = await Promise.allSettled([opening]);
      if (settled.status === 'fulfilled') await close(settled.value);
    }
  }
}

async function close(part: unknown): Promise<void> {
  if (typeof part === 'object' && part !== null && Symbol.asyncDispose in part)
    await (part as AsyncDisposable)[Symbol.asyncDispose]();
}
