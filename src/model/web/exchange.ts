/** A request of a page that is watched for its media, with what tells what it is. */
export interface Exchange {
  readonly url: string;
  /** Where its redirects ended; null where there were none. */
  readonly redirectedTo: string | null;
  readonly method: string;
  /** Chromium's resource type. */
  readonly type: string;
  /** 0 where no answer came (yet). */
  readonly status: number;
  readonly mimeType: string;
  /** As sent, cookies included, lower-case names. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: string | null;
  /** Answers that may be a manifest, a player's configuration or an advertisement's, as text; null: not looked at, or none of these. */
  readonly text: string | null;
  /** The page's own worker answered, not a server: elsewhere the address may lead to nothing. */
  readonly isWorkers: boolean;
  /** From the beginning of the watch, ms. */
  readonly atMs: number;
  readonly failure: string | null;
}

/** Bytes that came over a WebSocket. */
export interface SocketTraffic {
  readonly url: string;
  readonly binaryBytes: number;
  /** The first text messages. */
  readonly texts: readonly string[];
}
