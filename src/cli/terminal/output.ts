import { CommandError, exitCodes } from '../../errors.ts';

/** Whoever reads stdout has enough (`| head`): the command ends, and that is no failure. */
export class OutputClosed extends Error {
  constructor(cause: unknown) {
    super('nobody reads stdout any more', { cause });
    this.name = 'OutputClosed';
  }
}

/** A pipe whose reader has gone; a socket's (Node gives its children sockets) may say it in the second way. */
const closedCodes: readonly unknown[] = ['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END'];

/** stdout as the way of data: at most one text waits beside what the stream itself holds, and nothing is lost at the end. */
export class Output {
  readonly #stream: NodeJS.WritableStream;
  readonly #onFailure: () => void;
  #failure: OutputClosed | CommandError | null = null;
  /** Resolved when the last text is with the system, or can't be. */
  #written: Promise<void> = Promise.resolve();

  /** @param onFailure called once, when no more can be written */
  constructor(stream: NodeJS.WritableStream, onFailure: () => void) {
    this.#stream = stream;
    this.#onFailure = onFailure;
    stream.on('error', (error) => this.#fail(error));
  }

  /** Why no more can be written; null while it can. */
  get failure(): OutputClosed | CommandError | null {
    return this.#failure;
  }

  /** Gives the text away without waiting. @returns whether there is room for more */
  put(text: string): boolean {
    if (this.#failure !== null) return true;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#written = promise;
    return this.#stream.write(text, (error) => {
      if (error) this.#fail(error);
      resolve();
    });
  }

  /** Waits while the reader is slow. @throws OutputClosed; CommandError (output) when the text can't be written */
  async write(text: string): Promise<void> {
    if (!this.put(text)) await this.#written;
    if (this.#failure !== null) throw this.#failure;
  }

  /** All is with the system, or there is a `failure`. */
  flush(): Promise<void> {
    return this.#written;
  }

  #fail(error: NodeJS.ErrnoException): void {
    if (this.#failure !== null) return;
    this.#failure = closedCodes.includes(error.code) ? new OutputClosed(error) : unwritable(error);
    this.#onFailure();
  }
}

const unwritable = (cause: NodeJS.ErrnoException): CommandError =>
  new CommandError(
    exitCodes.output,
    `stdout can't be written (${cause.code ?? cause.message}): what was written before is not the whole. Make room, or write to another place.`,
    { cause },
  );
