import type { RequestRecord } from '../../../model/page/page.ts';

/** A hop of a redirect chain as it happens, for the network log of a failure. */
export class HopRecord implements RequestRecord {
  readonly url: string;
  readonly method: string;
  readonly type = 'document';
  readonly atMs: number;
  elapsedMs: number | null = null;
  status = 0;
  /** Names and values in turns, as undici takes them. Most fetches need no log: they become an object only for a failure. */
  sentHeaders: readonly string[] = [];
  responseHeaders: Readonly<Record<string, string>> = {};
  bytes: number | null = null;
  failure: string | null = null;
  redirectedTo: string | null = null;

  constructor(url: string, method: string, atMs: number) {
    this.url = url;
    this.method = method;
    this.atMs = atMs;
  }

  get requestHeaders(): Readonly<Record<string, string>> {
    const names = this.sentHeaders.filter((_, index) => index % 2 === 0);
    return Object.fromEntries(names.map((name, index) => [name, this.sentHeaders[2 * index + 1] ?? '']));
  }
}

export const beginHop = ({ href }: URL, method: string, atMs: number): HopRecord => new HopRecord(href, method, atMs);

export function endHop(record: HopRecord, bytes: number, redirectedTo: string | null, nowMs: number): void {
  record.elapsedMs = nowMs - record.atMs;
  record.bytes = bytes;
  record.redirectedTo = redirectedTo;
}
