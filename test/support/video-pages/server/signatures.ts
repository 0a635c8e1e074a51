import { createHash } from 'node:crypto';
import type { Choices } from '../plan/plan.ts';

const digest = (path: string, endS: number): string => createHash('md5').update(`${path} ${endS} lock`).digest('hex');

const lifetimeS = 900;

/** The query of an address that expires, in the form of a well-known kind. */
export function signedQuery(path: string, scheme: Choices['signature'], nowS: number): string {
  const endS = nowS + lifetimeS;
  const mark = digest(path, endS);
  switch (scheme) {
    case 'epoch':
      return `?expires=${endS}&signature=${mark}`;
    case 'akamai':
      return `?hdnts=exp=${endS}~acl=/*~hmac=${mark}`;
    case 'aliyun':
      return `?auth_key=${endS}-0-0-${mark}`;
  }
}

/** Whether an address has a valid signature of any kind. */
export function isSigned(url: URL, nowS: number): boolean {
  const query = decodeURIComponent(url.search);
  const endS = Number(/(?:expires=|exp=|auth_key=)(\d{10})/.exec(query)?.[1]);
  const mark = /(?:signature=|hmac=|auth_key=\d+-0-0-)([0-9a-f]{32})/.exec(query)?.[1];
  return mark === digest(url.pathname, endS) && endS >= nowS;
}
