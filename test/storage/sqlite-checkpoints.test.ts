import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
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
    for (let n = 0; n < transactions; n++) db.transaction(() => db.run('INSERT INTO rows (n) VALUES (:n)', { n }));
  };
  const ownFrames = () => db.get('PRAGMA wal_autocheckpoint');
  return { file, db, write, ownFrames };
}

it('the SQLite store writes the log back in a thread, once a process has written much', async () => {
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

/** Two connections that read in turns: at each moment one of them is within the log, as with workers and `serve` on one store. */
const overlappingReads = `
const { DatabaseSync } = require('node:sqlite');
const { parentPort, workerData } = require('node:worker_threads');
const statements = [1, 2].map(() => new DatabaseSync(workerData, { timeout: 1000 }).prepare('SELECT n FROM rows'));
let open = null;
for (let turn = 0; ; turn++) {
  const rows = statements[turn % 2].iterate();
  rows.next();
  open?.return();
  open = rows;
  if (turn === 2) parentPort.postMessage('reading');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
}`;

it('the SQLite store restarts the log although there is always a reader within it', async () => {
  const { file, db, write } = await openLog();
  db.exec('PRAGMA journal_size_limit = 16777216; ALTER TABLE rows ADD COLUMN text BLOB');
  write(2);
  const reader = new Worker(overlappingReads, { eval: true, workerData: file });
  await once(reader, 'message');
  const checkpoints = new Checkpoints(db, file);
  let largest = 0;
  for (let batch = 0; batch < 20; batch++) {
    for (let n = 0; n < 150; n++)
      db.transaction(() => db.run('UPDATE rows SET text = randomblob(30000) WHERE n = :n', { n: n % 2 }));
    await checkpoints.settled();
    largest = Math.max(largest, (await stat(`${file}-wal`)).size);
  }
  await reader.terminate();
  await checkpoints[Symbol.asyncDispose]();
  // 3,000 transactions of 33 KB: without it, the log has all of their 100 MB
  expect(largest).toBeLessThan(50_000_000);
});

it('the SQLite store writes the log back in transactions where the thread fails', async () => {
  const { file, db, write, ownFrames } = await openLog();
  const checkpoints = new Checkpoints(db, join(file, 'no-such-file'));
  write(600);
  await checkpoints.settled();
  expect(ownFrames()).toEqual({ wal_autocheckpoint: 1_000 });
  write(1_100);
  expect((await stat(file)).size).toBeGreaterThan(4_096);
});
