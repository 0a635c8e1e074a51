import { Writable } from 'node:stream';
import cliTruncate from 'cli-truncate';

const introducer = '\u001b[';

/** Bytes of log lines that may wait for a slow reader of stderr. Further lines are dropped and counted, so that an unread log does not fill the memory. */
const maxWaitingBytes = 1_000_000;

/** stderr with a block of lines at its end that is redrawn; other output goes above it. */
export class Screen {
  readonly logs: NodeJS.WritableStream;
  readonly #stream: NodeJS.WritableStream;
  readonly #columns: number;
  #block: readonly string[] = [];
  #waitingBytes = 0;
  #droppedLines = 0;

  constructor(stream: NodeJS.WritableStream, columns: number) {
    this.#stream = stream;
    this.#columns = columns;
    // A stderr that can't be written (closed terminal, full disk) must not end the work.
    stream.on('error', () => {});
    this.logs = new Writable({
      decodeStrings: false,
      write: (chunk: string | Uint8Array, _encoding, done) => {
        this.#log(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8'));
        done();
      },
    });
  }

  /** Writes complete lines above the block. */
  write(text: string): void {
    this.#put(this.#erase() + text + this.#blockText());
  }

  /** Replaces the block. Lines are truncated to the width: a wrapped line would break the redrawing. */
  show(lines: readonly string[]): void {
    const erase = this.#erase();
    this.#block = lines.map((line) => cliTruncate(line, this.#columns - 1));
    this.#put(erase + this.#blockText());
  }

  clear(): void {
    if (this.#block.length > 0) this.show([]);
  }

  /** Resolves when everything was passed to the system, or failed. */
  flush(): Promise<void> {
    this.clear();
    return new Promise((resolve) => this.#stream.write(this.#droppedNote(), () => resolve()));
  }

  #log(lines: string): void {
    if (this.#waitingBytes > maxWaitingBytes) this.#droppedLines += lines.split('\n').length - 1;
    else this.write(lines);
  }

  #put(text: string): void {
    const whole = this.#droppedNote() + text;
    const bytes = Buffer.byteLength(whole);
    this.#waitingBytes += bytes;
    this.#stream.write(whole, () => {
      this.#waitingBytes -= bytes;
    });
  }

  #droppedNote(): string {
    const count = this.#droppedLines;
    this.#droppedLines = 0;
    return count === 0 ? '' : `newshawk: ${count} log lines are left out here: stderr was not read.\n`;
  }

  #erase(): string {
    return this.#block.length === 0 ? '' : `${introducer}${this.#block.length}A${introducer}0J`;
  }

  #blockText(): string {
    return this.#block.map((line) => `${line}\n`).join('');
  }
}
