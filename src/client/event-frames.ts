import { createParser } from 'eventsource-parser';

/** One event of a stream of server-sent events (HTML Standard, 9.2.6). */
export interface Frame {
  /** Null: it has none, and that of the event before stays. */
  readonly id: string | null;
  /** `message` where the stream names none. */
  readonly name: string;
  readonly data: string;
}

interface FrameOptions {
  /** What to do with a stream that sends nothing for this time, ms; a comment is something. */
  readonly silence?: { readonly ms: number; readonly react: () => void };
  /** Called with the pause before coming back, ms, that the stream asks for. */
  readonly onRetry?: (ms: number) => void;
}

/** The events of a stream; the last one only if it is whole. Ends with the stream, or rejects with it. `EventSource` would do, but it can't send a token. */
export async function* frames(
  body: ReadableStream<Uint8Array>,
  { silence, onRetry = () => {} }: FrameOptions = {},
): AsyncGenerator<Frame> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  const read: Frame[] = [];
  const parser = createParser({
    onEvent: ({ id = null, event: name = 'message', data }) => void read.push({ id, name, data }),
    onRetry,
  });
  try {
    for (;;) {
      const timer = silence && setTimeout(silence.react, silence.ms);
      const { done, value } = await reader.read().finally(() => clearTimeout(timer));
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      yield* read.splice(0);
    }
  } finally {
    reader.releaseLock();
  }
}
