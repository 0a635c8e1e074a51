import { benchPages } from './bench-pages.ts';
import type { BenchPage, Found, PageResult, Way, WayPlan, WayRequest, WayStarted } from './way.ts';

// The process of one way: it stays alive for all rounds and reads the pages that its messages name. The CPU time of a page is that of all threads, the garbage
// collector's and the compiler's included.

const plan = JSON.parse(process.argv[2] ?? '') as WayPlan;
const pages = plan.sources.flatMap((source) => benchPages(source, plan.pages).map((page) => ({ source, page })));
const nothing: Found = { title: '', body: '' };

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

// After Node's start and the corpus' files: these are not the way's work.
const beforeImport = cpuMs();
const { way } = (await import(`./ways/${plan.way}.ts`)) as { way: Way };
// Some peers print a line for each unusual page; the returned value or the error is what counts.
console.log = console.warn = console.info = console.error = () => {};

async function measured(source: string, page: BenchPage): Promise<PageResult> {
  const begun = cpuMs();
  try {
    const result = await way(page);
    const ended = cpuMs();
    return { source, id: page.id, cpuMs: ended - begun, found: result(), error: null };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { source, id: page.id, cpuMs: cpuMs() - begun, found: nothing, error: reason };
  }
}

process.on('message', async ({ from, to }: WayRequest) => {
  const results: PageResult[] = [];
  for (const { source, page } of pages.slice(from, to)) results.push(await measured(source, page));
  process.send?.(results);
});
process.on('disconnect', () => process.exit()); // jsdom leaves timers behind

const [first] = pages;
if (first === undefined) throw new Error('no pages to read');
await measured(first.source, first.page);
process.send?.({ pages: pages.length, coldMs: cpuMs() - beforeImport } satisfies WayStarted);
