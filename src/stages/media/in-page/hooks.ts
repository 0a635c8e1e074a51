import { ownSharedWorkers } from './shared-workers.ts';

/** What the hooks have heard, since they were last asked. */
export interface HookReport {
  /** Manifests that no address leads to: of blobs and data: addresses. */
  readonly manifests: { readonly url: string; readonly text: string }[];
  /** Texts with media addresses in them that a script has decoded or parsed. */
  readonly texts: string[];
  /** Key systems asked for. */
  readonly keySystems: string[];
}

/** Kept in the page under a name that only we know. */
export interface HookStore {
  report: HookReport;
  /** Handed to MediaSource so far. */
  mseBytes: number;
  readonly mseTypes: string[];
  /** Media elements that were made to play: some are in no document. */
  readonly played: Set<HTMLMediaElement>;
  /** Shadow roots, closed ones too. */
  readonly roots: Set<ShadowRoot>;
  /** Copies of what MediaSource got, while somebody takes them; null: nobody does. */
  chunks: { readonly buffer: number; readonly bytes: Uint8Array }[] | null;
}

/** A native function's owner and name, and what is done with each call of it, after it. */
type Hook = (owner: object | undefined, name: string, listen: (call: Call) => void) => void;

interface Call {
  readonly args: unknown[];
  readonly self: unknown;
  readonly result: unknown;
}

/**
 * Runs in every frame before its scripts (as source text): listens where the network shows nothing. The hooks are proxies of the native functions, so that
 * `toString` says of them what it says of those; each is guarded, and hands the call on whatever happens.
 */
export function installHooks(key: string, parts: readonly ((store: HookStore, hook: Hook) => void)[]): void {
  const store: HookStore = {
    report: { manifests: [], texts: [], keySystems: [] },
    mseBytes: 0,
    mseTypes: [],
    played: new Set(),
    roots: new Set(),
    chunks: null,
  };
  Object.defineProperty(window, Symbol.for(key), { value: store });
  const hook: Hook = (owner, name, listen) => {
    const native = owner === undefined ? undefined : Object.getOwnPropertyDescriptor(owner, name);
    if (owner === undefined || typeof native?.value !== 'function') return;
    const value = new Proxy(native.value as (...args: unknown[]) => unknown, {
      apply(target, self, args: unknown[]) {
        const result: unknown = Reflect.apply(target, self, args);
        try {
          listen({ args, self, result });
        } catch {
          // a page that hands nonsense to its own functions is told so by these
        }
        return result;
      },
    });
    Object.defineProperty(owner, name, { ...native, value });
  };
  for (const part of parts) part(store, hook);
}

/** Elements and roots that are in no document that can be asked for them. */
export function hookElements(store: HookStore, hook: Hook): void {
  hook(Element.prototype, 'attachShadow', ({ result }) => store.roots.add(result as ShadowRoot));
  hook(HTMLMediaElement.prototype, 'play', ({ self }) => store.played.add(self as HTMLMediaElement));
  hook(window.Navigator?.prototype, 'requestMediaKeySystemAccess', ({ args: [system] }) =>
    store.report.keySystems.push(String(system)),
  );
}

/** Texts: manifests of blobs and data: addresses, and what a script has decoded. */
export function hookTexts(store: HookStore, hook: Hook): void {
  const limits = { manifest: 1024 * 1024, text: 300_000, texts: 40 };
  const mediaText = /\.(m3u8|mpd|mp4|m4v|webm|mov|flv|mp3|m4a|ism)\b/i;
  const manifestStart = /^\s*(#EXTM3U|<\?xml[^>]*>\s*<(\w+:)?MPD\b|<(\w+:)?MPD\b)/;
  const nativeAtob = window.atob.bind(window);
  const hearText = (text: unknown): void => {
    const { texts } = store.report;
    if (typeof text !== 'string' || text.length > limits.text || texts.length >= limits.texts) return;
    if (mediaText.test(text) && !texts.includes(text)) texts.push(text);
  };
  const hearManifest = (url: string, text: string): void => {
    if (manifestStart.test(text) && text.length <= limits.manifest) store.report.manifests.push({ url, text });
  };
  const hearAddress = (address: unknown): void => {
    const url = String(address instanceof Request ? address.url : address);
    if (!url.startsWith('data:') || url.length > limits.manifest) return;
    const [head = '', ...rest] = url.split(',');
    const body = rest.join(',');
    hearManifest(url, /;base64$/i.test(head) ? nativeAtob(body) : decodeURIComponent(body));
  };
  const hearBlob = async (url: string, blob: Blob): Promise<void> => {
    if (blob.size <= limits.manifest && manifestStart.test(await blob.slice(0, 200).text()))
      hearManifest(url, await blob.text());
  };
  hook(URL, 'createObjectURL', ({ args: [blob], result }) => {
    if (blob instanceof Blob) hearBlob(String(result), blob).catch(() => {}); // a blob that cannot be read
  });
  hook(JSON, 'parse', ({ args: [text] }) => hearText(text));
  hook(window, 'atob', ({ result }) => {
    hearText(result);
    hearManifest('inline:', String(result));
  });
  hook(window, 'fetch', ({ args: [address] }) => hearAddress(address));
  hook(XMLHttpRequest.prototype, 'open', ({ args: [, address] }) => hearAddress(address));
}

/** Bytes that a script hands to MediaSource. */
export function hookMediaSource(store: HookStore, hook: Hook): void {
  const buffers = new WeakMap<object, number>();
  hook(window.MediaSource?.prototype, 'addSourceBuffer', ({ args: [type], result }) => {
    store.mseTypes.push(String(type));
    buffers.set(result as object, store.mseTypes.length - 1);
  });
  hook(window.SourceBuffer?.prototype, 'appendBuffer', ({ args: [data], self }) => {
    const bytes = ArrayBuffer.isView(data)
      ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      : new Uint8Array(data as ArrayBuffer);
    store.mseBytes += bytes.byteLength;
    store.chunks?.push({ buffer: buffers.get(self as object) ?? 0, bytes: bytes.slice() });
  });
}

/** The script to run before the page's. @param key unguessable: a page must not find it */
export const hooksScript = (key: string): string =>
  `(${installHooks})(${JSON.stringify(key)}, [${hookElements}, ${hookTexts}, ${hookMediaSource}, ${ownSharedWorkers}]);`;
