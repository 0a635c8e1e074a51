/** What a folder with a SQLite store holds. `store restore` moves these entries, and touches no others. */
export const databaseName = 'newshawk.db';
export const blobsName = 'blobs';
export const storeNames: readonly string[] = [
  databaseName,
  `${databaseName}-journal`,
  `${databaseName}-wal`,
  `${databaseName}-shm`,
  blobsName,
];

/** Folder in which `store restore` prepares a store. While it is there and the database is not, nobody creates one. */
export const restoringName = 'restoring';
/** Folder with the store that was replaced. */
export const replacedName = 'replaced';
