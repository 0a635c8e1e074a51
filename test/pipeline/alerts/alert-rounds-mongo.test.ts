import { MongoClient } from 'mongodb';
import { afterAll, describe, it } from 'vitest';
import { openMongo } from '../../../src/storage/mongo/open-mongo.ts';
import { databaseUrl, startMongo } from '../../support/store/mongo-server.ts';
import { alertSuite } from './alert-suite.ts';
import { tellSuite } from './tell-suite.ts';

/** Set by Vitest's globalSetup, which starts one server for all; without it this file starts its own. */
const reason = process.env.NEWSHAWK_TEST_MONGODB_SKIPPED ?? '';
const server = reason === '' ? await startMongo() : { skipped: reason };

describe('on MongoDB', () => {
  if ('skipped' in server) {
    it(`is tested on a real server (${server.skipped})`, ({ skip }) => skip(server.skipped));
    return;
  }
  afterAll(() => server.stop());
  let places = 0;
  const open = async () => {
    places += 1;
    const address = databaseUrl(server.url, `newshawk_alerts_${process.pid}_${places}`);
    const close = async () => {
      await using client = new MongoClient(address);
      await client.db().dropDatabase();
    };
    return { store: await openMongo(address), close };
  };
  alertSuite(open);
  tellSuite(open);
});
