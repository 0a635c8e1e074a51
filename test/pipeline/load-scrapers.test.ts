import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { exitCodes } from '../../src/errors.ts';
import { loadScrapers, siteFor } from '../../src/pipeline/load-scrapers.ts';
import { defineScraper } from '../../src/scraper.ts';
import { scraper, scraperFolder } from './scraper-folder.ts';

describe('loadScrapers', () => {
  it('loads every scraper with its file, and passes over other folders', async () => {
    using folder = scraperFolder({
      'b.example/scraper.ts': scraper(
        `{ host: 'b.example', fields: { title: (page): string | null => page.text('h1') } } satisfies object`,
      ),
      'a.example/scraper.ts': scraper(`{ host: 'a.example' }`),
      'notes/readme.md': 'none',
    });
    const sites = await loadScrapers(folder.dir);
    expect(sites.map(({ host }) => host)).toEqual(['a.example', 'b.example']);
    expect(sites[0]?.file).toBe(join(folder.dir, 'a.example/scraper.ts'));
    expect(sites[1]?.fields.title).toBeTypeOf('function');
  });

  it('gives none for a folder that is not there', async () => {
    expect(await loadScrapers('/no/such/folder')).toEqual([]);
  });

  it('names all mistakes of all files at once', async () => {
    using folder = scraperFolder({
      'a/scraper.ts': scraper(`{ host: 'https://a.example', every: 1, language: 'english' }`),
      'b/scraper.ts': 'export const x = 1;',
      'c/scraper.ts': 'export default { host: 1 };',
      'd/scraper.ts': `throw new Error('no luck');`,
      'e/scraper.ts': 'export default (;',
      'f/scraper.ts': scraper(`{ host: 'same.example' }`),
      'g/scraper.ts': scraper(`{ host: 'same.example' }`),
    });
    const error = await loadScrapers(folder.dir).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ name: 'CommandError', exitCode: exitCodes.configuration });
    const { message } = error as Error;
    expect(message).toContain('a/scraper.ts: host: a bare host name is wanted');
    expect(message).toContain('a/scraper.ts: language: ');
    expect(message).toMatch(/a\/scraper\.ts: .*every/);
    expect(message).toContain('b/scraper.ts: has no default export: write `export default defineScraper(');
    expect(message).toContain('c/scraper.ts: exports something else by default');
    expect(message).toContain("d/scraper.ts: can't be loaded: no luck");
    expect(message).toMatch(/e\/scraper\.ts: can't be loaded: /);
    expect(message).toMatch(/f\/scraper\.ts and .*g\/scraper\.ts: both claim same\.example/);
  });

  it("finds this program's kit under plain Node too, from a folder without packages", () => {
    using folder = scraperFolder({ 'a/scraper.ts': scraper(`{ host: 'a.example' }`) });
    const module = pathToFileURL(join(import.meta.dirname, '../../src/pipeline/load-scrapers.ts')).href;
    const program = `const { loadScrapers } = await import(${JSON.stringify(module)}); console.log(JSON.stringify((await loadScrapers(${JSON.stringify(folder.dir)})).map((site) => site.name)));`;
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    expect(JSON.parse(printed)).toEqual(['a.example']);
  });
});

describe('siteFor', () => {
  const sites = ['gazette.example', 'sport.gazette.example', 'x.com'].map((host) => defineScraper({ host }));

  it.each([
    ['gazette.example', 'gazette.example'],
    ['www.gazette.example', 'gazette.example'],
    ['WWW.Gazette.Example:8443', 'gazette.example'],
    ['live.sport.gazette.example', 'sport.gazette.example'],
    ['netflix.com', 'netflix.com'],
    ['x.com.evil.example', 'x.com.evil.example'],
    ['127.0.0.1:9400', '127.0.0.1'],
  ])('%s belongs to %s', (host, owner) => expect(siteFor(sites, host).host).toBe(owner));
});
