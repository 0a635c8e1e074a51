import { MongoError } from 'mongodb';
import { NewshawkError } from '../../errors.ts';

/** Server error codes (mongodb.com/docs/manual/reference/error-codes) that somebody can do something about. */
const advice: Readonly<Record<number, string>> = {
  13: 'this user may not do that: give it the role readWrite on the database',
  18: 'user name or password are wrong, or belong to another authSource: check NEWSHAWK_STORE',
  8000: 'user name or password are wrong: check NEWSHAWK_STORE',
  14031: 'the disk of the server is full: free some space, then try again',
  10107: 'the server is not the primary: name the whole replica set in NEWSHAWK_STORE',
};

const byName: Readonly<Record<string, string>> = {
  MongoServerSelectionError:
    'no server answers: check that it runs and that address and port in NEWSHAWK_STORE are right',
  MongoNetworkError: 'the connection broke: check the server and the network',
  MongoNetworkTimeoutError: 'the server did not answer in time: check its load and the network',
  MongoTopologyClosedError: 'the store was closed already',
  MongoNotConnectedError: 'the store was closed already',
};

/** Any failure of the server or the driver, in words, never with credentials; what is ours already stays as it is. */
export function storeError(error: unknown, location: string): NewshawkError {
  if (error instanceof NewshawkError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof MongoError && typeof error.code === 'number' ? error.code : null;
  if (isTooLarge(error, code))
    return new NewshawkError('too-large', `a record is larger than the 16 MB that MongoDB takes (${message})`, {
      cause: error,
    });
  const hint = (code === null ? undefined : advice[code]) ?? (error instanceof Error ? byName[error.name] : undefined);
  const what = hint === undefined ? message : `${hint} (${message})`;
  return new NewshawkError('store', `The store ${location} failed: ${what}`, { cause: error });
}

/** BSONObjectTooLarge of the server; the driver writes past the end of its buffer, or says it in words. */
const isTooLarge = (error: unknown, code: number | null): boolean =>
  code === 10334 ||
  (error instanceof RangeError && 'code' in error && error.code === 'ERR_OUT_OF_RANGE') ||
  (error instanceof Error &&
    /larger than the maximum size|object to insert too large|BSONObj size|document is too large/i.test(error.message));

/** Whether all that went wrong is that somebody else wrote the same key first. */
export const isDuplicateKey = (error: unknown): boolean => error instanceof MongoError && error.code === 11000;

/** The address as it may be shown: no user, no password, no options. */
export function withoutCredentials(url: string): string {
  const found = /^(mongodb(?:\+srv)?:\/\/)(?:.*@)?([^/?]*)(\/[^?]*)?/.exec(url);
  return found === null ? 'mongodb:' : `${found[1]}${found[2]}${found[3] ?? ''}`;
}
