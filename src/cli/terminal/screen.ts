import { Writable } from 'node:stream';
import cliTruncate from 'cli-truncate';

const introducer = '\u001b[';

/** Bytes that wait for a slow reader of stderr. More log lines are left out and counted: a log that nobody reads must not fill the memory. */
const maxWaitingBytes = 1_000_000;

/** stderr with one block of lines at its end that is redrawn: what is written goes above it. */
export class Screen {
  readonly logs: NodeJS.WritableStream;
  readonly #stream: NodeJS.WritableStream;
  readonly #columns: number;
  #block: readonly string[] = [];
  #waiting = 0;
  #leftOut = 0;

  constructor(stream: NodeJS.WritableStream, columns: number) {
    this.#stream = stream;
    this.#columns = columns;
    // Words that nobody can read (a closed terminal, a full disk) are no reason to end the work.
    stream.on('error', () => {});
    this.logs = new Writable({
      decodeStrings: false,
      write: (chunk: string | Uint8Array, _encoding, done) => {
        this.#log(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8'));
        done();
      },
    });
  }

  /** Whole lines, above the block. */
  write(text: string): void {
    this.#put(this.#erase() + text + this.#drawn());
  }

  /** Replaces the block; a line that is too wide would wrap and break the redrawing, so it is cut. */
  show(lines: readonly string[]): void {
    const erase = this.#erase();
    this.#block = lines.map((line) => cliTruncate(line, this.#columns - 1));
    this.#put(erase + this.#drawn());
  }

  clear(): void {
    if (this.#block.length > 0) this.show([]);
  }

  /** All is with the system, or can't be. */
  flush(): Promise<void> {
    this.clear();
    return new Promise((resolve) => this.#stream.write(this.#gap(), () => resolve()));
  }

  #log(lines: string): void {
    if (this.#waiting > maxWaitingBytes) this.#leftOut += lines.split('\n').length - 1;
    else this.write(lines);
  }

  #put(text: string): void {
    const whole = this.#gap() + text;
    const bytes = Buffer.byteLength(whole);
    this.#waiting += bytes;
    this.#stream.write(whole, () => {
      this.#waiting -= bytes;
    });
  }

  #gap(): string {
    const count = this.#leftOut;
    this.#leftOut = 0;
    return count === 0 ? '' : `newshawk: ${count} log lines are left out here: stderr was not read.\n`;
  }

  #erase(): string {
    return this.#block.length === 0 ? '' : `${introducer}${this.#block.length}A${introducer}0J`;
  }

  #drawn(): string {
    return this.#block.map((line) => `${line}\n`).join('');
  }
}
