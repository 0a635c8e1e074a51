/** The part of the hooks' store that has what is recorded. */
interface RecordedBytes {
  readonly mseTypes: string[];
  chunks: { readonly buffer: number; readonly bytes: Uint8Array }[] | null;
}

/** Type of a track that has the messages of a socket; its first bytes show the format. */
export const socketTrack = 'socket';

/**
 * Runs in a frame or worker (as source text): copies the binary messages of its sockets, one track for each, as players that decode by themselves give nothing to
 * MediaSource.
 */
export function hookSockets(key: string, trackType: string): void {
  const { WebSocket: Native } = globalThis;
  const store = (globalThis as unknown as Record<symbol, RecordedBytes | undefined>)[Symbol.for(key)];
  if (typeof Native !== 'function' || store === undefined) return;
  globalThis.WebSocket = new Proxy(Native, {
    construct(target, args: [string, string[]?], newTarget) {
      const socket = Reflect.construct(target, args, newTarget) as WebSocket;
      let buffer = -1;
      let inOrder = Promise.resolve();
      const keep = (bytes: ArrayBuffer): void => {
        if (buffer < 0) buffer = store.mseTypes.push(trackType) - 1;
        store.chunks?.push({ buffer, bytes: new Uint8Array(bytes) });
      };
      socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (data instanceof ArrayBuffer) keep(data.slice(0));
        // a blob can always be read: it is in memory
        else if (data instanceof Blob) inOrder = inOrder.then(async () => keep(await data.arrayBuffer()));
      });
      return socket;
    },
  });
}
