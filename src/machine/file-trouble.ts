/** What the system's codes mean, where a person may not know it. */
const meanings: Readonly<Record<string, string>> = {
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is no folder',
  EACCES: 'you may not',
  EPERM: 'you may not',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'its links go round in a circle',
};

/** The system's code of an error with a file, and what it means: `EISDIR: it is a folder`. */
export function fileTrouble({ code, message }: NodeJS.ErrnoException): string {
  if (code === undefined) return message;
  const meaning = meanings[code];
  return meaning === undefined ? code : `${code}: ${meaning}`;
}
