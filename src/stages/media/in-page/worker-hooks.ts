/**
 * Runs in the page (as source text): puts a script before that of each worker that is made from a blob. The scripts of other workers come over the network, where
 * the browser adds it (`PlayerPlan.workerScript`).
 */
export function hookBlobWorkers(script: string): void {
  /** Scripts are smaller; blobs of films are not kept alive here. */
  const maxBytes = 8 * 1024 * 1024;
  const blobs = new Map<string, Blob>();
  const { createObjectURL, revokeObjectURL } = URL;
  URL.createObjectURL = new Proxy(createObjectURL, {
    apply(target, self, args: [Blob | MediaSource]) {
      const url = Reflect.apply(target, self, args) as string;
      const [source] = args;
      if (source instanceof Blob && source.size <= maxBytes) blobs.set(url, source);
      return url;
    },
  });
  URL.revokeObjectURL = new Proxy(revokeObjectURL, {
    apply(target, self, args: [string]) {
      blobs.delete(String(args[0]));
      return Reflect.apply(target, self, args) as undefined;
    },
  });
  const { Worker: Native } = window;
  if (typeof Native !== 'function') return;
  window.Worker = new Proxy(Native, {
    construct(target, args: [string | URL, WorkerOptions | undefined], newTarget) {
      const [url, options] = args;
      const blob = blobs.get(String(url));
      if (blob === undefined) return Reflect.construct(target, args, newTarget) as Worker;
      const own = createObjectURL.call(URL, new Blob([script, blob], { type: 'text/javascript' }));
      return Reflect.construct(target, [own, options], newTarget) as Worker;
    },
  });
}
