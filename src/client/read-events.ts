import type { Client } from 'openapi-fetch';
import type { components, paths } from './api-types.ts';
import { type Frame, frames } from './event-frames.ts';

type ServerEventBody = components['schemas']['ServerEvent'];

export interface EventQuery {
  /** Default: all. */
  readonly types?: readonly ServerEventBody['type'][];
  /** Host: only events of this site, and those that are of none. */
  readonly site?: string;
  /** `id` of an event: what happened after it comes first. */
  readonly after?: string;
  /** Ends the reading. */
  readonly signal?: AbortSignal;
}

export interface ClientEvent extends ServerEventBody {
  /** To go on after it later; null: `stats`, which are not repeated. */
  readonly id: string | null;
}

/** A request that the server refuses; it would do so again. */
export class RefusalError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'RefusalError';
    this.status = status;
  }
}

/** ms before the stream is opened again, where it does not say so itself; doubled at each failure. */
const usualPauseMs = 1_000;
const maxPauseMs = 30_000;
/** ms. The server sends a comment every 15 s: a connection that is silent for longer is dead. */
const silentMs = 45_000;
/** Letters of a strange event in the message about it. */
const maxShown = 100;

/** Reads the stream, and comes back after each interruption. */
export async function* readEvents(
  client: Client<paths>,
  { types, site, after, signal }: EventQuery,
): AsyncGenerator<ClientEvent, void, undefined> {
  let lastId = after;
  let firstPauseMs = usualPauseMs;
  let pauseMs = firstPauseMs;
  const onRetry = (ms: number): void => {
    firstPauseMs = Math.min(maxPauseMs, ms);
  };
  const query = { ...(types !== undefined && { types: types.join(',') }), ...(site !== undefined && { site }) };
  while (signal?.aborted !== true) {
    const connection = new AbortController();
    const abort = () => connection.abort();
    signal?.addEventListener('abort', abort);
    try {
      const body = await open(client, query, lastId, connection.signal);
      for await (const frame of frames(body, { silence: { ms: silentMs, react: abort }, onRetry })) {
        pauseMs = firstPauseMs;
        if (frame.id !== null) lastId = frame.id;
        yield eventOf(frame);
      }
    } catch (error) {
      if (error instanceof RefusalError) throw error;
    } finally {
      signal?.removeEventListener('abort', abort);
      connection.abort(); // also where the reader leaves its loop
    }
    await pause(Math.max(pauseMs, firstPauseMs), signal);
    pauseMs = Math.min(maxPauseMs, 2 * pauseMs);
  }
}

type Query = NonNullable<paths['/v1/events']['get']['parameters']['query']>;

/** @throws RefusalError @throws TypeError or AbortError: there is no connection; a server that is busy counts as one that is away */
async function open(
  client: Client<paths>,
  query: Query,
  lastId: string | undefined,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const { data, error, response } = await client.GET('/v1/events', {
    params: { query },
    headers: lastId === undefined ? {} : { 'last-event-id': lastId },
    parseAs: 'stream',
    signal,
  });
  if (data instanceof ReadableStream) return data;
  const { status } = response;
  const message = error?.error?.message ?? `The server answered ${status}.`;
  throw status >= 500 || status === 429 ? new Error(message) : new RefusalError(status, message);
}

/** @throws RefusalError where it is no event of newshawk: coming back would give the same again */
function eventOf({ id, data }: Frame): ClientEvent {
  try {
    return { id, ...(JSON.parse(data) as ServerEventBody) };
  } catch {
    const start = data.length > maxShown ? `${data.slice(0, maxShown)}…` : data;
    throw new RefusalError(
      200,
      `The server sends events that are no JSON, such as ${JSON.stringify(start)}: is it newshawk?`,
    );
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });
}
