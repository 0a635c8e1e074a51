/** One event of a stream of server-sent events. */
export interface Frame {
  /** Null: it has none. */
  readonly id: string | null;
  readonly data: string;
}

/** What to do with a stream that sends nothing for this time, ms; a comment is something. */
interface Silence {
  readonly silentMs: number;
  readonly silent: () => void;
}

/** The events of a stream; the last one only if it is whole. Comments and `retry` are left out. Ends with the stream, or rejects with it. */
export async function* frames(body: ReadableStream<Uint8Array>, { silentMs, silent }: Silence): AsyncGenerator<Frame> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let text = '';
  for (;;) {
    const timer = setTimeout(silent, silentMs);
    const { done, value } = await reader.read().finally(() => clearTimeout(timer));
    if (done) return;
    text += decoder.decode(value, { stream: true });
    const parts = text.split(/\r?\n\r?\n/);
    text = parts.pop() ?? '';
    for (const part of parts) {
      const frame = frameOf(part);
      if (frame !== null) yield frame;
    }
  }
}

function frameOf(part: string): Frame | null {
  const lines = part.split(/\r?\n/);
  const valuesOf = (name: string) =>
    lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).replace(/^ /, ''));
  const data = valuesOf('data');
  return data.length === 0 ? null : { id: valuesOf('id').at(-1) ?? null, data: data.join('\n') };
}
