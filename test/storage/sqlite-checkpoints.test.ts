import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Checkpoints } from '../../src/storage/sqlite/checkpoints/checkpoints.ts';
import { Database } from '../../src/storage/sqlite/database.ts';

async function openLog() {
  const folder = await mkdtemp(join(tmpdir(), 'newshawk-checkpoints-'));
  const file = join(folder, 'a.db');
  const db = new Database(file);
  onTestFinished(async () => {
    db.close();
    await rm(folder, { recursive: true });
  });
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE rows (n INTEGER) STRICT;');
  const write = (transactions: number): void => {
    for (let n = 0; n < transactions; n++) db.transaction(() => db.run('INSERT INTO rows VALUES (:n)', { n }));
  };
  const ownFrames = () => db.get('PRAGMA wal_autocheckpoint');
  return { file, db, write, ownFrames };
}

it('writes the log back in a thread, once a process has written much', async () => {
  const { file, db, write, ownFrames } = await openLog();
  const { size: before } = await stat(file);
  const checkpoints = new Checkpoints(db, file);
  write(499);
  expect((await stat(file)).size).toBe(before);
  expect(ownFrames()).toEqual({ wal_autocheckpoint: 1_000 });
  write(1);
  expect(ownFrames()).toEqual({ wal_autocheckpoint: 100_000 });
  await checkpoints.settled();
  expect((await stat(file)).size).toBeGreaterThan(before);
  await checkpoints[Symbol.asyncDispose]();
  expect(ownFrames()).toEqual({ wal_autocheckpoint: 1_000 });
  expect(db.get('SELECT count(*) AS n FROM rows')).toEqual({ n: 500 });
});

it('leaves it to the transactions where the thread fails', async () => {
  const { file, db, write, ownFrames } = await openLog();
  const checkpoints = new Checkpoints(db, join(file, 'no-such-file'));
  write(600);
  await checkpoints.settled();
  expect(ownFrames()).toEqual({ wal_autocheckpoint: 1_000 });
  write(1_100);
  expect((await stat(file)).size).toBeGreaterThan(4_096);
});
