import { text } from 'node:stream/consumers';
import { benchPages } from './bench-pages.ts';
import type { BenchPage, Found, PageResult, RunPlan, Way } from './way.ts';

// Runs one way in a separate process and prints what each page cost, with the garbage collector's and the compiler's threads.

const plan = JSON.parse(await text(process.stdin)) as RunPlan;
const { way } = (await import(`./ways/${plan.way}.ts`)) as { way: Way };
// some peers talk of every odd page: what matters is what they return or throw
console.log = console.warn = console.info = console.error = () => {};

/** Code is compiled and caches are filled before anything counts: workers live long. After 150 pages the time of a page falls by a tenth at most. */
/** The same for every way: a worker reads pages by the thousand, and 150 left a good part of the compiler's work in what was measured. */
const warmUpPages = 400;
const nothing: Found = { title: '', body: '' };

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

async function measured(source: string, page: BenchPage): Promise<PageResult> {
  const begun = cpuMs();
  try {
    const result = await way(page);
    const ended = cpuMs();
    return { source, id: page.id, cpuMs: ended - begun, found: result(), error: null };
  } catch (error) {
    return {
      source,
      id: page.id,
      cpuMs: cpuMs() - begun,
      found: nothing,
      error: error instanceof Error ? error.message : String(error),
    };
  }
}

const all = plan.sources.flatMap((source) => benchPages(source, plan.pages).map((page) => ({ source, page })));
for (let at = 0; at < warmUpPages; at++) {
  const { source, page } = all[Math.floor((at * all.length) / warmUpPages)] ?? all[0]!;
  await measured(source, page);
}
const results: PageResult[] = [];
for (const { source, page } of all) results.push(await measured(source, page));
process.stdout.write(JSON.stringify(results), () => process.exit()); // jsdom leaves timers behind
