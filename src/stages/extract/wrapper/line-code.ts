import { createHash } from 'node:crypto';

/** MD5 of a line, without case, digits and differences of white space: the same for a line that recurs with another number in it. */
export const lineCode = (text: string): string =>
  md5(text.toLowerCase().replace(/\s+/g, ' ').trim().replace(/\d+/g, '0'));

/** MD5 of a line and where it stands: only under the same style a line that recurs is boilerplate. */
export const placedCode = (code: string, path: string): string => md5(`${code} ${path}`);

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
