import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

// Runs in a separate thread (checkpoints.ts): each message asks for one checkpoint, and each is answered.

/** Frames of the log, and how many of them are in the database file. `busy` 1: another process is at it. */
interface Progress {
  readonly busy: number;
  readonly log: number;
  readonly checkpointed: number;
}

/** While a checkpoint copies, writers append: each repetition has less to copy. The log begins anew when none is left. */
const maxPasses = 6;

const db = new DatabaseSync(workerData as string);
const pass = db.prepare('PRAGMA wal_checkpoint(PASSIVE)'); // never stops a writer

parentPort?.on('message', () => {
  for (let passes = 0; passes < maxPasses; passes++) {
    const { busy, log, checkpointed } = pass.get() as unknown as Progress;
    if (busy === 1 || checkpointed >= log) break;
  }
  parentPort?.postMessage('done');
});
