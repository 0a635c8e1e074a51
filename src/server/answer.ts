import type { FastifyRequest } from 'fastify';
import { CommandError, exitCodes } from '../errors.ts';

/** The part of a request that a route may read: plain data, so that another thread can answer it. */
export interface ApiRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  /** The Host header. */
  readonly host: string;
}

/** What is sent to the client; plain data, because it passes between threads. */
export interface ApiAnswer {
  readonly status: number;
  /** Media type; null without a body. */
  readonly type: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string | null;
}

/** Returned by a route that needs a status, a type or headers. Any other value is sent as JSON with status 200. */
export class Answer implements ApiAnswer {
  readonly status: number;
  readonly type: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string | null;

  constructor({ status = 200, type, headers = {}, body }: Partial<ApiAnswer> & Pick<ApiAnswer, 'type' | 'body'>) {
    this.status = status;
    this.type = type;
    this.headers = headers;
    this.body = body;
  }
}

export type Handler = (request: ApiRequest) => Promise<unknown>;

const jsonType = 'application/json; charset=utf-8';

export const json = (status: number, value: unknown, headers: ApiAnswer['headers'] = {}): Answer =>
  new Answer({ status, type: jsonType, headers, body: JSON.stringify(value) });

/** @param body JSON text */
export const jsonText = (body: string, headers: ApiAnswer['headers'] = {}): Answer =>
  new Answer({ type: jsonType, headers, body });

/** Characters of an error's message: some name all mistakes, and a request can have thousands. */
const maxMessage = 2_000;
const shortened = (message: string): string =>
  message.length > maxMessage ? `${message.slice(0, maxMessage)} …` : message;

/** Every error of the API has this shape; one of a page has its kind too. */
export const problem = (status: number, message: string, headers: ApiAnswer['headers'] = {}, kind?: string): Answer =>
  json(status, { error: { status, ...(kind !== undefined && { kind }), message: shortened(message) } }, headers);

export const noContent = (): Answer => new Answer({ status: 204, type: null, body: null });

export const toAnswer = (value: unknown): ApiAnswer => (value instanceof Answer ? value : json(200, value));

/** HTTP status of a command's error; other errors are the server's own. */
const usualStatuses: Readonly<Record<number, number>> = {
  [exitCodes.usage]: 400,
  [exitCodes.nothingFound]: 404,
  [exitCodes.refused]: 409,
};

/**
 * Runs what a command runs, too: a mistake of the request becomes an answer with its status.
 * @param statuses by exit code, where they differ from the usual ones
 */
export async function answerCommand(
  run: () => Promise<unknown>,
  statuses: Readonly<Record<number, number>> = {},
): Promise<unknown> {
  try {
    return await run();
  } catch (error) {
    const status =
      error instanceof CommandError ? (statuses[error.exitCode] ?? usualStatuses[error.exitCode]) : undefined;
    if (status === undefined) throw error;
    return problem(status, (error as CommandError).message);
  }
}

/** Whether the client's copy is current (RFC 9110, 13.1), so that 304 is enough. */
export function isFresh(
  requestHeaders: FastifyRequest['headers'],
  { etag, 'last-modified': lastModified }: Readonly<Record<string, string>>,
): boolean {
  const ifNoneMatch = requestHeaders['if-none-match'];
  // If-None-Match takes precedence over If-Modified-Since
  if (ifNoneMatch !== undefined)
    return etag !== undefined && (ifNoneMatch.trim() === '*' || tags(ifNoneMatch).includes(opaque(etag)));
  const since = Date.parse(requestHeaders['if-modified-since'] ?? '');
  return lastModified !== undefined && Date.parse(lastModified) <= since;
}

/** Weak comparison: without the `W/` prefix. */
const opaque = (tag: string): string => tag.replace(/^W\//, '');

const tags = (list: string): string[] => (list.match(/(W\/)?"[^"]*"/g) ?? []).map(opaque);
