/** A request of a page whose media are searched, with its answer. */
export interface Exchange {
  readonly url: string;
  /** Where its redirects ended; null where there were none. */
  readonly redirectedTo: string | null;
  readonly method: string;
  /** Chromium's resource type. */
  readonly type: string;
  /** 0 without an answer (yet). */
  readonly status: number;
  readonly mimeType: string;
  /** Of the whole file, as the answer says; null or undefined: it does not. */
  readonly sizeBytes?: number | null;
  /** As sent, cookies included, lower-case names. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: string | null;
  /** Text of an answer that may be a manifest, a player's configuration or an advertisement's; null: another kind of answer, or not read. */
  readonly text: string | null;
  /** The page's service worker answered, not a server: outside this page the address may not exist. */
  readonly isWorkers: boolean;
  /** Time since the recording began, ms. */
  readonly atMs: number;
  readonly failure: string | null;
}

/** Traffic of a WebSocket. */
export interface SocketTraffic {
  readonly url: string;
  readonly binaryBytes: number;
  /** The beginning of the first binary messages, at most 1 kB: it shows the format. */
  readonly firstBytes: Uint8Array;
  /** The first text messages. */
  readonly texts: readonly string[];
}
