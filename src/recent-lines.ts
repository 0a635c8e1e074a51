import type { LogLine } from './model/crawl/worker-beat.ts';

/** Lines that a heartbeat carries: 20 a second between two of them. */
const maxLines = 100;
/** Characters of a line's fields as JSON; longer ones are left out, and the line says so. */
const maxFieldCharacters = 1_000;

/** The last lines of this process's log. The heartbeat takes them to the store, where the live log of `serve` reads them. */
export class RecentLines {
  readonly #lines: LogLine[] = [];
  #n = 0;

  /** @param line its fields are without secrets */
  readonly add = ({ fields, ...line }: Omit<LogLine, 'n'>): void => {
    this.#n += 1;
    const text = JSON.stringify(fields) ?? '{}';
    const kept = text.length > maxFieldCharacters ? { cut: `${text.slice(0, maxFieldCharacters)}…` } : JSON.parse(text);
    this.#lines.push({ n: this.#n, ...line, fields: kept });
    if (this.#lines.length > maxLines) this.#lines.shift();
  };

  /** Oldest first. */
  readonly list = (): readonly LogLine[] => [...this.#lines];
}
