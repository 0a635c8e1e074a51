import type { FastifyReply } from 'fastify';

type ServerResponse = FastifyReply['raw'];

/** How slowly an answer may be taken. */
export interface Patience {
  /** Between two looks. */
  readonly sweepMs: number;
  /** Looks that every answer is given. */
  readonly patienceSweeps: number;
  /** An answer is given one more look for each of these bytes. */
  readonly bytesPerSweep: number;
}

/** 30 s, and what a connection of 16 KB/s needs: 20 MB may take 21 minutes. */
const usual: Patience = { sweepMs: 5_000, patienceSweeps: 6, bytesPerSweep: 80 * 1024 };

/**
 * Cuts off clients that take a complete answer too slowly: each holds memory, and one of the requests at once. Counts looks and reads no clock, as every request
 * passes here.
 */
export class SlowReaders {
  readonly #patience: Patience;
  /** Answers under way, with the looks that found them complete, but not taken. */
  readonly #open = new Map<ServerResponse, number>();
  #timer: NodeJS.Timeout | null = null;

  constructor(patience: Patience = usual) {
    this.#patience = patience;
  }

  watch(response: ServerResponse): void {
    this.#open.set(response, 0);
    this.#timer ??= setInterval(() => this.#look(), this.#patience.sweepMs).unref();
  }

  forget(response: ServerResponse): void {
    this.#open.delete(response);
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  #look(): void {
    const { patienceSweeps, bytesPerSweep } = this.#patience;
    for (const [response, looks] of this.#open) {
      // an answer that waits behind another one of its connection has no socket yet: its own time has not begun
      if (!response.writableEnded || response.socket === null) continue;
      const bytes = Number(response.getHeader('content-length') ?? 0);
      if (looks >= patienceSweeps + bytes / bytesPerSweep) response.destroy();
      else this.#open.set(response, looks + 1);
    }
    if (this.#open.size === 0) this.stop();
  }
}
