import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startCrawl } from '../support/app/demo-crawl.ts';
import { articleHtml, articlePath, generatedArticle, homeHtml } from '../support/sites/learned-site.ts';
import { openWireSite } from '../support/sites/wire-site.ts';
import { eventually } from '../support/waiting.ts';

// What docs/api.md tells people to type, typed against the real `serve`: only the port and the time of streams differ.

const run = promisify(execFile);
const file = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const host = 'gazette.example';
const numbers = [0, 1, 2, 3];
let markdown: string;
let folder: string;
let site: Awaited<ReturnType<typeof openWireSite>>;
let serving: ReturnType<typeof startCrawl>;
let authority: string;

beforeAll(async () => {
  markdown = await readFile(file('docs/api.md'), 'utf8');
  folder = await mkdtemp(join(tmpdir(), 'newshawk-api-examples-'));
  site = await openWireSite((path) => {
    if (path === '/') return homeHtml(numbers);
    if (path === '/news/1') return articleHtml(9);
    const number = numbers.find((one) => articlePath(one) === path);
    return number === undefined ? null : articleHtml(number);
  });
  serving = startCrawl({
    demo: { port: site.port, connectTo: [`${host}:80=127.0.0.1:${site.port}`] },
    store: `file:${folder}/store`,
    args: ['--json', 'serve', '--port', '0'],
    env: { NEWSHAWK_SCRAPERS: folder, NEWSHAWK_RENDER: 'static' },
    cwd: folder,
  });
  await serving.printed.prints('stdout', /address[^}]*\}/);
  authority = new URL(JSON.parse(serving.printed.stdout).address).host;
});
afterAll(async () => {
  serving.child.kill('SIGTERM');
  await serving.ended;
  await site[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const here = (text: string): string => text.replaceAll('127.0.0.1:8780', authority);
const shell = async (command: string): Promise<string> => (await run('sh', ['-c', here(command)])).stdout;
/** The one example that begins so, with the lines that go on after a backslash. */
function curl(start: string): string {
  const found = markdown.split(/\n(?= {4}curl )/).filter((part) => part.startsWith(`    ${start}`));
  expect(found.map((part) => part.slice(0, 80))).toHaveLength(1);
  return /^ {4}curl (.*\\\n)*.*/.exec(found[0] ?? '')?.[0].trim() ?? '';
}
function block(language: string): string {
  const found = [...markdown.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))];
  expect(found).toHaveLength(1);
  return here(found[0]?.[1] ?? '');
}
const titles = () => numbers.map((number) => generatedArticle(number).title).sort();

it('an example of the API reads a page', async () => {
  const answer = JSON.parse(await shell(curl('curl -X POST http://127.0.0.1:8780/v1/extract')));
  expect(answer).toMatchObject({ article: { title: generatedArticle(9).title } });
});

it('an example of the API begins a crawl, and shows it as a job', async () => {
  const job = JSON.parse(await shell(curl('curl -X POST http://127.0.0.1:8780/v1/crawl')));
  expect(job).toMatchObject({ kind: 'crawl' });
  const jobs = async () => JSON.parse(await shell(curl('curl http://127.0.0.1:8780/v1/jobs'))).items;
  await eventually(async () => expect(await jobs()).toMatchObject([{ id: job.id, state: 'done' }]));
  const list = JSON.parse(await shell(curl("curl 'http://127.0.0.1:8780/v1/articles?site=gazette.example&limit=2'")));
  expect(list).toMatchObject({ total: 4, limit: 2, next: expect.any(String) });
  const health = JSON.parse(await shell(curl('curl http://127.0.0.1:8780/v1/scrapers/gazette.example/health')));
  expect(health).toMatchObject({ host, state: 'ok', visits: { share: 1 } });
});

it('an example of the API follows the events', async () => {
  const example = curl("curl -N 'http://127.0.0.1:8780/v1/events");
  const answer = await shell(example.replace(/site=gazette\.example/, '$&&seconds=1'));
  expect(answer).toMatch(/^retry: 3000\n: events of newshawk\n/);
});

it('an example of the API goes through a list from Python, which needs no package', async () => {
  const program = join(folder, 'example.py');
  await writeFile(program, block('python').replace('limit=100', 'limit=3'));
  const { stdout } = await run('python3', ['-I', program]);
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.slice(line.indexOf(' ') + 1))
      .sort(),
  ).toEqual(titles());
});

it('an example of the API goes through a list and follows events from TypeScript, which the compiler accepts', async () => {
  const program = join(folder, 'example.ts');
  const text = block('ts').replace('newshawk/client', file('src/client/client.ts')).replace('60_000', '2_000');
  await writeFile(program, text);
  const flags =
    '--noEmit --strict --skipLibCheck --target es2024 --module nodenext --allowImportingTsExtensions --ignoreConfig';
  const types = ['--typeRoots', file('node_modules/@types'), '--types', 'node'];
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await run(process.execPath, [file('node_modules/typescript/bin/tsc'), ...flags.split(' '), ...types, program]).catch(
    ({ stdout }: { stdout: string }) => expect(stdout).toBe(''),
  );
  const lines = (await run(process.execPath, [program])).stdout.trim().split('\n');
  const read = lines.filter((line) => !line.endsWith(' stats'));
  expect(read.map((line) => line.slice(line.indexOf(' ') + 1)).sort()).toEqual(titles());
  expect(lines.length).toBeGreaterThan(read.length);
});
