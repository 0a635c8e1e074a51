import { describe, expect, it, vi } from 'vitest';
import { type Frame, frames } from '../../src/client/event-frames.ts';
import { readEvents } from '../../src/client/read-events.ts';

const streamOf = (...chunks: readonly (string | Uint8Array)[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks)
        controller.enqueue(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk);
      controller.close();
    },
  });
async function read(body: ReadableStream<Uint8Array>, options?: Parameters<typeof frames>[1]): Promise<Frame[]> {
  const all: Frame[] = [];
  for await (const frame of frames(body, options)) all.push(frame);
  return all;
}

const text = `retry: 3000\n: events of newshawk\n\nid: 1.a\nevent: article.created\ndata: {"title":"港口 🚢"}\n\n:\n\ndata: two\ndata: lines\nid: 2\n\nevent: stats\ndata:{}\n\n`;
const expected: Frame[] = [
  { id: '1.a', name: 'article.created', data: '{"title":"港口 🚢"}' },
  { id: '2', name: 'message', data: 'two\nlines' },
  { id: null, name: 'stats', data: '{}' },
];

describe('frames', () => {
  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
  ])('is the same wherever the stream is cut, with %s', async (_, lineBreak) => {
    const bytes = new TextEncoder().encode(text.replaceAll('\n', lineBreak));
    for (let at = 0; at <= bytes.length; at += 1)
      expect(await read(streamOf(bytes.subarray(0, at), bytes.subarray(at)))).toEqual(expected);
    expect(await read(streamOf(...Array.from(bytes, (byte) => Uint8Array.of(byte))))).toEqual(expected);
  });

  it('report the pause that the stream asks for, and no other', async () => {
    const onRetry = vi.fn();
    await read(streamOf('retry: 3000\n\nretry: soon\nretry:\n\nretry:250\n\n'), { onRetry });
    expect(onRetry.mock.calls).toEqual([[3_000], [250]]);
  });

  it('leaves out comments, events without data, unknown fields and the half of an event at the end', async () => {
    const body = ': a comment\n\nevent: empty\nid: 9\n\nfoo: bar\ndata: x\n\ndata: never whole\n';
    expect(await read(streamOf(body))).toEqual([{ id: null, name: 'message', data: 'x' }]);
  });

  it('takes a byte order mark, and data that are empty or begin with a colon or a space', async () => {
    expect(await read(streamOf('\uFEFFdata\n\ndata: :x\n\ndata:  y\n\n'))).toMatchObject([
      { data: '' },
      { data: ':x' },
      { data: ' y' },
    ]);
  });

  it('notices a stream that is silent, and a comment is something', async () => {
    vi.useFakeTimers();
    try {
      let send = (_: string): void => {};
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          send = (part) => controller.enqueue(new TextEncoder().encode(part));
        },
      });
      const react = vi.fn();
      const events = frames(body, { silence: { ms: 45_000, react } });
      const first = events.next();
      await vi.advanceTimersByTimeAsync(40_000);
      send(':\n\n');
      await vi.advanceTimersByTimeAsync(40_000);
      expect(react).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(5_000);
      expect(react).toHaveBeenCalledOnce();
      send('data: 1\n\n');
      expect((await first).value).toMatchObject({ data: '1' });
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('readEvents', () => {
  it('says what it got where that is no event of newshawk', async () => {
    const body = streamOf(
      `id: 1\ndata: {"type":"stats","at":"2026-11-21T08:00:00Z","site":null,"data":{}}\n\ndata: <html>${'x'.repeat(200)}\n\n`,
    );
    const client = { GET: async () => ({ data: body, response: new Response() }) };
    const events = readEvents(client as unknown as Parameters<typeof readEvents>[0], {});
    expect((await events.next()).value).toMatchObject({ id: '1', type: 'stats' });
    await expect(events.next()).rejects.toThrow(/events that are no JSON, such as "<html>x{94}…": is it newshawk\?/);
  });
});
