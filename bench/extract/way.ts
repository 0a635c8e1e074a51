/** A page as it came: nothing is decoded or parsed yet. */
export interface BenchPage {
  readonly id: string;
  readonly url: string;
  readonly bytes: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  readonly takenAt: Date;
}

export interface Found {
  readonly title: string;
  /** Lines, divided by line breaks. */
  readonly body: string;
}

/**
 * Reads a page. Its CPU time is counted from the bytes, decoding and parsing included, to all that the extractor gives by itself; what the result is then
 * asked for the score (`Found`) is not counted.
 */
export type Way = (page: BenchPage) => (() => Found) | Promise<() => Found>;

/** What the process of one way reads: its argument, as JSON. */
export interface WayPlan {
  readonly way: string;
  /** Folders of corpora, or `own`. */
  readonly sources: readonly string[];
  /** At most this many pages of each source, evenly picked; null: all. */
  readonly pages: number | null;
}

/** Asked of the process, by message: to read the pages from `from` up to `to` (not included). */
export interface WayRequest {
  readonly from: number;
  readonly to: number;
}

/** The first message of the process: the number of its pages, and the CPU milliseconds of a cold start: loading the way's modules (and model) and reading its first page. */
export interface WayStarted {
  readonly pages: number;
  readonly coldMs: number;
}

/** The answer to a request: one for each page, in the order of the pages. */
export interface PageResult {
  readonly source: string;
  readonly id: string;
  readonly cpuMs: number;
  readonly found: Found;
  /** The extractor threw: its page counts as empty, its time as it was. */
  readonly error: string | null;
}
