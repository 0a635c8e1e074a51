import { z } from 'zod';
import type { MediaReading } from '../../app.ts';
import { CommandError, exitCodes, kindOf, NewshawkError } from '../../errors.ts';
import { mediaJson } from '../../model/media/media-json.ts';
import { parseWebAddress } from '../options.ts';
import { streamLines } from '../terminal/lines.ts';

interface MediaBatch {
  /** Pages at once. */
  readonly concurrency: number;
  /** When it aborts, no further line is started; lines in progress are finished and yielded. */
  readonly signal: AbortSignal;
}

const lineSchema = z.object({ id: z.union([z.string(), z.number()]).optional(), url: z.string() });

type BatchEvent = 'stopped' | { readonly text: string } | { readonly line: IteratorResult<string> };

/** Yields a JSON line `{id?, url, items, reason, error?}` for each input line (an address, or JSON `{id?, url}`), in input order. Blank lines are skipped. */
export async function* mediaBatch(
  input: AsyncIterable<Uint8Array | string>,
  read: (url: string) => Promise<MediaReading>,
  { concurrency, signal }: MediaBatch,
): AsyncIterable<string> {
  const running: Promise<string>[] = [];
  const lines = streamLines(input)[Symbol.asyncIterator]();
  const { promise: stopped, resolve: stop } = Promise.withResolvers<'stopped'>();
  const onAbort = (): void => stop('stopped');
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  let isOver = false;
  let next: Promise<{ readonly line: IteratorResult<string> }> | null = null;
  try {
    while (!isOver || running.length > 0) {
      if (!isOver && running.length < concurrency) next ??= lines.next().then((line) => ({ line }));
      // A caller may write a line and wait for its answer: an answer does not wait for the next line, and Ctrl-C for neither.
      const first = running.slice(0, 1).map((answer) => answer.then((text) => ({ text })));
      const event: BatchEvent = await Promise.race<BatchEvent>([
        ...first,
        ...(isOver ? [] : [stopped, ...(next === null ? [] : [next])]),
      ]);
      if (event === 'stopped') isOver = true;
      else if ('text' in event) {
        running.shift();
        yield event.text;
      } else {
        next = null;
        isOver = event.line.done === true;
        if (event.line.done !== true && event.line.value.trim() !== '')
          running.push(withHandledRejection(readLine(event.line.value.trim(), read)));
      }
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** A failure is thrown when the line's turn comes; until then it must not count as an unhandled rejection. */
function withHandledRejection(reading: Promise<string>): Promise<string> {
  reading.catch(() => {}); // the caller awaits `reading` itself
  return reading;
}

/** The answer to one line. Rejects only for errors that concern all lines: no browser, a wrong configuration. */
async function readLine(line: string, read: (url: string) => Promise<MediaReading>): Promise<string> {
  let request: { readonly id?: string | number; readonly url?: string } = {};
  try {
    const { id, url } = parseLine(line);
    request = { ...(id === undefined ? {} : { id }), url };
    const { media, noMedia } = await read(parseWebAddress(url));
    const reason = media.length > 0 ? 'done' : (noMedia ?? 'no-media');
    return JSON.stringify({ ...request, items: media.map(mediaJson), reason });
  } catch (error) {
    if (error instanceof CommandError && error.exitCode !== exitCodes.usage) throw error;
    const kind = error instanceof CommandError ? 'misconfigured' : kindOf(error);
    const message = error instanceof Error ? error.message : String(error);
    return JSON.stringify({ url: line, ...request, items: [], reason: 'error', error: { kind, message } });
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
