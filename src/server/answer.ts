/** What a route may see of a request: plain data, so that another thread can answer it. */
export interface ApiRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  /** Under which name the client reached us: its Host header. */
  readonly host: string;
}

/** What goes back to the client: plain data as well. */
export interface ApiAnswer {
  readonly status: number;
  /** Media type; null where nothing is sent along. */
  readonly type: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string | null;
}

/** A route gives a value, which goes out as JSON with 200, or one of these. */
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

/** JSON that is text already. */
export const jsonText = (body: string): Answer => new Answer({ type: jsonType, body });

/** The one shape of every error of the API. */
export const problem = (status: number, message: string, headers: ApiAnswer['headers'] = {}): Answer =>
  json(status, { error: { status, message } }, headers);

/** Done, and nothing to say. */
export const noContent = (): Answer => new Answer({ status: 204, type: null, body: null });

export const toAnswer = (value: unknown): ApiAnswer => (value instanceof Answer ? value : json(200, value));
