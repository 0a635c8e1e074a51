import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Started, startCrawl } from '../support/app/demo-crawl.ts';
import { scraper, scraperFolder } from '../support/scraper-folder.ts';

// In a real browser: a site breaks its layout; the failure becomes a fixture; the scraper is mended.

const host = 'layout.example';
const text = 'The quay is closed until noon, and the ferry to Skell waits outside of the harbour.';
const page = (name: string): string =>
  `<!doctype html><html lang="en"><head><title>Quay closed</title></head><body><h1>Quay closed</h1>
<p class="by">By <b class="who">Ann Tide</b></p><div class="${name}"><p>${text}</p></div>
<script>console.log('token=abc', 'drawn'); fetch('/more?api_key=sesame', { headers: { authorization: 'Bearer sesame' } })</script></body></html>`;
const rules = (wrappers: string): string =>
  scraper(`{
    host: '${host}', origin: 'http://${host}', render: 'browser', required: ['title', 'body'],
    links: { article: [/\\/20\\d\\d\\//] }, wrappers: [${wrappers}],
  }`);
const old = "title: 'h1', body: '.old > p', byline: '.who'";

/** Answers, and never ends some of its pages. */
async function openSite() {
  const state = { layout: 'old' };
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'session=sesame' });
    if (path === '/robots.txt') return void response.end('');
    if (path === '/2026/endless')
      return void response.write('<body style="background: #fff"><h1>Half of it</h1>'.padEnd(4_096));
    if (path === '/2026/hung')
      return void response.end('<body style="background: #fff"><h1>Hung</h1><script>for (;;);</script>');
    response.end(path === '/2026/tall' ? page(`new" style="height: 9000px; background: teal`) : page(state.layout));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { state, port, close };
}

