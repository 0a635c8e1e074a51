// The package's client of the API: import { newshawkClient } from 'newshawk/client'.

import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './api-types.ts';
import { type ClientEvent, type EventQuery, RefusalError, readEvents } from './read-events.ts';

export type { ClientEvent, components, EventQuery, paths };
export { RefusalError };

/** What the API answers, by name: `ApiSchemas['Article']`. */
export type ApiSchemas = components['schemas'];

export interface ClientSettings {
  /** Default: `http://127.0.0.1:8780`. */
  readonly baseUrl?: string | undefined;
  /** NEWSHAWK_HTTP_TOKEN of the server, or another of its tokens; default: none. */
  readonly token?: string | undefined;
  /** Default: the global one. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/**
 * The methods of openapi-fetch, with types of every path, parameter and answer: `data` where it went well, else `error`. They reject only where the server can't be
 * reached.
 */
export interface NewshawkClient extends Client<paths> {
  /**
   * What happens, as it happens, until `signal` is aborted. After an interruption it goes on where it was, and waits for a server that is away.
   * @throws RefusalError the server refuses: a token is missing or wrong, a type or a site is none
   */
  events(query?: EventQuery): AsyncGenerator<ClientEvent, void, undefined>;
}

/** Opens nothing: each call is one request. */
export function newshawkClient({
  baseUrl = 'http://127.0.0.1:8780',
  token,
  fetch,
}: ClientSettings = {}): NewshawkClient {
  const client = createClient<paths>({
    baseUrl,
    ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
    ...(fetch !== undefined && { fetch }),
  });
  return { ...client, events: (query = {}) => readEvents(client, query) };
}
