import { Writable } from 'node:stream';
import { clip } from './width.ts';

const introducer = '\u001b[';

/** stderr with one block of lines at its end that is redrawn: what is written goes above it. */
export class Screen {
  readonly logs: NodeJS.WritableStream;
  readonly #stream: NodeJS.WritableStream;
  readonly #columns: number;
  #block: readonly string[] = [];

  constructor(stream: NodeJS.WritableStream, columns: number) {
    this.#stream = stream;
    this.#columns = columns;
    this.logs = new Writable({
      decodeStrings: false,
      write: (chunk: string | Uint8Array, _encoding, done) => {
        this.write(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8'));
        done();
      },
    });
  }

  /** Whole lines, above the block. */
  write(text: string): void {
    this.#stream.write(this.#erase() + text + this.#drawn());
  }

  /** Replaces the block; a line that is too wide would wrap and break the redrawing, so it is cut. */
  show(lines: readonly string[]): void {
    const erase = this.#erase();
    this.#block = lines.map((line) => clip(line, this.#columns - 1));
    this.#stream.write(erase + this.#drawn());
  }

  clear(): void {
    if (this.#block.length > 0) this.show([]);
  }

  #erase(): string {
    return this.#block.length === 0 ? '' : `${introducer}${this.#block.length}A${introducer}0J`;
  }

  #drawn(): string {
    return this.#block.map((line) => `${line}\n`).join('');
  }
}
