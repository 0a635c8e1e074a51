import { rm } from 'node:fs/promises';
import { memoryFolder } from './memory-folder.ts';
import { startMongo } from './store/mongo-server.ts';

/** One folder for temporary files and one MongoDB server for all suites; the workers inherit the environment. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = process.env.TMPDIR === undefined ? memoryFolder() : null;
  if (folder !== null) process.env.TMPDIR = folder;
  const server = await startMongo();
  if ('skipped' in server) process.env.NEWSHAWK_TEST_MONGODB_SKIPPED = server.skipped;
  else process.env.NEWSHAWK_TEST_MONGODB_URL = server.url;
  return async () => {
    if (!('skipped' in server)) await server.stop();
    if (folder !== null) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}
