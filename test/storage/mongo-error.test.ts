import { createRequire } from 'node:module';
import {
  type BulkWriteResult,
  MongoBulkWriteError,
  MongoNetworkError,
  MongoOperationTimeoutError,
  MongoServerError,
  MongoServerSelectionError,
} from 'mongodb';
import { expect, it } from 'vitest';
import { StoreDown } from '../../src/errors.ts';
import { storeError } from '../../src/storage/mongo/mongo-error.ts';

// the driver's own classes, which it throws but does not export
const { PoolClearedError, PoolClearedOnNetworkError, WaitQueueTimeoutError } = createRequire(import.meta.url)(
  'mongodb/lib/cmap/errors.js',
);
const pool = { address: 'store.example:27017', serverError: null };

const broken = new MongoNetworkError('connection 23 to 127.0.0.1:27017 closed');

it.for([
  ['a connection that breaks', broken, { isAway: true }],
  ['one that breaks in a bulk write', new MongoBulkWriteError(broken, {} as BulkWriteResult), { isAway: true }],
  ['a pool that was cleared', new PoolClearedError(pool), { isAway: true }],
  ['a monitor without an answer', new PoolClearedOnNetworkError(pool), { isAway: true }],
  ['no free connection', new WaitQueueTimeoutError('Timed out', pool.address), { isAway: true }],
  ['an operation out of time', new MongoOperationTimeoutError('Timed out'), { isAway: true }],
  ['no server', new MongoServerSelectionError('Timed out', {} as never), { isAway: true }],
  [
    'a server that can not reach another one',
    new MongoServerError({ message: 'unreachable', code: 6 }),
    { isAway: true },
  ],
  ['a server that shuts down', new MongoServerError({ message: 'shutdown in progress', code: 91 }), { isAway: true }],
  ['a full disk', new MongoServerError({ message: 'no space', code: 14031 }), { isAway: false }],
] as const)('the store is down after %s', ([, error, wanted]) => {
  const seen = storeError(error, 'mongodb://store.example');
  expect(seen).toBeInstanceOf(StoreDown);
  expect(seen).toMatchObject(wanted);
});

it('the store is not down where one write is refused', () => {
  const refused = new MongoServerError({ message: 'Document failed validation', code: 121 });
  expect(storeError(refused, 'mongodb://store.example')).not.toBeInstanceOf(StoreDown);
});
