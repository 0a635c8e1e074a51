import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { importDefault } from '../../src/config-files/load-module.ts';
import { loadScrapers as loadAll, siteFor } from '../../src/config-files/load-scrapers.ts';
import { exitCodes } from '../../src/errors.ts';
import { brokenError, brokenScrapers, isBroken } from '../../src/settings/broken-scrapers.ts';
import { defineScraper } from '../../src/settings/scraper.ts';
import { scraper, scraperFolder } from '../support/scraper-folder.ts';

/** Loads a folder under plain Node, prints the names of its sites or the error. */
function loadInNode(dir: string) {
  const module = pathToFileURL(join(import.meta.dirname, '../../src/config-files/load-scrapers.ts')).href;
  const program = `const { loadScrapers } = await import(${JSON.stringify(module)});
    await loadScrapers(${JSON.stringify(dir)}).then(
      (sites) => {
        for (const { file, mistakes = [] } of sites) for (const mistake of mistakes) console.error(\`\${file}: \${mistake}\`);
        console.log(JSON.stringify(sites.map((site) => site.name)));
      },
      (error) => console.error(error.message),
    );`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
}

/** All of a folder. @throws CommandError where one is broken */
async function loadScrapers(dir: string) {
  const all = await loadAll(dir);
  if (all.some(isBroken)) throw brokenError(brokenScrapers(all));
  return all;
}

const messageOf = (loaded: Promise<unknown>): Promise<string> =>
  loaded.then(
    () => 'no mistake',
    (error: Error) => error.message,
  );

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
    expect(message).toContain("d/scraper.ts: can't be loaded: line 1: no luck");
    expect(message).toMatch(/e\/scraper\.ts: can't be loaded: /);
    expect(message).toMatch(/f\/scraper\.ts: .*g\/scraper\.ts claims same\.example too: keep one of them/);
  });

  it('says what an unknown key may have meant, and what there is', async () => {
    using folder = scraperFolder({
      'a/scraper.ts': scraper(
        `{ host: 'a.example', wrapper: [], language: 'en', links: { articles: [/x/] }, politeness: { gap: 5 }, steps: { articles: [{ kind: 'clik', selector: 'a' }, { kind: 'scroll', time: 2, times: 1 }], pages: [] } }`,
      ),
    });
    const message = await messageOf(loadScrapers(folder.dir));
    expect(message).toMatch(
      /the definition: there is no "wrapper", did you mean "wrappers"\? \(valid keys: host, origin, .*, politeness\)/,
    );
    expect(message).toContain('links: there is no "articles", did you mean "article"? (valid keys: article, ignore)');
    expect(message).toContain('politeness: there is no "gap" (valid keys: gapMs, concurrency)');
    expect(message).toMatch(/steps\.articles\.0\.kind: .*'click' \|/);
    expect(message).toContain('steps: there is no "pages" (valid keys: articles, sources)');
    expect(message).toContain('steps.articles.1: there is no "time", did you mean "times"? (valid keys: kind, times)');
  });

  it('names an invalid selector and an invalid address in addition to the other mistakes', async () => {
    using folder = scraperFolder({
      'a/scraper.ts': scraper(`{
        host: 'a.example',
        language: 'english',
        waitFor: '.a:popover-open > ',
        sources: [{ url: 'https://', kind: 'feed' }, { url: '/', kind: 'listing', links: 'main >> a' }],
        steps: { sources: [{ kind: 'click', selector: 'text=More' }, { kind: 'click', selector: 'button:popover-open' }, { kind: 'wait', selector: 'div[' }] },
        wrappers: [{ title: 'h1[', body: 'article p, ', clean: ['.ok', ':no-such-thing'] }],
      }`),
    });
    const message = await messageOf(loadScrapers(folder.dir));
    const named = [...message.matchAll(/scraper\.ts: ([\w.]+): /g)].map(([, field]) => field);
    expect(named.sort()).toEqual(
      [
        'language',
        'sources.0.url',
        'sources.1.links',
        'steps.sources.2.selector',
        'waitFor',
        'wrappers.0.body',
        'wrappers.0.clean.1',
        'wrappers.0.title',
      ].sort(),
    );
    expect(message).toContain('wrappers.0.title: "h1[" is not a CSS selector: ');
  });

  it('refuses a wrong XPath of a source, and says what to do', async () => {
    using folder = scraperFolder({
      'a/scraper.ts': scraper(`{ host: 'a.example', sources: [
        { url: '/a', kind: 'listing', links: '//main//a[not(@rel)]' }, { url: '/b', kind: 'listing', links: 'xpath:descendant::ul[1]' },
        { url: '/c', kind: 'listing', links: '//ul[' }, { url: '/d', kind: 'listing', links: '//a[matches(@href, "x")]' },
        { url: '/e', kind: 'listing', links: './/main//a' }, { url: '/f', kind: 'listing', links: 'xpath:count(//a)' }] }`),
    });
    const message = await messageOf(loadScrapers(folder.dir));
    expect([...message.matchAll(/scraper\.ts: ([\w.]+): /g)].map(([, field]) => field)).toEqual(
      [2, 3, 4, 5].map((at) => `sources.${at}.links`),
    );
    expect(message).toContain('"//ul[" is not an XPath: something is missing at its end: close each bracket');
    expect(message).toContain('there is no function "matches"; the functions are boolean,');
    expect(message).toMatch(/"\.\/\/main\/\/a" is not a CSS selector: .*; begin an XPath with \/\/ or xpath:/);
    expect(message).toContain('it gives a number, not elements of the page: begin it with //');
  });

  it('says where steps belong, and where they can not be taken', async () => {
    using folder = scraperFolder({
      'a/scraper.ts': scraper(`{ host: 'a.example', steps: [{ kind: 'click', selector: '.more' }] }`),
      'b/scraper.ts':
        scraper(`{ host: 'b.example', render: 'static', steps: { articles: [{ kind: 'scroll', times: 1 }] },
        sources: [{ url: '/feed', kind: 'feed', steps: [{ kind: 'scroll', times: 1 }] }, { url: '/', kind: 'listing', steps: [{ kind: 'scroll', times: 1 }] }] }`),
      'c/scraper.ts': scraper(
        `{ host: 'c.example', sources: [{ url: '/', kind: 'listing', render: 'static', steps: [{ kind: 'scroll', times: 1 }] }] }`,
      ),
    });
    const message = await messageOf(loadScrapers(folder.dir));
    expect(message).toMatch(/a\/scraper\.ts: steps: name the pages: listing\('\/', \{ steps: \[...\] \}\)/);
    expect(message).toContain('b/scraper.ts: sources.0.steps: a feed is read as text');
    expect(message).toMatch(/c\/scraper\.ts: sources\.0\.steps: steps are taken in a browser/);
  });

  it("finds this program's kit under plain Node too, from a folder without packages", () => {
    using folder = scraperFolder({ 'a/scraper.ts': scraper(`{ host: 'a.example' }`) });
    const { stdout } = loadInNode(folder.dir);
    expect(JSON.parse(stdout)).toEqual(['a.example']);
  });

  it('names the line of a mistake, in the file itself or in one that it imports', () => {
    using folder = scraperFolder({
      'a/scraper.ts': `import { defineScraper } from 'newshawk';\nexport default defineScraper({\n  host: 'a.example'\n  sources: [],\n});\n`,
      'b/scraper.ts': `\nthrow new Error('no luck');`,
      'c/scraper.ts': `import './helper.ts';\nexport default 1;`,
      'c/helper.ts': `\n\nthrow new Error('no help');`,
      'd/scraper.ts': `enum Kind { News }\nexport default Kind;`,
    });
    const { stderr } = loadInNode(folder.dir);
    expect(stderr).toContain("a/scraper.ts: can't be loaded: line 4: Expected ','");
    expect(stderr).toContain("b/scraper.ts: can't be loaded: line 2: no luck");
    expect(stderr).toMatch(/c\/scraper\.ts: can't be loaded: .*c\/helper\.ts, line 3: no help/);
    expect(stderr).toContain("d/scraper.ts: can't be loaded: line 1: TypeScript enum is not supported");
  });

  it('names the file that ends the program, which would else end without a word', () => {
    using folder = scraperFolder({ 'a/scraper.ts': 'process.exit(0);' });
    expect(loadInNode(folder.dir)).toMatchObject({
      status: exitCodes.configuration,
      stderr: `${join(folder.dir, 'a/scraper.ts')} ended the program while it was loaded: a definition may have no effects.\n`,
    });
  });

  it('does not wait for ever for a module that does', async () => {
    using folder = scraperFolder({ 'a/scraper.ts': 'await new Promise(() => {});\nexport default 1;' });
    await expect(importDefault(join(folder.dir, 'a/scraper.ts'), 200)).rejects.toThrow('loading it took over 0.2 s');
  });
});

