import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DemoArticle } from '../../demo/articles.ts';
import { openRedis } from '../support/redis-server.ts';
import { eventually } from '../support/waiting.ts';
import { type Desk, openDesk, Reader, type Typed } from './reader.ts';
import { changedSite, clickedSite, plainSite, serveTaskSites, stories, type TaskSite } from './task-sites.ts';

// Five tasks, each from a clean clone, in as many commands as the guide says, on sites that the guide does not show.

const guide = await readFile(new URL('../../docs/guide/README.md', import.meta.url), 'utf8');
/** What the table of the guide says. */
function commandsOf(task: string): number {
  const row = guide.split('\n').find((line) => line.startsWith(`| ${task}`));
  const count = /^\|[^|]*\|[^|]*\| (\d+)/.exec(row ?? '')?.[1];
  if (count === undefined) throw new Error(`the guide has no task "${task}"`);
  return Number(count);
}

const setUp = /^Three commands make a project: (.*)\. They/m.exec(guide)?.[1]?.match(/(?<=`)[^`,]+(?=`)/g) ?? [];

let desk: Desk;
let project = '';
beforeAll(async () => {
  desk = await openDesk();
  const reader = new Reader(desk);
  const { code, output } = await reader.type({ lines: setUp, id: null });
  expect({ code, output }).toMatchObject({ code: 0 });
  project = reader.cwd;
});
afterAll(() => desk[Symbol.asyncDispose]());

/** A reader in a new project, whose sites are those. */
async function begin(name: string, sites: Readonly<Record<string, TaskSite>>) {
  const server = await serveTaskSites(sites);
  const folder = join(desk.folder, name);
  await cp(project, folder, { recursive: true, verbatimSymlinks: true });
  const reader = new Reader(desk, folder);
  reader.typed.push(...setUp);
  await reader.write({ path: '.env', text: server.settings });
  const type = async (line: string, wanted = 0): Promise<Typed> => {
    const typed = await reader.type({ lines: [line], id: null });
    expect({ line, ...typed }).toMatchObject({ line, code: wanted });
    return typed;
  };
  return {
    reader,
    type,
    [Symbol.asyncDispose]: async () => {
      await reader[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** What the store holds, by title. Not a command of the task. */
async function articles(folder: string): Promise<ReadonlyMap<string, { body: string; authors: readonly string[] }>> {
  const { stdout } = await new Reader(desk, folder).type({ lines: ['npx newshawk export'], id: null });
  const lines = stdout
    .trim()
    .split('\n')
    .filter((line) => line !== '');
  return new Map(lines.map((line) => JSON.parse(line)).map((article) => [article.title, article]));
}

const titles = (some: readonly DemoArticle[]): string[] => some.map(({ title }) => title).sort();
const sortedKeys = (map: ReadonlyMap<string, unknown>): string[] => [...map.keys()].sort();

// Side by side: each in its own project.
describe.concurrent('a new user', () => {
  it('crawls a site and exports CSV', async () => {
    const all = stories('harbour', 4);
    await using task = await begin('csv', { 'valley.example': plainSite(all) });
    await task.type('npx newshawk crawl http://valley.example/');
    await task.type('npx newshawk export -f csv -o articles.csv');
    const csv = await task.reader.read('articles.csv');
    for (const { title, paragraphs } of all) {
      expect(csv).toContain(title);
      expect(csv).toContain(paragraphs.at(-1)?.replaceAll('"', '""'));
    }
    expect(task.reader.typed.length).toBeLessThanOrEqual(commandsOf('crawl a site and export CSV'));
  });

  it('writes a scraper for a client-rendered site with "load more"', async () => {
    const all = stories('energy', 8);
    await using task = await begin('scraper', { 'tide-notes.example': clickedSite(all) });
    await task.type('npx newshawk new http://tide-notes.example/');
    await task.type('npx newshawk crawl tide-notes.example');
    expect((await articles(task.reader.cwd)).size).toBeGreaterThanOrEqual(3); // what the list shows before a click
    const path = 'scrapers/tide-notes.example/scraper.ts';
    expect(await task.reader.read(path)).toContain("host: 'tide-notes.example'");
    await task.reader.write({
      path,
      text: `import { clickUntilGone, defineScraper, listing } from 'newshawk';

export default defineScraper({
  host: 'tide-notes.example',
  origin: 'http://tide-notes.example',
  sources: [listing('/', { links: '.feed', steps: [clickUntilGone('.older')] })],
  links: { article: [/\\/n\\//] },
  wrappers: [{ title: '.headline', body: '.copy > p', byline: '.writer' }],
});
`,
    });
    await task.type('npx newshawk crawl tide-notes.example');
    const stored = await articles(task.reader.cwd);
    expect(sortedKeys(stored)).toEqual(titles(all));
    for (const { title, paragraphs } of all) expect(stored.get(title)?.body).toContain(paragraphs.at(-1));
    expect(task.reader.typed.length).toBeLessThanOrEqual(commandsOf('write a scraper'));
  });

  it('finds out why a page failed, and fixes it', async () => {
    const all = stories('food', 3);
    const scraper = (byline: string, body: string): string => `import { defineScraper, listing } from 'newshawk';
export default defineScraper({
  host: 'mill.example',
  origin: 'http://mill.example',
  sources: [listing('/', { links: '.latest' })],
  wrappers: [{ title: 'h1', body: '${body}', byline: '${byline}' }],
  required: ['title', 'body', 'authors'],
});
`;
    await using task = await begin('failure', { 'mill.example': changedSite(all) });
    const path = 'scrapers/mill.example/scraper.ts';
    await task.reader.write({ path, text: scraper('.author', '.story > p') });
    await task.type('npx newshawk crawl mill.example', 16);
    const { stdout: list } = await task.type('npx newshawk failures list');
    const id = /^([0-9a-f]{12}) .*layout-changed/m.exec(list)?.[1];
    const { stdout: failure } = await task.type(`npx newshawk failures show ${id}`);
    expect(failure).toMatch(/required, but not found: body .*"\.story > p".*authors .*"\.author"/);
    await task.reader.write({ path, text: scraper('.author, .signature', '.story > p, .longread > p') });
    expect((await task.type(`npx newshawk failures replay ${id}`)).stdout).toContain('mended');
    await task.type(`npx newshawk failures replay ${id} --store`);
    const stored = await articles(task.reader.cwd);
    expect(sortedKeys(stored)).toEqual(titles(all));
    for (const { title, author } of all) expect(stored.get(title)?.authors).toEqual([author]);
    expect(task.reader.typed.length).toBeLessThanOrEqual(commandsOf('find out why a page failed'));
  });

  it('follows a topic by RSS', async () => {
    const sites = { 'east.example': plainSite(stories('energy', 5)), 'west.example': plainSite(stories('food', 3)) };
    await using task = await begin('topic', sites);
    await task.type('npx newshawk topics add heat -k heat=2 -k hydrogen -k electricity');
    await task.type('npx newshawk crawl http://east.example/ http://west.example/');
    await task.type('npx newshawk export -f rss --topic heat -o heat.xml');
    const { rss } = new XMLParser({ isArray: (name) => name === 'item' }).parse(await task.reader.read('heat.xml'));
    const links: string[] = rss.channel.item.map(({ link }: { link: string }) => link);
    expect(links.length).toBeGreaterThan(1);
    expect(links.filter((link) => !link.startsWith('http://east.example/'))).toEqual([]);
    expect(task.reader.typed.length).toBeLessThanOrEqual(commandsOf('follow a topic by RSS'));
  });

  it('runs four workers', async () => {
    await using redis = await redisServer();
    const hosts = ['culture', 'food', 'science', 'energy'].map((section) => `${section}.example`);
    const all = hosts.map((host) => stories(host.replace('.example', ''), 2));
    const sites = Object.fromEntries(hosts.map((host, index) => [host, plainSite(all[index] ?? [])]));
    await using task = await begin('workers', sites);
    await task.type(`echo NEWSHAWK_QUEUE=${redis.url} >> .env`);
    const addresses = hosts.map((host) => `http://${host}/`).join(' ');
    const lines = [`npx newshawk watch ${addresses} &`, 'for worker in 1 2 3 4; do npx newshawk worker & done; wait'];
    await task.reader.typeBeside({ lines, isInClone: false }, /(?:Working on what the queue gives[\s\S]*){4}/);
    const count = task.reader.typed.length + 1;
    await eventually(async () => {
      const { stdout } = await task.type('npx newshawk status');
      expect(stdout.match(/^worker \w+ /gm)).toHaveLength(4);
      expect(stdout).toMatch(/\b8 published/);
    });
    expect(sortedKeys(await articles(task.reader.cwd))).toEqual(titles(all.flat()));
    expect(count).toBeLessThanOrEqual(commandsOf('run four workers'));
  });
});

async function redisServer() {
  const redis = await openRedis();
  if (typeof redis === 'string') throw new Error(redis);
  return redis;
}
