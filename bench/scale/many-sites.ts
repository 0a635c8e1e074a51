import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openWireSite, type WireSite } from '../../test/support/sites/wire-site.ts';
import { articlePage, articlePath } from '../pipeline/article-site.ts';

export interface ManySites extends AsyncDisposable {
  readonly site: WireSite;
  readonly hosts: readonly string[];
  /** For NEWSHAWK_CONNECT_TO. */
  readonly connectTo: string;
}

/** Hosts of one server on this machine, each with a list and its articles of 15 KB. */
export async function openManySites(hostCount: number, articlesPerHost: number): Promise<ManySites> {
  const hosts = Array.from({ length: hostCount }, (_, at) => `ledger-${at}.example`);
  const site = await openWireSite((path, { headers }) => {
    const at = hosts.indexOf(headers.host ?? '');
    if (at < 0) return null;
    if (path === '/') return listPage(at * articlesPerHost, articlesPerHost);
    const number = Number(/story-of-the-day-(\d+)/.exec(path)?.[1]) - 10_000;
    return Math.floor(number / articlesPerHost) === at ? articlePage(number, 'own') : null;
  });
  const connectTo = hosts.map((host) => `${host}:80=127.0.0.1:${site.port}`).join(',');
  return { site, hosts, connectTo, [Symbol.asyncDispose]: () => site.close() };
}

const listPage = (from: number, count: number): string =>
  `<!doctype html><html lang="en"><head><title>The Ledger</title></head><body><main><ul class="news">${Array.from(
    { length: count },
    (_, at) =>
      `<li><a class="headline" href="${articlePath(from + at)}">Story of the day number ${from + at} in full</a></li>`,
  ).join('\n')}</ul></main></body></html>`;

export interface Manners {
  readonly gapMs: number;
  readonly concurrency: number;
}

/** Writes a scraper for each host into the folder. */
export async function writeScrapers(folder: string, hosts: readonly string[], manners: Manners): Promise<void> {
  for (const host of hosts) {
    await mkdir(join(folder, host), { recursive: true });
    await writeFile(
      join(folder, host, 'scraper.ts'),
      `import { defineScraper } from 'newshawk';
export default defineScraper({
  host: '${host}', origin: 'http://${host}', render: 'static', politeness: { gapMs: ${manners.gapMs}, concurrency: ${manners.concurrency} },
  sources: [{ kind: 'listing', url: '/', links: '.news', maxDepth: 1 }],
});
`,
    );
  }
}
