import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';

/** A request as the site saw it. Times are ms: of the world (they only go forward), and of the client's wall clock. */
export interface SiteRequest {
  readonly host: string;
  readonly path: string;
  readonly atMs: number;
  readonly wallMs: number;
  /** When the answer began. */
  readonly answeredMs: number;
  readonly status: number;
  /** Requests in work at this site when it came, with itself. */
  readonly open: number;
  /** Retry-After of the answer; null: it has none. */
  readonly retryAfterMs: number | null;
  /** The client closed the connection before the whole answer was sent. */
  readonly isCut: boolean;
}

/** The sites' log. It is kept in a file: it must not count as memory of what is measured. */
export class RequestLog {
  readonly #file: string;
  #rows: SiteRequest[] = [];
  #count = 0;

  constructor(file: string) {
    this.#file = file;
    writeFileSync(file, '');
  }

  get count(): number {
    return this.#count;
  }

  add(request: SiteRequest): void {
    this.#rows.push(request);
    this.#count += 1;
    if (this.#rows.length >= 1_000) this.flush();
  }

  flush(): void {
    appendFileSync(this.#file, this.#rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    this.#rows = [];
  }

  /** All requests so far, in the order in which they came. */
  read(): SiteRequest[] {
    this.flush();
    const lines = readFileSync(this.#file, 'utf8').split('\n').filter(Boolean);
    return lines.map((line) => JSON.parse(line) as SiteRequest).sort((a, b) => a.atMs - b.atMs);
  }
}
