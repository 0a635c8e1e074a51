import { signal } from '@preact/signals';

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

interface Ask {
  readonly method?: string;
  readonly payload?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** Sends a request with the token. @throws AnswerError where the answer is no success */
export async function ask(
  path: string,
  { method = 'GET', payload, headers = {}, signal }: Ask = {},
): Promise<Response> {
  const token = sessionStorage.getItem(tokenKey);
  const init: RequestInit = {
    method,
    headers: {
      ...headers,
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(payload !== undefined && { 'content-type': 'application/json' }),
    },
    ...(payload !== undefined && { body: JSON.stringify(payload) }),
    ...(signal !== undefined && { signal }),
  };
  const response = await fetch(path, init).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    isAnswered.value = false;
    throw new AnswerError(0, 'The server does not answer. Is `newshawk serve` still running?');
  });
  isAnswered.value = true;
  if (response.ok) return response;
  if (response.status === 401) needsToken.value = true;
  const body = await response.json().catch(() => null);
  throw new AnswerError(response.status, body?.error?.message ?? `${path} gave status ${response.status}.`);
}

export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** `?a=1&b=2`; empty values are left out. */
export function queryText(query: Query): string {
  const present = Object.entries(query).filter(([, value]) => value !== '' && value !== null && value !== undefined);
  const text = new URLSearchParams(present.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}

/** The JSON at a path of the API. Its type is what the route's code answers. */
export async function read<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  return (await ask(`${path}${queryText(query)}`, { signal })).json();
}

export const readText = async (path: string): Promise<string> => (await ask(path)).text();

/** An object URL for an <img>: the browser's own request would lack the token. */
export const imageUrl = async (path: string): Promise<string> => URL.createObjectURL(await (await ask(path)).blob());

/** Sends a request that changes the store. @param payload sent as JSON; absent for DELETE @returns the answer's JSON; null: it has none */
export async function send<T>(method: string, path: string, payload?: unknown): Promise<T> {
  const response = await ask(path, { method, payload });
  return (response.status === 204 ? null : await response.json()) as T;
}
