import { z } from 'zod';
import type { MediaReading } from '../app.ts';
import { CommandError, exitCodes, kindOf, NewshawkError } from '../errors.ts';
import { linesOf } from './lines.ts';
import { mediaJson } from './media-json.ts';
import { webAddress } from './options.ts';

export interface MediaBatchOptions {
  /** Pages in flight. */
  readonly concurrency: number;
  /** Aborted: no more lines are begun; those in work are ended and given. */
  readonly signal: AbortSignal;
}

const lineSchema = z.object({ id: z.union([z.string(), z.number()]).optional(), url: z.string() });

/** Addresses, or JSON `{id?, url}`, one a line, to JSON lines `{id?, url, items, reason, error?}` in the same order. Blank lines are passed over. */
export async function* mediaBatch(
  input: AsyncIterable<Uint8Array | string>,
  read: (url: string) => Promise<MediaReading>,
  { concurrency, signal }: MediaBatchOptions,
): AsyncIterable<string> {
  const running: Promise<string>[] = [];
  const lines = linesOf(input)[Symbol.asyncIterator]();
  const { promise: stopped, resolve: stop } = Promise.withResolvers<{ done: true; value: undefined }>();
  const onAbort = (): void => stop({ done: true, value: undefined });
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    for (;;) {
      // a terminal may stay silent for ever: Ctrl-C does not wait for its next line
      const next = await Promise.race([stopped, lines.next()]);
      if (next.done === true) break;
      if (next.value.trim() === '') continue;
      running.push(readLine(next.value.trim(), read));
      if (running.length < concurrency) continue;
      yield await (running.shift() as Promise<string>);
    }
    for (const rest of running) yield await rest;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Never rejects but for what is wrong with all lines alike: no browser, no configuration. */
async function readLine(line: string, read: (url: string) => Promise<MediaReading>): Promise<string> {
  let asked: { readonly id?: string | number; readonly url?: string } = {};
  try {
    const { id, url } = parseLine(line);
    asked = { ...(id === undefined ? {} : { id }), url };
    const { media, noMedia } = await read(webAddress(url));
    const reason = media.length > 0 ? 'done' : (noMedia ?? 'no-media');
    return JSON.stringify({ ...asked, items: media.map(mediaJson), reason });
  } catch (error) {
    if (error instanceof CommandError && error.exitCode !== exitCodes.usage) throw error;
    const kind = error instanceof CommandError ? 'misconfigured' : kindOf(error);
    const message = error instanceof Error ? error.message : String(error);
    return JSON.stringify({ url: line, ...asked, items: [], reason: 'error', error: { kind, message } });
  }
}

function parseLine(line: string): z.output<typeof lineSchema> {
  if (!line.startsWith('{')) return { url: line };
  try {
    return lineSchema.parse(JSON.parse(line));
  } catch (cause) {
    throw new NewshawkError('misconfigured', 'the line is neither an address nor JSON {"id": …, "url": "…"}', {
      cause,
    });
  }
}
