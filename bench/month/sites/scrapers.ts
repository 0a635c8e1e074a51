import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { maxFactor, minFactor, type SitePlan } from './site-plan.ts';

/** Writes a scraper per site into `<folder>/scrapers`, as a person would. */
export async function writeScrapers(folder: string, plans: readonly SitePlan[]): Promise<void> {
  for (const plan of plans) {
    const own = join(folder, 'scrapers', plan.host);
    await mkdir(own, { recursive: true });
    await writeFile(join(own, 'scraper.ts'), scraperOf(plan));
  }
}

function scraperOf({ host, kind, listPath, everyMs, windows, gapMs, concurrency }: SitePlan): string {
  const source = {
    kind,
    url: listPath,
    every: `${everyMs / 1_000}s`,
    minFactor,
    maxFactor,
    activeWindows: windows,
    maxDepth: 1,
  };
  const definition = {
    host,
    origin: `http://${host}`,
    name: host,
    language: 'en',
    render: 'static',
    sources: [source],
    politeness: { gapMs, concurrency },
  };
  return `import { defineScraper } from 'newshawk';\nexport default defineScraper({ ...${JSON.stringify(definition)}, links: { article: [/^http:\\/\\/[^/]+\\/news\\//] }, media: false });\n`;
}
