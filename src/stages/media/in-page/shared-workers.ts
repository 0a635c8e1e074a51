/**
 * Runs in the page (as source text): replaces shared workers by dedicated ones, as Playwright does not report the requests of a shared worker (docs/adr/0011).
 * The worker starts from a blob, so relative addresses are resolved against the real address of its script. If the page's policy forbids blob workers, the
 * shared worker stays.
 */
export function ownSharedWorkers(): void {
  const begin = (base: string, isModule: boolean): void => {
    const absolute = (address: unknown): string => new URL(String(address), base).href;
    const { fetch, importScripts } = globalThis as unknown as {
      fetch: typeof window.fetch;
      importScripts: (url: string) => void;
    };
    const { open } = XMLHttpRequest.prototype;
    globalThis.fetch = (input, init) => fetch(input instanceof Request ? input : absolute(input), init);
    XMLHttpRequest.prototype.open = function (
      this: XMLHttpRequest,
      method: string,
      url: string | URL,
      ...rest: unknown[]
    ) {
      return Reflect.apply(open, this, [method, absolute(url), ...rest]);
    };
    const connect = ({ data }: MessageEvent): void => {
      const event = new MessageEvent('connect', { ports: [(data as { port: MessagePort }).port] });
      (globalThis as { onconnect?: (event: MessageEvent) => void }).onconnect?.(event);
      dispatchEvent(event);
    };
    const ready = isModule ? import(base) : Promise.resolve(importScripts(base));
    addEventListener('message', (event) => void ready.then(() => connect(event)), { once: true });
  };
  const { SharedWorker: Native } = window;
  if (typeof Native !== 'function') return;
  window.SharedWorker = new Proxy(Native, {
    construct(target, [url, options]: [string | URL, string | WorkerOptions | undefined], newTarget) {
      const native = (): SharedWorker => Reflect.construct(target, [url, options], newTarget) as SharedWorker;
      const type = typeof options === 'object' ? options.type : undefined;
      const source = `(${begin})(${JSON.stringify(new URL(url, document.baseURI).href)}, ${type === 'module'})`;
      const channel = new MessageChannel();
      try {
        const worker = new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })));
        worker.postMessage({ port: channel.port2 }, [channel.port2]);
        return Object.defineProperty(worker, 'port', { value: channel.port1 });
      } catch {
        return native(); // the page's policy forbids it
      }
    },
  });
}
