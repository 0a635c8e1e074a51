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
