import { NewshawkError, StoreDamaged, StoreDown } from '../../errors.ts';

/** Advice by SQLite's primary result code (sqlite.org/rescode.html). */
const advice: Readonly<Record<number, string>> = {
  5: 'another process holds the lock for longer than the wait limit: end the process that hangs, then try again',
  6: 'another process holds the lock: try again',
  8: 'the file or its folder is read-only: give this user the right to write',
  10: 'the disk failed to read or write: check it (dmesg) and its free space',
  11: 'the file is damaged: restore it from a backup, or move it away to start with an empty store',
  13: 'the disk is full: free some space (old runs, blobs), then try again',
  14: 'the file cannot be opened: check that the folder exists and this user may write there',
  26: 'the file is no SQLite database: restore it from a backup, or choose another folder (NEWSHAWK_STORE)',
};

const fileAdvice: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full: free some space (old runs, blobs), then try again',
  EDQUOT: 'the disk quota is used up: free some space, then try again',
  ENOENT: 'the folder can not be created there: choose another folder (NEWSHAWK_STORE)',
  EACCES: 'no permission: give this user the right to write in the folder',
  EPERM: 'no permission: give this user the right to write in the folder',
  EFBIG: 'no file may become larger: raise the limit (ulimit -f), or free some space',
  EIO: 'the disk failed to read or write: check it (dmesg) and its free space',
  EROFS: 'the file system is read-only: choose another folder (NEWSHAWK_STORE)',
  ENOTDIR: 'a part of the path is a file: choose another folder (NEWSHAWK_STORE)',
  EEXIST: 'a file is where the folder should be: choose another folder (NEWSHAWK_STORE)',
  EMFILE: 'too many open files: raise the limit (ulimit -n)',
};

/** After these nothing can be written: read-only, the disk fails or is full. */
const downCodes: ReadonlySet<number> = new Set([8, 10, 13]);
/** The file is damaged, or no database. */
const damagedCodes: ReadonlySet<number> = new Set([11, 26]);
const downFileCodes: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG', 'EIO']);

/** @returns a failure of the database or its folder as a NewshawkError, with advice; a NewshawkError as it is */
export function storeError(error: unknown, location: string): NewshawkError {
  if (error instanceof NewshawkError) return error;
  const { message, errcode, code } = details(error);
  const hint = errcode === null ? fileAdvice[code] : advice[errcode & 0xff];
  // SQLITE_TOOBIG
  if (errcode === 18)
    return new NewshawkError('too-large', `a record is larger than SQLite takes (${message})`, { cause: error });
  const reason = hint === undefined ? message : `${hint} (${message})`;
  const text = `The store ${location} failed: ${reason}`;
  if (errcode !== null && damagedCodes.has(errcode & 0xff)) return new StoreDamaged(text, { cause: error });
  if (errcode === null ? downFileCodes.has(code) : downCodes.has(errcode & 0xff))
    return new StoreDown(text, { isAway: false, cause: error });
  return new NewshawkError('store', text, { cause: error });
}

function details(error: unknown): { message: string; errcode: number | null; code: string } {
  if (!(error instanceof Error)) return { message: String(error), errcode: null, code: '' };
  const errcode = 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : null;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return { message: error.message, errcode, code };
}
