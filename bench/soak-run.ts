import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { SoakEnd, SoakPlan, SoakSample } from './soak-crawl.ts';
import { openSoakSite, type SoakSite } from './soak-site.ts';

export interface SoakRun {
  readonly samples: readonly SoakSample[];
  readonly end: SoakEnd;
  readonly site: SoakSite;
  /** Of the store. */
  readonly folder: string;
}

export interface SoakOptions {
  readonly pages: number;
  readonly concurrency: number | 'auto';
  readonly env?: Readonly<Record<string, string>>;
  /** Default: 2000. */
  readonly sampleEveryMs?: number;
  readonly onSample: (sample: SoakSample) => void;
}

/** Waits that fit a site on the same machine; politeness is not what is measured. */
const settings = {
  NEWSHAWK_STATIC_TIMEOUT_MS: '6000',
  NEWSHAWK_PAGE_TIMEOUT_MS: '30000',
  NEWSHAWK_MAX_ATTEMPTS: '2',
  NEWSHAWK_HOST_GAP_MS: '0',
  NEWSHAWK_HOST_CONCURRENCY: '16',
  NEWSHAWK_REVISIT_AFTER_MS: String(365 * 86_400_000),
};

/** Crawls the generated sites once, in a separate process with a store on disk, and hands its run over while store and sites are still there. */
export async function soakRun<T>(options: SoakOptions, judge: (run: SoakRun) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'newshawk-soak-'));
  await using site = await openSoakSite(options.pages);
  try {
    for (const host of site.hosts) {
      await mkdir(join(folder, 'scrapers', host), { recursive: true });
      await writeFile(join(folder, 'scrapers', host, 'scraper.ts'), scraperOf(host));
    }
    const env = {
      ...settings,
      NEWSHAWK_CONNECT_TO: site.connectTo.join(','),
      NEWSHAWK_ALLOW_NETWORKS: `127.0.0.1:${site.port}`,
      ...options.env,
    };
    const { concurrency, sampleEveryMs = 2_000 } = options;
    const plan: SoakPlan = { folder, env, concurrency, sampleEveryMs };
    return await judge({ ...(await crawlIn(plan, options.onSample)), site, folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const scraperOf = (host: string): string =>
  `import { defineScraper, sitemap } from 'newshawk';\nexport default defineScraper({ host: '${host}', origin: 'http://${host}', name: '${host}', sources: [sitemap('/sitemap.xml')] });\n`;

async function crawlIn(plan: SoakPlan, onSample: (sample: SoakSample) => void) {
  const file = fileURLToPath(new URL('soak-crawl.ts', import.meta.url));
  const child = spawn(process.execPath, ['--expose-gc', file], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { MALLOC_ARENA_MAX: '2', ...process.env }, // as bin/node24.mjs and the image start it
  });
  const stop = (): void => void child.kill('SIGKILL');
  process.once('exit', stop);
  child.stdin.end(JSON.stringify(plan));
  const samples: SoakSample[] = [];
  let end: SoakEnd | null = null;
  for await (const line of createInterface({ input: child.stdout })) {
    const said = JSON.parse(line) as SoakSample | SoakEnd;
    if (said.kind === 'end') end = said;
    else {
      samples.push(said);
      onSample(said);
    }
  }
  process.off('exit', stop);
  if (end === null) throw new Error('the crawl ended without a report: see above');
  return { samples, end };
}
