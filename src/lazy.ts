/** Parts that are opened at first use, once, and closed in the opposite order. */
export class LazyParts implements AsyncDisposable {
  readonly #opened = new Set<Promise<unknown>>();

  /** A function that opens the part when it is called first. A part that could not be opened is tried again at the next call. */
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

  /** Closes what was opened. What failed to open needs no closing: its caller has heard of it. */
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
