/**
 * Yields the lines of a stream, without line breaks; the last line may lack one. Only LF and CRLF separate lines: JSON may contain U+2028.
 * @param signal when it aborts, no more lines follow, even while input is awaited; an incomplete line is dropped
 */
export async function* streamLines(
  chunks: AsyncIterable<Uint8Array | string>,
  signal: AbortSignal = new AbortController().signal,
): AsyncIterable<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of untilAborted(chunks, signal)) {
    const lines = (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })).split('\n');
    lines[0] = rest + (lines[0] ?? '');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (signal.aborted) return;
      yield withoutReturn(line);
    }
  }
  rest += decoder.decode();
  if (rest !== '' && !signal.aborted) yield withoutReturn(rest);
}

async function* untilAborted<T>(chunks: AsyncIterable<T>, signal: AbortSignal): AsyncIterable<T> {
  const iterator = chunks[Symbol.asyncIterator]();
  while (!signal.aborted) {
    const { promise: aborted, resolve } = Promise.withResolvers<null>();
    const onAbort = (): void => resolve(null);
    signal.addEventListener('abort', onAbort, { once: true });
    const next = await Promise.race([iterator.next(), aborted]);
    signal.removeEventListener('abort', onAbort);
    if (next === null || next.done === true) return;
    yield next.value;
  }
}

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);
