import { signal } from '@preact/signals';
import { type ApiSchemas, newshawkClient, type paths } from '../../../client/client.ts';

// The dashboard's only way to the API.
const tokenKey = 'newshawk-token';

/** Why a request failed. Status 0: no answer came. */
export class AnswerError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Whether the server asks for a token that this tab does not have. */
export const needsToken = signal(false);
/** Whether the last request got an answer, of any status. */
export const isAnswered = signal(true);
/** Changes when everything that is shown should be read again: the token was given, or the server is back. */
export const revival = signal(0);

/** Kept for this tab only. */
export function keepToken(token: string): void {
  sessionStorage.setItem(tokenKey, token);
  needsToken.value = false;
  revival.value++;
}

/** Sends a request with the token. @throws AnswerError where the answer is no success */
async function askServer(request: Request): Promise<Response> {
  const token = sessionStorage.getItem(tokenKey);
  if (token !== null) request.headers.set('authorization', `Bearer ${token}`);
  const response = await fetch(request).catch((error: unknown) => {
    if (request.signal.aborted) throw error;
    isAnswered.value = false;
    throw new AnswerError(0, 'The server does not answer. Is `newshawk serve` still running?');
  });
  isAnswered.value = true;
  if (response.ok) return response;
  if (response.status === 401) needsToken.value = true;
  const body = await response.json().catch(() => null);
  const { pathname } = new URL(request.url);
  throw new AnswerError(response.status, body?.error?.message ?? `${pathname} gave status ${response.status}.`);
}

/** What is no JSON: a stream, a text, a picture. */
export const ask = (path: string, init: RequestInit = {}): Promise<Response> => askServer(new Request(path, init));

export type { ApiSchemas };

const client = newshawkClient({ baseUrl: '', fetch: askServer });

export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

const present = (query: Query): (readonly [name: string, value: Query[string]])[] =>
  Object.entries(query).filter(([, value]) => value !== '' && value !== null && value !== undefined);

/** `?a=1&b=2`; empty values are left out. */
export function queryText(query: Query): string {
  const text = new URLSearchParams(present(query).map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
/** Paths that have this method. */
type PathOf<M extends Method> = { [P in keyof paths]: paths[P][M] extends undefined ? never : P }[keyof paths];

type JsonOf<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : never;
type SuccessOf<Responses> = Responses[keyof Responses & (200 | 201 | 202)];
/** The JSON that a path of the API answers. */
export type AnswerOf<P extends PathOf<M>, M extends Method = 'get'> = paths[P][M] extends { responses: infer Responses }
  ? JsonOf<SuccessOf<Responses>>
  : never;

type ReadonlyJson<T> = T extends object ? { readonly [Key in keyof T]: ReadonlyJson<T[Key]> } : T;
/** What a path needs. The values of a query may come from a form or from the address of this page: the server checks them, and empty ones are left out. */
type Asked<Operation> = {
  readonly signal?: AbortSignal;
  readonly query?: Operation extends { parameters: { query?: infer Names } }
    ? { readonly [Name in keyof Names]?: Query[string] }
    : never;
} & (Operation extends { parameters: { path: infer Place } }
  ? { readonly path: Place }
  : { readonly path?: undefined }) &
  (Operation extends { requestBody: { content: { 'application/json': infer Body } } }
    ? { readonly body: ReadonlyJson<Body> }
    : { readonly body?: undefined });

/** Calls the API. @throws AnswerError where the answer is no success */
export async function send<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  { path: place, query = {}, body, signal }: Asked<paths[P][M]>,
): Promise<AnswerOf<P, M>> {
  const params = { path: place, query: Object.fromEntries(present(query)) };
  const { data } = await client.request(method, path as never, { params, body, signal } as never);
  return data as AnswerOf<P, M>;
}

/** The JSON at a path of the API. */
export const read = <P extends PathOf<'get'>>(path: P, asked: Asked<paths[P]['get']>): Promise<AnswerOf<P>> =>
  send('get', path, asked);

export const readText = async (path: string): Promise<string> => (await ask(path)).text();

/** An object URL for an <img>: the browser's own request would lack the token. */
export const imageUrl = async (path: string): Promise<string> => URL.createObjectURL(await (await ask(path)).blob());
