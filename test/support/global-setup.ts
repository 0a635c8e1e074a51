import { startMongo } from './store/mongo-server.ts';

/** One MongoDB server for all suites; the workers inherit the environment. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startMongo();
  if ('skipped' in server) {
    process.env.NEWSHAWK_TEST_MONGODB_SKIPPED = server.skipped;
    return async () => {};
  }
  process.env.NEWSHAWK_TEST_MONGODB_URL = server.url;
  return () => server.stop();
}
