import { hookBlobs } from './blob-sources.ts';
import { ownSharedWorkers } from './shared-workers.ts';
import { hookSockets, socketTrack } from './socket-recorder.ts';
import { hookTimers, type WaitStore } from './waits.ts';
import { hookBlobWorkers } from './worker-hooks.ts';

/** What the hooks collected since the last read. */
export interface HookReport {
  /** Manifests without an http address: from blobs and data: addresses. */
  readonly manifests: { readonly url: string; readonly text: string }[];
  /** Texts with media addresses that a script decoded or parsed. */
  readonly texts: string[];
  /** Key systems that the page requested. */
  readonly keySystems: string[];
  /** Licences that it asked for: it plays something protected. */
  keyRequests: number;
}

/** Kept in the page, and in its workers while they are recorded, under an unguessable name. */
export interface HookStore {
  report: HookReport;
  /** Bytes passed to MediaSource so far. */
  mseBytes: number;
  readonly mseTypes: string[];
  /** Media elements that a script started; some are outside the document. */
  readonly played: Set<HTMLMediaElement>;
  /** Shadow roots, closed ones included. */
  readonly roots: Set<ShadowRoot>;
  /** Copies of what MediaSource receives while a capture runs; otherwise null. */
  chunks: { readonly buffer: number; readonly bytes: Uint8Array }[] | null;
  waits: WaitStore | undefined;
  /** Texts with a number as last read, by their words, to see whether it falls (`performance.now()`). */
  readonly counts: Map<string, { readonly text: string; readonly changedAt: number; readonly firstAt: number }>;
  /** How often each text was met in this reading, numbers apart. */
  readonly texts: Map<string, number>;
  /** How often the play has clicked or started an element. */
  readonly tried: WeakMap<Element, number>;
  /** `changes` at that time. */
  readonly changesAtTrial: WeakMap<Element, number>;
  lastTried: Element | null;
  /** How many options, radio buttons and check boxes it has chosen. */
  choices: number;
  /** Source with which the play has started an element. */
  readonly startedWith: WeakMap<HTMLMediaElement, string>;
  /** Elements whose scripts listen for a click, and for the mouse coming over them. */
  readonly clickable: WeakSet<Element>;
  readonly hoverable: WeakSet<Element>;
  /** Likewise for a double click, a button held down, a key. */
  readonly doubled: WeakSet<Element>;
  readonly held: WeakSet<Element>;
  readonly keyed: WeakSet<Element>;
  /** The same, of listeners at the window, the document and the boxes of the whole page. */
  readonly heard: Set<'double' | 'hold' | 'key'>;
  /** Elements that the last reading named, by number. */
  targets: readonly Element[];
  /** Whether the texts around an element called it an advertisement, and how often it was looked at while it played. */
  readonly calledAd: WeakMap<HTMLMediaElement, { readonly looks: number; readonly value: boolean }>;
  /** By their addresses: where the bytes of blobs came from (null: unknown), and how many they are. */
  readonly blobs: Map<string, { readonly source: string | null; readonly sizeBytes: number }>;
  /** Numbers of media elements, the same with each reading. */
  readonly numbers: WeakMap<HTMLMediaElement, number>;
  lastNumber: number;
  /** Number of changes of the document and its shadow roots so far. */
  changes: number;
  /** Number of chunks that were removed after they had arrived. */
  removedChunks: number;
  /** Identifies the store among those of all frames and workers. */
  readonly id: string;
}

/** Wraps a native function; `listen` runs after each of its calls. */
type Hook = (owner: object | undefined, name: string, listen: (call: Call) => void) => void;

interface Call {
  readonly args: unknown[];
  readonly self: unknown;
  readonly result: unknown;
}

/**
 * Runs in every frame before its scripts (as source text): collects what the network log does not show. The hooks are proxies of the native functions, so that
 * `toString` gives the native text. Each hook calls the native function first, and its own errors never reach the page.
 */
function installHooks(key: string, parts: readonly ((store: HookStore, hook: Hook) => void)[]): void {
  const store: HookStore = {
    report: { manifests: [], texts: [], keySystems: [], keyRequests: 0 },
    mseBytes: 0,
    mseTypes: [],
    played: new Set(),
    roots: new Set<ShadowRoot>(),
    chunks: null,
    waits: undefined,
    counts: new Map(),
    texts: new Map(),
    tried: new WeakMap(),
    changesAtTrial: new WeakMap(),
    lastTried: null,
    choices: 0,
    startedWith: new WeakMap(),
    clickable: new WeakSet(),
    hoverable: new WeakSet(),
    doubled: new WeakSet(),
    held: new WeakSet(),
    keyed: new WeakSet(),
    heard: new Set(),
    targets: [],
    calledAd: new WeakMap(),
    blobs: new Map(),
    numbers: new WeakMap(),
    lastNumber: 0,
    changes: 0,
    removedChunks: 0,
    id: crypto.getRandomValues(new Uint32Array(4)).join('-'),
  };
  if (Symbol.for(key) in globalThis) return; // a module that several workers import
  Object.defineProperty(globalThis, Symbol.for(key), { value: store });
  const hook: Hook = (owner, name, listen) => {
    const native = owner === undefined ? undefined : Object.getOwnPropertyDescriptor(owner, name);
    if (owner === undefined || typeof native?.value !== 'function') return;
    const value = new Proxy(native.value as (...args: unknown[]) => unknown, {
      apply(target, self, args: unknown[]) {
        const result: unknown = Reflect.apply(target, self, args);
        try {
          listen({ args, self, result });
        } catch {
          // invalid arguments: the native function already reports them to the page
        }
        return result;
      },
    });
    Object.defineProperty(owner, name, { ...native, value });
  };
  for (const part of parts) part(store, hook);
}

