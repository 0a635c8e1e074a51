/** What one way is asked, as JSON on stdin of its own process. */
export interface WayPlan {
  readonly way: string;
  readonly urls: readonly string[];
  /** So many pages are rendered first and not counted: the browser's start, caches, JIT. */
  readonly warmUp: number;
  readonly concurrency: number;
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string>>;
  readonly chromiumVersion: string;
  /** Patterns of Network.setBlockedURLs, for those that block. */
  readonly block: readonly string[];
}

/** What it answers, as JSON in its last line of stdout. */
export interface WayResult {
  readonly pages: number;
  readonly complete: number;
  readonly elapsedMs: number;
  /** Of all processes of the way; the site's are not among them. */
  readonly cpuSeconds: number;
  /** Of the Node process alone. */
  readonly nodeCpuSeconds: number;
  /** The first error, for those who look for the reason. */
  readonly error: string | null;
}

/** A way to render pages: reports each address once, with its HTML or the error that it ended with. */
export type Way = (plan: WayPlan, onPage: OnPage) => Promise<void>;
export type OnPage = (url: string, html: string | Error) => void;

/** Takes addresses one by one until none is left, with this number of workers. */
export async function eachPage(
  { urls, concurrency }: Pick<WayPlan, 'urls' | 'concurrency'>,
  onPage: OnPage,
  render: (url: string, worker: number) => Promise<string>,
): Promise<void> {
  const open = [...urls];
  const work = async (worker: number): Promise<void> => {
    for (let url = open.shift(); url !== undefined; url = open.shift())
      onPage(url, await render(url, worker).catch((error: Error) => error));
  };
  await Promise.all(Array.from({ length: concurrency }, (_, worker) => work(worker)));
}
