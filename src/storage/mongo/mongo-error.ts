import {
  MongoBulkWriteError,
  MongoError,
  MongoNetworkError,
  MongoOperationTimeoutError,
  MongoServerSelectionError,
} from 'mongodb';
import { NewshawkError, StoreDown } from '../../errors.ts';

/** Advice by server error code (mongodb.com/docs/manual/reference/error-codes). */
const advice: Readonly<Record<number, string>> = {
  13: 'this user may not do that: give it the role readWrite on the database',
  18: 'user name or password are wrong, or belong to another authSource: check NEWSHAWK_STORE',
  8000: 'user name or password are wrong: check NEWSHAWK_STORE',
  14031: 'the disk of the server is full: free some space, then try again',
  10107: 'the server is not the primary: name the whole replica set in NEWSHAWK_STORE',
};

const adviceByName: Readonly<Record<string, string>> = {
  MongoServerSelectionError:
    'no server answers: check that it runs and that address and port in NEWSHAWK_STORE are right',
  MongoNetworkError: 'the connection broke: check the server and the network',
  MongoNetworkTimeoutError: 'the server did not answer in time: check its load and the network',
  MongoPoolClearedError: 'the connection broke: check the server and the network',
  PoolClearedOnNetworkError: 'the server did not answer in time: check its load and the network',
  MongoOperationTimeoutError: 'the server did not answer in time: check its load and the network',
  MongoWaitQueueTimeoutError: 'no connection got free in time: check the load of the server',
  MongoTopologyClosedError: 'the store was closed already',
  MongoNotConnectedError: 'the store was closed already',
};

/** The server or the network may come back by itself. By class: the driver does not name all its network errors as their classes are called. */
const isNetworkError = (error: unknown): boolean =>
  error instanceof MongoNetworkError ||
  error instanceof MongoServerSelectionError ||
  error instanceof MongoOperationTimeoutError ||
  (error instanceof MongoError && error.name === 'MongoWaitQueueTimeoutError'); // a class that the driver keeps to itself
/** The server can't be reached by another one, shuts down, begins, or another one becomes the primary: those after which drivers repeat a read. */
const awayCodes: ReadonlySet<number> = new Set([
  6, 7, 89, 91, 134, 189, 262, 9001, 10058, 10107, 11600, 11602, 13435, 13436,
]);
/** The disk of the server is full. */
const fullCode = 14031;

/** @returns a failure of the server or the driver as a NewshawkError, with advice and without credentials; a NewshawkError as it is */
export function storeError(thrown: unknown, location: string): NewshawkError {
  if (thrown instanceof NewshawkError) return thrown;
  const error = withinBulk(thrown);
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof MongoError && typeof error.code === 'number' ? error.code : null;
  if (isTooLarge(error, code))
    return new NewshawkError('too-large', `a record is larger than the 16 MB that MongoDB takes (${message})`, {
      cause: error,
    });
  const hint =
    (code === null ? undefined : advice[code]) ?? (error instanceof Error ? adviceByName[error.name] : undefined);
  const reason = hint === undefined ? message : `${hint} (${message})`;
  const text = `The store ${location} failed: ${reason}`;
  const isAway = (code !== null && awayCodes.has(code)) || isNetworkError(error);
  if (isAway || code === fullCode) return new StoreDown(text, { isAway, cause: error });
  return new NewshawkError('store', text, { cause: error });
}

/** Where a connection breaks in a bulk write, the driver wraps its error, without its name. */
const withinBulk = (error: unknown): unknown =>
  error instanceof MongoBulkWriteError && (error.errorResponse as unknown) instanceof MongoError
    ? error.errorResponse
    : error;

/** The server fails with BSONObjectTooLarge; the driver writes past the end of its buffer, or says it in its message. */
const isTooLarge = (error: unknown, code: number | null): boolean =>
  code === 10334 ||
  (error instanceof RangeError && 'code' in error && error.code === 'ERR_OUT_OF_RANGE') ||
  (error instanceof Error &&
    /larger than the maximum size|object to insert too large|BSONObj size|document is too large/i.test(error.message));

/** Whether another process wrote the same key first. */
export const isDuplicateKey = (error: unknown): boolean => error instanceof MongoError && error.code === 11000;

/** Of two upserts of one key at the same time, the server may refuse the second: its retry finds the record of the first. */
export async function twiceAtMost(write: () => Promise<unknown>): Promise<void> {
  await write().catch(async (error: unknown) => {
    if (!isDuplicateKey(error)) throw error;
    await write();
  });
}

/** The address without user, password and options. */
export function withoutCredentials(url: string): string {
  const match = /^(mongodb(?:\+srv)?:\/\/)(?:.*@)?([^/?]*)(\/[^?]*)?/.exec(url);
  return match === null ? 'mongodb:' : `${match[1]}${match[2]}${match[3] ?? ''}`;
}