/** Collects elements and shadow roots that no document query finds. */
function hookElements(store: HookStore, hook: Hook): void {
  const changes = new MutationObserver(({ length }) => {
    store.changes += length;
  });
  const addRoot = (root: ShadowRoot): void => {
    store.roots.add(root);
    changes.observe(root, { childList: true, attributes: true, subtree: true });
  };
  changes.observe(document, { childList: true, attributes: true, subtree: true });
  hook(Element.prototype, 'attachShadow', ({ result }) => addRoot(result as ShadowRoot));
  // roots that the parser attaches: a template tag in the markup
  const collect = (root: Document | ShadowRoot): void => {
    for (const { shadowRoot } of root.querySelectorAll('*'))
      if (shadowRoot !== null && !store.roots.has(shadowRoot)) {
        addRoot(shadowRoot);
        collect(shadowRoot);
      }
  };
  document.addEventListener('DOMContentLoaded', () => collect(document));
  const listeners = [
    [/^(click|(mouse|pointer)(down|up)|touch(start|end))$/, store.clickable, null],
    [/^(mouse|pointer)(enter|over|move)$/, store.hoverable, null],
    [/^dblclick$/, store.doubled, 'double'],
    [/^((mouse|pointer)down|touchstart)$/, store.held, 'hold'],
    [/^key(down|up|press)$/, store.keyed, 'key'],
  ] as const;
  hook(EventTarget.prototype, 'addEventListener', ({ args: [type], self }) => {
    const isWide = !(self instanceof Element) || self.parentElement === document.body || self === document.body;
    for (const [pattern, elements, name] of listeners) {
      if (!pattern.test(String(type))) continue;
      if (self instanceof Element) elements.add(self);
      if (isWide && name !== null) store.heard.add(name);
    }
  });
  hook(HTMLMediaElement.prototype, 'play', ({ self }) => store.played.add(self as HTMLMediaElement));
  hook(window.Navigator?.prototype, 'requestMediaKeySystemAccess', ({ args: [system] }) =>
    store.report.keySystems.push(String(system)),
  );
  hook(window.MediaKeySession?.prototype, 'generateRequest', () => store.report.keyRequests++);
}

/** Collects manifests of blobs and data: addresses, and texts that a script decodes. */
function hookTexts(store: HookStore, hook: Hook): void {
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
    if (blob instanceof Blob) hearBlob(String(result), blob).catch(() => {}); // the blob can't be read
  });
  hook(JSON, 'parse', ({ args: [text] }) => hearText(text));
  hook(window, 'atob', ({ result }) => {
    hearText(result);
    hearManifest('inline:', String(result));
  });
  hook(window, 'fetch', ({ args: [address] }) => hearAddress(address));
  hook(XMLHttpRequest.prototype, 'open', ({ args: [, address] }) => hearAddress(address));
}

/** Counts, and on demand copies, the bytes that a script passes to MediaSource. */
function hookMediaSource(store: HookStore, hook: Hook): void {
  const buffers = new WeakMap<object, number>();
  hook(globalThis.MediaSource?.prototype, 'addSourceBuffer', ({ args: [type], result }) => {
    store.mseTypes.push(String(type));
    buffers.set(result as object, store.mseTypes.length - 1);
  });
  hook(globalThis.SourceBuffer?.prototype, 'appendBuffer', ({ args: [data], self }) => {
    const bytes = ArrayBuffer.isView(data)
      ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      : new Uint8Array(data as ArrayBuffer);
    store.mseBytes += bytes.byteLength;
    store.chunks?.push({ buffer: buffers.get(self as object) ?? 0, bytes: bytes.slice() });
  });
}

/** Returns the script to run before the page's scripts. @param key unguessable, so that a page can't find the hooks */
export const hooksScript = (key: string): string =>
  `(${installHooks})(${JSON.stringify(key)}, [${hookElements}, ${hookTexts}, ${hookMediaSource}, ${hookBlobs}, ${hookTimers}, ${ownSharedWorkers}]);`;

const keepChunks = (key: string): string =>
  `globalThis[Symbol.for(${JSON.stringify(key)})].chunks ??= [];(${hookSockets})(${JSON.stringify(key)}, ${JSON.stringify(socketTrack)});`;

/** Returns the script for a worker whose MediaSource is recorded; it runs before the worker's own. */
export const workerRecorderScript = (key: string): string =>
  `(${installHooks})(${JSON.stringify(key)}, [${hookMediaSource}]);${keepChunks(key)}\n`;

/** As `hooksScript`, for a page that is recorded. */
export const recorderScript = (key: string): string =>
  `${hooksScript(key)}${keepChunks(key)}(${hookBlobWorkers})(${JSON.stringify(workerRecorderScript(key))});`;
