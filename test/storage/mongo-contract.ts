import { MongoClient } from 'mongodb';
import { afterAll, describe, expect, it } from 'vitest';
import { indexes } from '../../src/storage/mongo/prepare.ts';
import { mayRead } from '../support/store/long-reads.ts';
import { traced, watchCommands } from '../support/store/mongo-commands.ts';
import { databaseUrl, sharedMongo } from '../support/store/mongo-server.ts';
import { nameOf, planOf, type QueryShape, shapesOf } from '../support/store/query-plans.ts';
import { type ContractPart, storageContract } from './contract/contract.ts';

/** A part of the contract on a real server, a database for each test; and the plans of all queries that it sends. */
export async function mongoContract(part: ContractPart): Promise<void> {
  const server = await sharedMongo();
  if ('skipped' in server) {
    describe(`mongodb store: ${part}`, () => {
      it(`is tested on a real server (${server.skipped})`, ({ skip }) => skip(server.skipped));
    });
    return;
  }
  afterAll(() => server.stop());
  let places = 0;
  const newPlace = async () => {
    places += 1;
    const database = databaseUrl(server.url, `newshawk_test_${part}_${process.pid}_${places}`);
    const address = `${database}&monitorCommands=true`.replace(/^([^?]*)&/, '$1?');
    const drop = async () => {
      await using client = new MongoClient(address);
      await client.db().dropDatabase();
    };
    return { address, drop };
  };
  const shapes = new Map<string, QueryShape>();
  const stop = watchCommands((command) => {
    for (const shape of shapesOf(command)) shapes.set(`${shape.method} ${nameOf(shape)}`, shape);
  });
  storageContract('mongodb', newPlace, { tasks: 24, stories: 20, part, wrap: traced });
  describe('queries of the contract', () => queryPlans(shapes, stop));
}

function queryPlans(shapes: ReadonlyMap<string, QueryShape>, stop: () => void): void {
  const planned = () =>
    [...shapes.values()].map((shape) => ({
      shape,
      plan: planOf(shape, indexes[shape.collection as keyof typeof indexes] ?? []),
    }));

  it('are answered by indexes, but for those that may read more', () => {
    stop();
    expect(shapes.size).toBeGreaterThan(20);
    const unexpected = planned().filter(({ shape, plan }) => plan !== 'seek' && !mayRead(shape, plan));
    expect(unexpected.map(({ shape, plan }) => `${plan}: ${shape.method} ${nameOf(shape)}`)).toEqual([]);
  });

  it('name the shard key, `_id`, where they write one record', () => {
    const single = planned().filter(({ shape }) => /^(update|delete)One$|^findAndModify$/.test(shape.name));
    const without = single.filter(({ shape }) => !shape.branches.every(({ _id }) => _id === 'fixed'));
    expect(without.map(({ shape }) => `${shape.method} ${nameOf(shape)}`)).toEqual([]);
  });
}
