// `newshawk export` of a large store, and its files in the hands of other readers: `npm run bench:export -- [--articles 200000] [--pages 20000] [--only parquet,csv]`.
// Each format is written by its own process: CPU, peak memory and rows a second. A second round over a fifth of the articles shows that memory does not grow
// with their number. Then pyarrow, duckdb and warcio (Python, in .cache/) read the files, and feedparser the feeds, also those with hostile titles: `bozo` must be 0.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { snapshotOfSource } from '../src/model/page/snapshot.ts';
import { canonicalUrl } from '../src/model/web/canonical-url.ts';
import { toFeed } from '../src/stages/publish/feed.ts';
import { freeze } from '../src/stages/snapshot/freeze.ts';
import { Database } from '../src/storage/sqlite/database.ts';
import { openSqlite } from '../src/storage/sqlite/open-sqlite.ts';
import { article, at } from '../test/storage/records.ts';
import { pythonProgram } from '../test/support/python-program.ts';
import { fillStore } from './serve/fill-store.ts';

const formats = ['jsonl', 'csv', 'parquet', 'warc.gz', 'rss', 'atom', 'json'] as const;
const { values } = parseArgs({
  options: {
    articles: { type: 'string', default: '200000' },
    pages: { type: 'string', default: '20000' },
    only: { type: 'string', default: formats.join(',') },
    'no-readers': { type: 'boolean', default: false },
  },
});
const [articles, pages] = [Number(values.articles), Number(values.pages)];
const root = resolve(import.meta.dirname, '..');
const out = join(root, '.cache/bench-export');
mkdirSync(out, { recursive: true });

/** The first articles get a page: what an archive reads beside the articles. */
async function addPages(folder: string): Promise<void> {
  const done = join(folder, `pages-${pages}`);
  if (existsSync(done)) return;
  const db = new Database(join(folder, 'newshawk.db'));
  const rows = db.all<{ id: string; url: string }>('SELECT id, url FROM articles ORDER BY id LIMIT :pages', { pages });
  await using store = await openSqlite(folder);
  for (const { id, url } of rows) {
    const html = `<html><body>${`<p>${id} and what stands beside it</p>`.repeat(400)}</body></html>`;
    const page = snapshotOfSource({ url: canonicalUrl(url), html, takenAt: at(1) }, { encoding: 'utf-8' });
    const hash = await store.blobs.put(await freeze(page));
    db.run("UPDATE article_texts SET doc = json_set(doc, '$.snapshot', :hash) WHERE id = :id", { id, hash });
  }
  db.close();
  mkdirSync(done);
}

interface Round {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakMb: number;
}

/** Writes the peak of its memory and its CPU to stderr at its end. */
const meter =
  "data:text/javascript,process.on('exit',()=>{const u=process.resourceUsage();console.error('USAGE '+JSON.stringify([u.maxRSS,u.userCPUTime+u.systemCPUTime]))})";

async function exportTo(folder: string, file: string, more: readonly string[] = []): Promise<Round> {
  const before = performance.now();
  const argv = ['--import', meter, join(root, 'bin/newshawk.mjs'), 'export', '--status', 'all', '-o', file, ...more];
  const child = spawn(process.execPath, argv, {
    env: { ...process.env, NEWSHAWK_STORE: `file:${folder}` },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  const [code] = await once(child, 'close');
  const usage = /USAGE (.*)/.exec(said)?.[1];
  if (code !== 0 || usage === undefined) throw new Error(`export to ${file} ended with ${code}: ${said}`);
  const [peakKb = 0, cpuMicros = 0] = JSON.parse(usage) as number[];
  return { seconds: (performance.now() - before) / 1_000, cpuSeconds: cpuMicros / 1e6, peakMb: peakKb / 1_024 };
}

const folders = { whole: join(out, `store-${articles}`), part: join(out, `store-${articles / 5}`) };
await fillStore(folders.part, articles / 5);
await fillStore(folders.whole, articles);
await addPages(folders.whole);

const files: string[] = [];
let isRight = true;
console.log('format    articles  seconds  CPU s  rows/s  peak MB  file MB');
for (const format of values.only.split(',')) {
  const peaks: number[] = [];
  for (const [folder, count] of [
    [folders.part, articles / 5],
    [folders.whole, articles],
  ] as const) {
    const file = join(out, `${count}.${format}`);
    const { seconds, cpuSeconds, peakMb } = await exportTo(folder, file);
    peaks.push(peakMb);
    const cells = [String(count).padStart(8), seconds.toFixed(1).padStart(8), cpuSeconds.toFixed(1).padStart(6)];
    const size = (statSync(file).size / 1e6).toFixed(1).padStart(8);
    console.log(
      `${format.padEnd(8)}  ${[
        ...cells,
        Math.round(count / seconds)
          .toString()
          .padStart(7),
        peakMb.toFixed(0).padStart(8),
        size,
      ].join(' ')}`,
    );
    if (format !== 'jsonl' && format !== 'csv' && format !== 'json') files.push(file);
  }
  const [part = 0, whole = 0] = peaks;
  // five times the articles: a file that is held in memory would grow by gigabytes
  if (whole > part * 1.5 + 100) {
    isRight = false;
    console.log(`${format}: memory grew from ${part.toFixed(0)} to ${whole.toFixed(0)} MB`);
  }
}

/** Titles that broke feeds. */
const hostile = [
  ']]>',
  '\u0000\u0008',
  '👩‍👩‍👧‍👦',
  '\u202Eright\u202C',
  '<script>1</script>',
  '&amp;&#0;&nbsp;',
  '\ud800',
  '港口 "q"',
];
for (const format of ['rss', 'atom'] as const) {
  const stories = hostile.map((title, index) => {
    const { joins: _joins, ...rest } = article(`h${index}`, {
      title,
      body: title,
      bodyHtml: `<p>${title}</p>`,
      tags: [title],
    });
    const verdict = {
      status: 'published',
      cluster: 'c',
      canonicalId: 'c',
      relation: null,
      revision: 1,
      inLinks: 0,
    } as const;
    return { ...rest, ...verdict, updatedAt: at(index) };
  });
  const meta = {
    title: 'hostile',
    description: hostile.join(),
    homeUrl: 'https://x.example/',
    feedUrl: null,
    at: at(9),
  };
  const file = join(out, `hostile.${format}`);
  writeFileSync(file, toFeed(stories, meta, format));
  files.push(file);
}

if (!values['no-readers']) {
  const packages = 'feedparser==6.0.14 pyarrow==26.0.1 duckdb==2.0.1 warcio==1.8.1';
  const python = await pythonProgram('export-readers', packages, 'python');
  // the program of the environment is there before its packages: they are looked for
  await promisify(execFile)(python, ['-m', 'pip', 'install', '--quiet', ...packages.split(' ')]);
  const { stdout } = await promisify(execFile)(python, [join(import.meta.dirname, 'export/readers.py'), ...files], {
    maxBuffer: 1e7,
  });
  console.log(stdout.trim());
}
process.exit(isRight ? 0 : 1);
