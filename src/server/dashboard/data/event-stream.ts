/** A server-sent event. */
export interface LiveEvent {
  readonly id: string;
  readonly name: string;
  /** Parsed JSON; text where it is none. */
  readonly data: unknown;
}

/** Reads `text/event-stream` (HTML Standard, 9.2.6). `EventSource` would do, but it can't send a token. */
export async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<LiveEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let [rest, id] = ['', ''];
  try {
    while (true) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      const blocks = rest.replaceAll('\r\n', '\n').split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = eventOf(block, id);
        id = event.id;
        if (event.name !== '') yield event;
      }
    }
  } finally {
    reader.releaseLock();
  }
}

/** @returns an event without a name where the block has no data: a comment that keeps the connection open */
function eventOf(block: string, lastId: string): LiveEvent {
  let [id, name] = [lastId, 'message'];
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [];
    if (field === 'id') id = value;
    else if (field === 'event') name = value;
    else if (field === 'data') data.push(value);
  }
  return data.length === 0 ? { id, name: '', data: null } : { id, name, data: parsed(data.join('\n')) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
