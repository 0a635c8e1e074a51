import { createHash } from 'node:crypto';

/** Parameters that sign, time or count a request: they don't identify the medium. */
const tokenNames =
  /^(e|x?exp(ires?|iry|iration)?|expire_?(time|at|ts)|deadline|until|valid_?(from|to|until)|st|se|sp|sv|sr|sig|sign|signature|token|access_?token|__token__|auth(_?key)?|acl|hdn(ea|ts|tl)|hmac|hash|md5|policy|key-pair-id|key_?id|jwt|nonce|ticket|session(_?id)?|sid|uid|wssecret|wstime|txsecret|txtime|range|bytestart|byteend|rn|rbuf|cpn|x-(amz|goog)-.*|googleaccessid|awsaccesskeyid|_|t|ts|time(stamp)?|rand(om)?|cb|cache_?buster)$/i;
/** Looks like a signature: long, with digits, without words. */
const tokenValue = /^(?=.*\d)[A-Za-z0-9+/_=%~.-]{32,}$/;
const epoch = /^1[4-9]\d{8}(\d{3})?$|^2[01]\d{8}(\d{3})?$/;
const signature = /^[0-9a-f]{16,}$|^(?=.*\d)(?=.*[A-Z])[\w-]{20,}$/;

/**
 * The part of a medium's address that a new signature does not change: host, path and the parameters that choose the medium, hashed (32 hex digits). A path segment
 * counts as a signature only beside a timestamp: otherwise it is a name.
 */
export function mediaFingerprint(url: string): string {
  return createHash('sha256').update(unsignedAddress(url)).digest('hex').slice(0, 32);
}

/** The id of a medium on a page, short enough to type; a new signature does not change it. */
export const mediaId = (pageUrl: string, url: string): string =>
  createHash('sha256')
    .update(`${pageUrl}\n${unsignedAddress(url)}`)
    .digest('hex')
    .slice(0, 12);

/** Host with port; empty for a medium without an address. */
export const mediaHost = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

function unsignedAddress(url: string): string {
  if (!URL.canParse(url) || !/^(https?|wss?):$/.test(new URL(url).protocol)) return url;
  const { host, pathname, searchParams } = new URL(url);
  const segments = pathname.split('/');
  const isTimed = segments.some((segment) => epoch.test(segment));
  const path = isTimed
    ? segments.map((segment) => (epoch.test(segment) || signature.test(segment) ? '*' : segment)).join('/')
    : pathname;
  const kept = [...searchParams].filter(
    ([name, value]) => !tokenNames.test(name) && !tokenValue.test(value) && !epoch.test(value),
  );
  const query = kept
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('&');
  return `${host}${path}?${query}`;
}
