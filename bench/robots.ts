// robots.txt on real files: `npm run bench:robots -- [FOLDER]` (index.jsonl and files/; skipped with a word where absent). Each file goes through the product's own
// reading, every path that it names is asked for; beside it the verdicts of Protego, Scrapy's parser, where python3 has it (`pip install protego`). Exit 1: a file
// ended in an error.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { tryCanonicalUrl } from '../src/model/web/canonical-url.ts';
import type { HttpClient, IdentityRoute } from '../src/ports.ts';
import { openRobots } from '../src/stages/fetch/robots.ts';

interface Listed {
  readonly id: string;
  readonly file: string;
}

const folder = resolve(process.argv[2] ?? join(import.meta.dirname, '../../shared/corpora/robots'));
if (!existsSync(join(folder, 'index.jsonl'))) {
  console.log(`skipped: no index.jsonl in ${folder}`);
  process.exit(0);
}
const files = readFileSync(join(folder, 'index.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line): Listed => JSON.parse(line));
const userAgent = 'newshawk';
const identity = { id: 'direct' } as IdentityRoute;

/** Addresses, as a crawl asks for them, for every path that a file names, its wildcards filled in; at most 200. */
function addressesIn(text: string, origin: string): string[] {
  const paths = [...text.matchAll(/^[ \t]*(?:dis)?allow[ \t]*:[ \t]*(\S+)/gim)].map(([, path = '']) => path);
  const filled = ['/', ...paths].map((path) => path.replaceAll('*', 'x').replace(/\$$/, ''));
  const urls = filled.map((path) => origin + (path.startsWith('/') ? path : `/${path}`));
  return [...new Set(urls.map((url) => tryCanonicalUrl(url)))].filter((url) => url !== null).slice(0, 200);
}

/** Answers with one file, whatever is asked. */
const serving = (body: Buffer): HttpClient =>
  ({
    fetch: async ({ url }: { readonly url: string }) => ({ url, finalUrl: url, status: 200, headers: {}, body }),
    [Symbol.asyncDispose]: async () => {},
  }) as unknown as HttpClient;

const asked: { readonly id: string; readonly text: string; readonly urls: readonly string[] }[] = [];
const verdicts: boolean[][] = [];
const errors: string[] = [];
const times: number[] = [];
for (const { id, file } of files) {
  const body = readFileSync(join(folder, file));
  const text = body.toString('utf8');
  const urls = addressesIn(text, `https://${id}`);
  const robots = openRobots({
    http: serving(body),
    userAgent,
    clock: { now: () => new Date(0), monotonicMs: () => 0 },
    policy: 'obey',
  });
  const before = process.cpuUsage();
  try {
    const answers: boolean[] = [];
    for (const url of urls) answers.push((await robots.check({ url: url as never, site: id }, identity)).allowed);
    verdicts.push(answers);
    asked.push({ id, text, urls });
  } catch (error) {
    errors.push(`${id}: ${String(error)}`);
  }
  const { user, system } = process.cpuUsage(before);
  times.push((user + system) / 1_000);
}
times.sort((a, b) => a - b);
console.table({
  files: files.length,
  errors: errors.length,
  verdicts: verdicts.flat().length,
  'allowed, %': Math.round((100 * verdicts.flat().filter(Boolean).length) / verdicts.flat().length),
  'CPU ms a file with all its verdicts, median': (times[times.length >> 1] ?? 0).toFixed(2),
  'most, ms': (times.at(-1) ?? 0).toFixed(1),
});
for (const error of errors) console.log(error);

const protego = `
import json, sys
from protego import Protego
for line in sys.stdin:
    one = json.loads(line)
    rules = Protego.parse(one['text'])
    print(json.dumps([rules.can_fetch(url, '${userAgent}') for url in one['urls']]))`;
const lines = asked.map((one) => JSON.stringify(one)).join('\n');
const beside = spawnSync('python3', ['-c', protego], { input: lines, encoding: 'utf8', maxBuffer: 1e8 });
if (beside.status !== 0) console.log('skipped: python3 has no protego (`pip install protego`)');
else {
  const theirs = beside.stdout
    .trim()
    .split('\n')
    .map((line): boolean[] => JSON.parse(line));
  const differing = asked.flatMap(({ id, urls }, at) =>
    urls.flatMap((url, place) =>
      verdicts[at]?.[place] === theirs[at]?.[place] ? [] : [{ id, url, ours: verdicts[at]?.[place] }],
    ),
  );
  const hosts = Map.groupBy(differing, ({ id }) => id);
  console.log(`Protego differs on ${differing.length} of ${verdicts.flat().length} verdicts, in ${hosts.size} files:`);
  for (const [id, [first, ...more]] of [...hosts].slice(0, 15))
    console.log(`  ${id}: ${first?.url} is ${first?.ours ? 'allowed' : 'forbidden'} here; and ${more.length} more`);
}
process.exit(errors.length > 0 ? 1 : 0);
