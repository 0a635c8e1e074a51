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

/** What one process is asked, as JSON on its stdin. */
export interface RunPlan {
  readonly way: string;
  /** Folders of corpora, or `own`. */
  readonly sources: readonly string[];
  /** So many pages of each source, evenly picked; null: all. */
  readonly pages: number | null;
}

/** What it answers: one for each page, in the order of the pages. */
export interface PageResult {
  readonly source: string;
  readonly id: string;
  readonly cpuMs: number;
  readonly found: Found;
  /** The extractor threw: its page counts as empty, its time as it was. */
  readonly error: string | null;
}