describe('a broken scraper', () => {
  it('stops its own site and no other: its place is kept under the host that its text names', async () => {
    using folder = scraperFolder({
      'a/scraper.ts': scraper(`{ host: 'a.example', language: 'english' }`),
      'b.example/scraper.ts': 'export default (;',
      'c/scraper.ts': scraper(`{ host: 'c.example' }`),
      'd/scraper.ts': `export default defineScraper({ host: 'localhost', origin: 'http://localhost:4000' };`,
      'e/scraper.ts': scraper(`{ host: 'c.example' }`),
      'f/scraper.ts': scraper(`{ host: 'f.example' }`),
    });
    const sites = await loadAll(folder.dir);
    expect(sites.map((site) => [site.host, isBroken(site)])).toEqual([
      ['a.example', true],
      ['b.example', true],
      ['c.example', true],
      ['c.example', true],
      ['f.example', false],
      ['localhost:4000', true],
    ]);
    expect(brokenScrapers(sites)[0]).toMatchObject({
      host: 'a.example',
      file: join(folder.dir, 'a/scraper.ts'),
      mistakes: [expect.stringContaining('language: ')],
    });
    expect(isBroken(siteFor(sites, 'www.b.example'))).toBe(true);
    expect(isBroken(siteFor(sites, 'www.f.example'))).toBe(false);
  });
});

describe('siteFor', () => {
  const sites = ['gazette.example', 'sport.gazette.example', 'x.com'].map((host) => defineScraper({ host }));

  it.each([
    ['gazette.example', 'gazette.example'],
    ['www.gazette.example', 'gazette.example'],
    ['WWW.Gazette.Example:443', 'gazette.example'],
    ['www.gazette.example:8443', 'www.gazette.example:8443'],
    ['live.sport.gazette.example', 'sport.gazette.example'],
    ['netflix.com', 'netflix.com'],
    ['x.com.evil.example', 'x.com.evil.example'],
    ['127.0.0.1:9400', '127.0.0.1:9400'],
  ])('%s belongs to %s', (host, owner) => expect(siteFor(sites, host).host).toBe(owner));
});

describe('siteFor', () => {
  it.each([
    ['[::1]', '[::1]'],
    ['[::1]:7199', '[::1]:7199'],
    ['a_b.example', 'a_b.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['-a.example', '-a.example'],
  ])('has a site for whatever an address has for a host: %s', (host, name) => {
    expect(siteFor([], host)).toMatchObject({ host: name, file: null });
  });
});
