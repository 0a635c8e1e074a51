import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { memoryFolder } from './memory-folder.ts';
import { startMongo } from './store/mongo-server.ts';

const dashboardBuilder = fileURLToPath(new URL('../../tools/build-dashboard.mjs', import.meta.url));

/** The dashboard's build, one folder for temporary files and one MongoDB server for all suites; the workers inherit the environment. */
export default async function setup(): Promise<() => Promise<void>> {
  await promisify(execFile)(process.execPath, [dashboardBuilder]);
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
