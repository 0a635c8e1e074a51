import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { commitArticles } from '../storage/commit-articles.ts';
import { article } from '../storage/records.ts';
import { oldNode } from '../support/old-node.ts';

const bin = fileURLToPath(new URL('../../bin/newshawk.mjs', import.meta.url));

/** Says at its end on stderr how many bytes stdout held at most. */
const counting = `data:text/javascript,${encodeURIComponent(`
const { stdout } = process;
const write = stdout.write.bind(stdout);
let most = 0;
stdout.write = (...given) => {
  const hasRoom = write(...given);
  most = Math.max(most, stdout.writableLength);
  return hasRoom;
};
process.on('exit', () => process._rawDebug('most bytes held: ' + most));`)}`;

type Output = 'pipe' | number;

describe('what a command prints', () => {
  let folder = '';
  const small = { articles: 40, bodyBytes: 3_000 };
  const large = { articles: 420, bodyBytes: 80_000 };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pipes-'));
    for (const [name, { articles, bodyBytes }] of Object.entries({ small, large })) {
      await using store = await openSqlite(join(folder, name));
      await commitArticles(
        store,
        Array.from({ length: articles }, (_, at) => article(`${at}`, { body: `${at} `.padEnd(bodyBytes, 'text ') })),
      );
    }
  });
  afterAll(() => rm(folder, { recursive: true }));

  const { NEWSHAWK_NODE_REEXEC: _, ...env } = process.env;
  const startOn = (store: string, argv: readonly string[], [stdout, stderr]: readonly [Output, Output]) =>
    spawn(process.execPath, argv, {
      cwd: folder,
      env: { ...env, NEWSHAWK_STORE: `file:${join(folder, store)}` },
      stdio: ['ignore', stdout, stderr],
    });
  const start = (argv: readonly string[], outputs: readonly [Output, Output], more: readonly string[] = []) =>
    startOn('small', [...more, bin, ...argv], outputs);
  const startLarge = (argv: readonly string[], more: readonly string[] = []) =>
    startOn('large', [...more, bin, ...argv], ['pipe', 'pipe']);

  const exportAll = ['export', '--status', 'all'];

  it.each([
    ['', []],
    [', through the launcher', ['--import', oldNode]],
  ])('arrives whole at a slow reader%s', async (_way, more) => {
    const child = start(exportAll, ['pipe', 'pipe'], more);
    const [text, stderr, code] = await Promise.all([slowly(child.stdout), all(child.stderr), exitOf(child)]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(text.trimEnd().split('\n').map(idOf)).toHaveLength(small.articles);
    expect(text.endsWith('}\n')).toBe(true);
  });

  it('arrives whole where it is one text', async () => {
    const child = start([...exportAll, '-f', 'jsonfeed'], ['pipe', 'pipe']);
    const [text, code] = await Promise.all([slowly(child.stdout), exitOf(child)]);
    expect({ code, itemCount: JSON.parse(text).items.length }).toEqual({ code: 0, itemCount: small.articles });
  });

  it('is 100 MB and more without being held in memory', async () => {
    const child = startLarge(exportAll, ['--import', counting]);
    let bytes = 0;
    let lines = 0;
    const read = async (): Promise<void> => {
      for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        for (const byte of chunk) if (byte === 10) lines++;
        await turn();
      }
    };
    const [stderr, code] = await Promise.all([all(child.stderr), exitOf(child), read()]);
    expect({ code, lines }).toEqual({ code: 0, lines: large.articles });
    expect(bytes).toBeGreaterThan(100_000_000);
    const [, most] = /^most bytes held: (\d+)\n$/.exec(stderr) ?? [];
    // one line, and what was left of the one before
    expect(Number(most)).toBeLessThan(2 * (bytes / lines));
  });

  it('ends quietly, with 0, when the reader has enough', async () => {
    const child = startLarge(exportAll);
    const [first] = (await once(child.stdout as Readable, 'data')) as [Buffer];
    (child.stdout as Readable).destroy();
    const [stderr, code] = await Promise.all([all(child.stderr), exitOf(child)]);
    expect(first.length).toBeGreaterThan(0);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('stops the work when the reader has enough, though there is more to read', async () => {
    const line = JSON.stringify({ id: 1, html: '<article><h1>A ferry</h1><p>The ferry is on time.</p></article>' });
    const script = `yes '${line}' | "$0" ${bin} extract --batch | head -n 1; echo "\${PIPESTATUS[@]}"`;
    const child = spawn('bash', ['-c', script, process.execPath], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    const [text, stderr, code] = await Promise.all([all(child.stdout), all(child.stderr), exitOf(child)]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(text).toMatch(/^\{"id":1,.*\}\n141 0 0\n$/);
  });

  it.each([exportAll, ['--json', 'config', 'print'], ['--help']])(
    'is an error where the disk is full: %s',
    async (...argv) => {
      const child = start(argv.flat(), [openSync('/dev/full', 'w'), 'pipe']);
      const [stderr, code] = await Promise.all([all(child.stderr), exitOf(child)]);
      expect(stderr).toMatch(/^newshawk: stdout can't be written \(ENOSPC\).*\n$/);
      expect(code).toBe(3);
    },
  );

  // The system takes the beginning of the only text, and says so; a limit of the shell stands for the end of a disk.
  it.each([
    ['> cut.json', 'stdout'],
    ['-o cut.json', '\\S+/cut.json'],
  ])('is an error where only its beginning had room: %s', async (where, name) => {
    const script = `ulimit -f 64; exec "$0" "$@" ${where}`;
    const child = spawn('bash', ['-c', script, process.execPath, bin, ...exportAll, '-f', 'jsonfeed'], {
      cwd: folder,
      env: { ...process.env, NEWSHAWK_STORE: `file:${join(folder, 'small')}` },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [stderr, code] = await Promise.all([all(child.stderr), exitOf(child)]);
    expect((await stat(join(folder, 'cut.json'))).size).toBe(64 * 1_024);
    expect(stderr).toMatch(new RegExp(`^newshawk: ${name} can't be written \\(EFBIG\\).*\\n$`));
    expect(code).toBe(3);
  });

  it('comes also where nobody can write to stderr', async () => {
    const child = start([...exportAll, '--verbose'], ['pipe', openSync('/dev/full', 'w')]);
    const [text, code] = await Promise.all([all(child.stdout), exitOf(child)]);
    expect({ code, lineCount: text.trimEnd().split('\n').length }).toEqual({ code: 0, lineCount: small.articles });
  });

  it('comes also where the reader of stderr has gone', async () => {
    const child = start(['status'], ['pipe', 'pipe']);
    (child.stderr as Readable).destroy();
    const [text, code] = await Promise.all([all(child.stdout), exitOf(child)]);
    expect({ code, text }).toEqual({ code: 0, text: expect.stringContaining('articles') });
  });
});

const idOf = (line: string): string => JSON.parse(line).id;

const exitOf = async (child: ChildProcess): Promise<number | null> =>
  ((await once(child, 'exit')) as [number | null])[0];

async function all(stream: Readable | null): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

/** A few bytes each turn of the loop: the pipe is full until its writer has ended, or waits. */
async function slowly(stream: Readable | null): Promise<string> {
  const parts: Buffer[] = [];
  if (stream === null) return '';
  for await (const part of stream as AsyncIterable<Buffer>) {
    parts.push(part);
    for (let turns = 0; turns < 2_000; turns++) await turn();
  }
  return Buffer.concat(parts).toString('utf8');
}
