import { MongoClient } from 'mongodb';
import { afterAll, describe, it } from 'vitest';
import { openMongo } from '../../../src/storage/mongo/open-mongo.ts';
import { databaseUrl, sharedMongo } from '../../support/store/mongo-server.ts';
import { alertSuite } from './alert-suite.ts';
import { tellSuite } from './tell-suite.ts';

const server = await sharedMongo();

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
