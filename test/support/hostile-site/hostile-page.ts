import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorKind } from '../../../src/model/crawl/visit.ts';

/** How a fetch of a page must end: with its text, or with an error of that kind whose message has these words. */
export type Ending =
  | { readonly kept: RegExp }
  | { readonly kind: ErrorKind; readonly words: RegExp }
  /** Which of these comes first is the machine's to say. */
  | { readonly either: readonly Ending[] };

export interface HostilePage {
  /** Its path, without the slash. */
  readonly name: string;
  /** A text is an HTML document. */
  readonly answer: string | Answer;
  readonly browser: Ending;
  readonly static: Ending;
  /** Answers to paths below its own. */
  readonly more?: Answer;
  /** Served at `https://` by a server whose certificate nobody signed. */
  readonly overTls?: true;
}

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export const kept = (text: RegExp): Ending => ({ kept: text });
export const ends = (kind: ErrorKind, words: RegExp): Ending => ({ kind, words });

/** The text of every page that has its own text. */
export const story =
  '<title>A bridge is repaired</title><article><h1>A bridge is repaired</h1><p>The old bridge over the river opens again on Monday.</p></article>';
export const storyKept: Ending = kept(/The old bridge over the river/);

/** A page that is fine but for its script. */
export const scripted = (script: string): string => `<!doctype html>${story}<script>${script}</script>`;

export const html = (response: ServerResponse, text: string, headers: Record<string, string> = {}): void =>
  void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(text);
