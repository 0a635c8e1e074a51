import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

const openSqlite = fileURLToPath(new URL('../../src/storage/sqlite/open-sqlite.ts', import.meta.url));

/** In a process of its own, as the umask belongs to a process: a new store with a blob, and a backup of it, while the log is there. */
const program = `
const { openSqlite } = await import(process.argv[1]);
const { mkdir } = await import('node:fs/promises');
const { execFileSync } = await import('node:child_process');
const store = await openSqlite('data');
await store.blobs.put(new Uint8Array([1, 2, 3]));
await mkdir('copy', { mode: 0o700 });
await store.transfer.snapshot('copy');
process.stdout.write(execFileSync('find', ['data', 'copy', '-printf', '%m %y %p\\\\n'], { encoding: 'utf8' }));
await store[Symbol.asyncDispose]();
`;

it.each(['000', '022', '077'])('only the user may read a store and its copy, under the umask %s', async (umask) => {
  const folder = await mkdtemp(join(tmpdir(), 'newshawk-private-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const command = `umask ${umask}; exec "$0" --input-type=module -e "$1" "$2"`;
  const { stdout } = await promisify(execFile)('sh', ['-c', command, process.execPath, program, openSqlite], {
    cwd: folder,
  });
  const entries = stdout.trim().split('\n');
  expect(entries.some((entry) => entry.endsWith('data/newshawk.db-wal'))).toBe(true);
  expect(entries.some((entry) => /copy\/blobs\/..\/\w+$/.test(entry))).toBe(true);
  expect(entries.filter((entry) => !/^(700 d|600 f) /.test(entry))).toEqual([]);
});