describe('a failed extraction', () => {
  const scrapers = scraperFolder({ 'layout/scraper.ts': rules(`{ ${old} }`) });
  const file = join(scrapers.dir, 'layout/scraper.ts');
  let [folder, site] = ['', null as unknown as Awaited<ReturnType<typeof openSite>>];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'newshawk-fixture-'));
    site = await openSite();
  });
  afterAll(async () => {
    await site.close();
    scrapers[Symbol.dispose]();
    await rm(folder, { recursive: true });
  });
  const start = (...args: string[]) =>
    startCrawl({
      demo: { port: site.port, connectTo: [`${host}:80=127.0.0.1:${site.port}`] },
      store: `file:${folder}/store`,
      args,
      env: { NEWSHAWK_SCRAPERS: scrapers.dir, NEWSHAWK_PAGE_TIMEOUT_MS: '6000' },
    });
  const run = (...args: string[]) => start(...args).ended;
  /** What a command that waits for saves has printed, one JSON a line. */
  const linesOf = ({ printed }: Started) => printed.stdout.split('\n').filter(Boolean);
  const failures = async () => JSON.parse((await run('failures', 'list', '--json')).stdout).failures;

  it('becomes a fixture that fails until the scraper is fixed, next to one of the old layout', async () => {
    const url = `http://${host}/2026/quay`;
    const added = await run('fixture', 'add', url);
    expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining(text) });
    expect((await run('test', '--strict')).code).toBe(0);
    // the same page again takes its place
    const again = await run('fixture', 'add', url);
    expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining('It replaces the fixture of this page') });
    expect((await run('test', '--strict')).stdout).toContain('1 fixture: 1 pass');
    // what is read now is accepted after it was shown
    const [name = ''] = (await readdir(join(scrapers.dir, 'layout/fixtures'))).filter((one) => one.endsWith('.json'));
    const fixture = join(scrapers.dir, 'layout/fixtures', name);
    await writeFile(fixture, (await readFile(fixture, 'utf8')).replace(/"title": "[^"]*"/, '"title": "Another"'));
    expect((await run('test')).code).toBe(32);
    const acceptance = await run('test', '--accept');
    expect(acceptance).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('title: expected Another'),
      stderr: expect.stringContaining('1 fixture was updated'),
    });
    expect((await run('test')).code).toBe(0);

    site.state.layout = 'new';
    await run('crawl', url);
    const [failure] = await failures();
    expect(failure).toMatchObject({ reason: 'layout-changed', har: expect.any(String), console: expect.any(String) });
    expect(failure.versions).toMatchObject({
      newshawk: expect.any(String),
      scraper: expect.stringMatching(/^\w{12}$/),
    });
    await run('failures', 'show', failure.id, '--to', folder);
    const har = await readFile(join(folder, failure.id, 'requests.har'), 'utf8');
    expect(har).toContain('/more?api_key=');
    expect(har + (await readFile(join(folder, failure.id, 'console.txt'), 'utf8'))).not.toMatch(/sesame|token=abc/);

    expect((await run('failures', 'fixture', failure.id)).code).toBe(0);
    const broken = await run('test', host);
    expect(broken).toMatchObject({
      code: 32,
      stdout: expect.stringMatching(/1 of 2 fixtures fails[\s\S]*page: expected an article/),
    });
    const early = await run('failures', 'fixture', failure.id, '--accept');
    expect(early.code).toBe(32);

    // each layout in its time: the fixture's time selects the wrapper
    const names = (await readdir(join(scrapers.dir, 'layout/fixtures'))).filter((name) => name.endsWith('.json'));
    const written = await Promise.all(
      names.map((name) => readFile(join(scrapers.dir, 'layout/fixtures', name), 'utf8')),
    );
    const changedAt = written.map((content) => JSON.parse(content).takenAt).sort()[1];
    await writeFile(
      file,
      rules(`{ ${old}, validUntil: '${changedAt}' }, { title: 'h1', body: '.new > p', byline: '.who' }`),
    );
    expect((await run('test', '--strict')).stdout).toContain('2 fixtures: 2 pass, 0 fail');
    const accepted = await run('failures', 'fixture', failure.id, '--accept');
    expect(accepted).toMatchObject({ code: 0, stdout: expect.stringContaining('Ann Tide') });
    expect((await run('test', '--live')).code).toBe(0);
    expect((await run('failures', 'replay', failure.id, '--store')).code).toBe(0);

    await writeFile(file, rules(`{ ${old}, validUntil: '${changedAt}' }, { title: 'h1', body: '.new > p' }`));
    expect((await run('test')).code).toBe(32);
    expect((await run('failures', 'fixture', failure.id)).stderr).toMatch(/fails with these lines/);
  });

  it('is read again at each save by failures replay --watch and test --watch, until Ctrl-C', async () => {
    await writeFile(file, rules(`{ ${old} }`));
    site.state.layout = 'new';
    await run('crawl', `http://${host}/2026/watched`);
    const failure = (await failures()).find(({ url }: { url: string }) => url.endsWith('/watched'));
    const mended = `{ ${old.replace('.old', '.new')} }`;
    const [replay, test] = [start('failures', 'replay', failure.id, '--watch', '--json'), start('test', '--watch')];
    await replay.printed.prints('stdout', /^.+\n/);
    expect(linesOf(replay)).toHaveLength(1);
    await test.printed.prints('stderr', 'Waiting for a save');
    expect(JSON.parse(linesOf(replay)[0] ?? '')).toMatchObject({ save: 0, mended: false });
    await writeFile(file, 'export default {'); // in the middle of typing
    await replay.printed.prints('stdout', /^.+\n.*mistake/);
    await test.printed.prints('stdout', 'the scrapers have a mistake');
    await writeFile(file, rules(mended));
    await replay.printed.prints('stdout', /^(?:.+\n){2}.*"mended":true/);
    await test.printed.prints('stdout', /the scrapers have a mistake[\s\S]*2 fixtures: 1 pass/);
    for (const { child } of [replay, test]) child.kill('SIGINT');
    expect([(await replay.ended).code, (await test.ended).code]).toEqual([0, 0]);
  });

  it('keeps its page where a function of the scraper throws, and a picture of 5,000 px of a tall page', async () => {
    const throwing = "fields: { title: () => { throw new Error('no title here'); } },";
    await writeFile(file, rules(`{ ${old} }`).replace('required:', `${throwing} required:`));
    await run('crawl', `http://${host}/2026/tall`);
    const failure = (await failures()).find(({ url }: { url: string }) => url.endsWith('/tall'));
    expect(failure).toMatchObject({ detail: expect.stringContaining('no title here'), snapshot: expect.any(String) });
    await run('failures', 'show', failure.id, '--to', folder);
    expect(await readFile(join(folder, failure.id, 'page.html'), 'utf8')).toContain(text);
    // without the function that throws its body is missing, and its picture is of the whole page
    await writeFile(file, rules(`{ ${old} }`));
    await run('crawl', `http://${host}/2026/tall`);
    const [tall] = (await failures()).filter(
      ({ url, reason }: Record<string, string>) => url?.endsWith('/tall') && reason === 'layout-changed',
    );
    await run('failures', 'show', tall.id, '--to', folder);
    const { height, width } = await sharp(join(folder, tall.id, 'screenshot.webp')).metadata();
    expect({ height, width }).toEqual({ height: 5_000, width: expect.any(Number) });
    // mended: the same stored page is read
    await writeFile(file, rules(`{ ${old.replace('.old', '.new')} }`));
    expect((await run('failures', 'replay', failure.id)).code).toBe(0);
  });

  it('that timed out has a picture of what was there, its requests, and no page', async () => {
    await writeFile(file, rules(`{ ${old} }`));
    await run('crawl', `http://${host}/2026/endless`, `http://${host}/2026/hung`);
    const all = await failures();
    const timedOut = all.filter(({ reason }: { reason: string }) => reason === 'timed-out');
    expect(timedOut, JSON.stringify(all)).toHaveLength(2);
    for (const { id, url } of timedOut) {
      const { stdout } = await run('failures', 'show', id, '--to', folder);
      expect(stdout).toContain('requests.har');
      const { channels } = await sharp(join(folder, id, 'screenshot.webp')).stats();
      expect(Math.min(...channels.map(({ min }) => min)), url).toBeLessThan(100); // the headline is drawn
      const refused = await run('failures', 'fixture', id);
      expect(refused).toMatchObject({ code: 31, stderr: expect.stringContaining('failures retry') });
    }
  });
});
