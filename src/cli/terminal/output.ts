import { CommandError, exitCodes } from '../../errors.ts';

/** The reader of stdout closed the pipe (`| head`): the command ends, without a failure. */
export class OutputClosed extends Error {
  constructor(cause: unknown) {
    super('the reader of stdout closed the pipe', { cause });
    this.name = 'OutputClosed';
  }
}

/** Error codes of a closed pipe. Sockets, which Node gives to its children, report ECONNRESET. */
const closedCodes: readonly unknown[] = ['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END'];

/** Writes data to stdout, with backpressure: at most one text waits beside the stream's own buffer. `flush` makes sure that nothing is lost at the end. */
export class Output {
  readonly #stream: NodeJS.WritableStream;
  readonly #onFailure: () => void;
  #failure: OutputClosed | CommandError | null = null;
  /** Resolves when the last text was passed to the system, or failed. */
  #written: Promise<void> = Promise.resolve();

  /** @param onFailure called once, when writing fails */
  constructor(stream: NodeJS.WritableStream, onFailure: () => void) {
    this.#stream = stream;
    this.#onFailure = onFailure;
    stream.on('error', (error) => this.#fail(error));
  }

  /** Why writing failed; null while it works. */
  get failure(): OutputClosed | CommandError | null {
    return this.#failure;
  }

  /** Writes without waiting. @returns whether the stream's buffer has room for more */
  put(text: string | Uint8Array): boolean {
    if (this.#failure !== null) return true;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#written = promise;
    return this.#stream.write(text, (error) => {
      if (error) this.#fail(error);
      resolve();
    });
  }

  /** Waits while the reader is slow. @throws OutputClosed; CommandError (output) when the text can't be written */
  async write(text: string | Uint8Array): Promise<void> {
    if (!this.put(text)) await this.#written;
    if (this.#failure !== null) throw this.#failure;
  }

  /** Resolves when everything was passed to the system, or there is a `failure`. */
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
    `stdout can't be written (${cause.code ?? cause.message}): the output is incomplete. Free some space, or write elsewhere.`,
    { cause },
  );
