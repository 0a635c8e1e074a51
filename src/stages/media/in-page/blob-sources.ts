/** The part of the hooks' store that `hookBlobs` fills. */
interface HasBlobs {
  readonly blobs: Map<string, { readonly source: string | null; readonly sizeBytes: number }>;
}

/** As `hooks.ts` has it. */
type Hook = (
  owner: object | undefined,
  name: string,
  listen: (call: { readonly args: unknown[]; readonly self: unknown; readonly result: unknown }) => void,
) => void;

/**
 * Runs in every frame before its scripts (as source text): remembers from which address the bytes of a blob came, through the objects that a script passes them
 * on with. A film that is fetched whole and played from a blob has an address then.
 */
export function hookBlobs(store: HasBlobs, hook: Hook): void {
  const sources = new WeakMap<object, string>();
  const bytesOf = (value: object): object => (ArrayBuffer.isView(value) ? value.buffer : value);
  const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
  const sourceOf = (value: unknown): string | undefined => (isObject(value) ? sources.get(bytesOf(value)) : undefined);
  const note = (value: unknown, url: string | undefined): void => {
    if (isObject(value) && url !== undefined && /^https?:/.test(url)) sources.set(bytesOf(value), url);
  };
  const noteLater = (
    result: unknown,
    url: string | undefined,
    part: (value: unknown) => unknown = (value) => value,
  ): void => {
    if (url === undefined || url === '') return;
    // the page hears a failure itself
    (result as Promise<unknown>).then(
      (value) => note(part(value), url),
      () => {},
    );
  };
  const hookGetter = (
    owner: object | undefined,
    name: string,
    listen: (self: object, value: unknown) => void,
  ): void => {
    const property = owner === undefined ? undefined : Object.getOwnPropertyDescriptor(owner, name);
    const native = property?.get;
    if (owner === undefined || native === undefined) return;
    const get = new Proxy(native, {
      apply(target, self: object, args) {
        const value: unknown = Reflect.apply(target, self, args);
        if (isObject(value)) listen(self, value);
        return value;
      },
    });
    Object.defineProperty(owner, name, { ...property, get });
  };
  hookGetter(window.Response?.prototype, 'body', (self, stream) => note(stream, (self as Response).url));
  hookGetter(window.XMLHttpRequest?.prototype, 'response', (self, value) =>
    note(value, (self as XMLHttpRequest).responseURL),
  );
  for (const name of ['blob', 'arrayBuffer', 'bytes'])
    hook(window.Response?.prototype, name, ({ self, result }) => {
      const { url, body } = self as Response;
      noteLater(result, url === '' ? sourceOf(body) : url);
    });
  hook(window.Blob?.prototype, 'arrayBuffer', ({ self, result }) => noteLater(result, sourceOf(self)));
  hook(window.Blob?.prototype, 'slice', ({ self, result }) => note(result, sourceOf(self)));
  hook(window.ReadableStream?.prototype, 'getReader', ({ self, result }) => note(result, sourceOf(self)));
  hook(window.ReadableStream?.prototype, 'pipeThrough', ({ self, result }) => note(result, sourceOf(self)));
  hook(window.ReadableStreamDefaultReader?.prototype, 'read', ({ self, result }) =>
    noteLater(result, sourceOf(self), (chunk) => (chunk as { value?: unknown }).value),
  );
  for (const name of ['Blob', 'File'] as const) {
    const Native = window[name];
    if (typeof Native !== 'function') continue;
    const value = new Proxy(Native, {
      construct(target, args: [unknown[] | undefined, unknown, unknown], newTarget) {
        const blob = Reflect.construct(target, args, newTarget) as Blob;
        const [parts] = args;
        const urls = new Set(Array.isArray(parts) ? parts.map(sourceOf) : []);
        const [url] = urls;
        if (urls.size === 1) note(blob, url);
        return blob;
      },
    });
    Object.defineProperty(window, name, { value, configurable: true, writable: true, enumerable: false });
  }
  hook(URL, 'createObjectURL', ({ args: [blob], result }) => {
    if (!(blob instanceof Blob) || store.blobs.size >= 500) return;
    store.blobs.set(String(result), { source: sourceOf(blob) ?? null, sizeBytes: blob.size });
  });
}
