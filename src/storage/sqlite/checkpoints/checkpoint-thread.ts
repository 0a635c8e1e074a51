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
/** 16 MB. A longer log is begun anew by force. */
const maxFrames = 4_000;
/** For which the start of a new log may stop writers: it waits for the reads of other processes, which take milliseconds. */
const restartTimeoutMs = 250;

const db = new DatabaseSync(workerData as string, { timeout: restartTimeoutMs });
const pass = db.prepare('PRAGMA wal_checkpoint(PASSIVE)'); // never stops a writer
/** With readers in several processes, one of them is always within the log: passes alone never end it, and it grows without limit. */
const restart = db.prepare('PRAGMA wal_checkpoint(RESTART)');

parentPort?.on('message', () => {
  let frames = 0;
  for (let passes = 0; passes < maxPasses; passes++) {
    const { busy, log, checkpointed } = pass.get() as unknown as Progress;
    frames = log;
    if (busy === 1 || checkpointed >= log) break;
  }
  if (frames > maxFrames) restart.get();
  parentPort?.postMessage('done');
});
