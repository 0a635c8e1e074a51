/** Headers of the transfer, whose work is undone in the text that is kept: an archive reader would undo it again. And cookies, which a snapshot has in one line. They get a prefix, as other archivers give it. */
const undone: ReadonlySet<string> = new Set(['content-encoding', 'transfer-encoding', 'content-length', 'set-cookie']);
const undonePrefix = 'x-archive-orig-';

/** Headers that are no header of the answer: names that HTTP does not allow, such as HTTP/2's `:status`. */
const isHeaderName = (name: string): boolean => /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name);

/** The headers of the answer with the body's length as it is archived. @param bytes of the body */
export function archivedHeaders(headers: Readonly<Record<string, string>>, bytes: number): [string, string][] {
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    if (!isHeaderName(name)) return [];
    const text = value.replace(/[\r\n\0]+/g, ' ').trim();
    return [[undone.has(name.toLowerCase()) ? `${undonePrefix}${name.toLowerCase()}` : name, text]];
  });
  return [...kept, ['content-length', String(bytes)]];
}

/** The version of HTTP and the reason are not kept: HTTP/1.1 stands for the first, in which a record's headers are written, and only a success has the usual reason. */
export const archivedStatusLine = (status: number): string => `HTTP/1.1 ${status} ${status === 200 ? 'OK' : ''}`;
