import { Writable } from 'node:stream';
import type { LineFit } from './table.ts';

const introducer = '\u001b[';

/** Bytes of log lines that may wait for a slow reader of stderr. Further lines are dropped and counted, so that an unread log does not fill the memory. */
const maxWaitingBytes = 1_000_000;

interface ScreenSize {
  readonly columns: number;
  /** Infinite where it is unknown. */
  readonly rows: number;
  readonly ellipsis?: string;
}

/** stderr with a block of lines at its end that is redrawn; other output goes above it. */
export class Screen {
  readonly logs: NodeJS.WritableStream;
  readonly #stream: NodeJS.WritableStream;
  readonly #size: () => ScreenSize;
  #block: readonly string[] = [];
  /** Of the block; null: there was none. Most commands draw none, and loading it takes longer than some of them. */
  #fit: LineFit | null = null;
  #waitingBytes = 0;
  #droppedLines = 0;

  /** @param size asked at each drawing: a person may change it meanwhile */
  constructor(stream: NodeJS.WritableStream, size: () => ScreenSize) {
    this.#stream = stream;
    this.#size = size;
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

  /**
   * Replaces the block. Lines are truncated to the width, since a wrapped line would break the redrawing, and the last ones are left out where the terminal has
   * fewer rows: what has scrolled away can't be erased.
   */
  show(lines: readonly string[], fit: LineFit): void {
    const erase = this.#erase();
    const { columns, rows, ellipsis = '…' } = this.#size();
    const fitting = lines.slice(0, Math.max(1, rows - 1));
    this.#fit = fit;
    this.#block = fitting.map((line) => fit.truncate(line, columns - 1, ellipsis));
    this.#put(erase + this.#blockText());
  }

  clear(): void {
    if (this.#block.length > 0 && this.#fit !== null) this.show([], this.#fit);
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
    const fit = this.#fit;
    if (this.#block.length === 0 || fit === null) return '';
    // A terminal that became narrower has wrapped the lines that were drawn.
    const { columns, rows } = this.#size();
    const drawn = this.#block.reduce((sum, line) => sum + Math.max(1, Math.ceil(fit.widthOf(line) / columns)), 0);
    return `${introducer}${Math.min(drawn, rows - 1)}A${introducer}0J`;
  }

  #blockText(): string {
    return this.#block.map((line) => `${line}\n`).join('');
  }
}
