import { createHash } from 'node:crypto';

/** Parameters that sign, time or count a request: with others in their place it is the same medium. */
const tokenNames =
  /^(e|x?exp(ires?|iry|iration)?|expire_?(time|at|ts)|deadline|until|valid_?(from|to|until)|st|se|sp|sv|sr|sig|sign|signature|token|access_?token|__token__|auth(_?key)?|acl|hdn(ea|ts|tl)|hmac|hash|md5|policy|key-pair-id|key_?id|jwt|nonce|ticket|session(_?id)?|sid|uid|wssecret|wstime|txsecret|txtime|range|bytestart|byteend|rn|rbuf|cpn|x-(amz|goog)-.*|googleaccessid|awsaccesskeyid|_|t|ts|time(stamp)?|rand(om)?|cb|cache_?buster)$/i;
/** A signature by its looks: long, without words. */
const tokenValue = /^(?=.*\d)[A-Za-z0-9+/_=%~.-]{32,}$/;
const epoch = /^1[4-9]\d{8}(\d{3})?$|^2[01]\d{8}(\d{3})?$/;
const signature = /^[0-9a-f]{16,}$|^(?=.*\d)(?=.*[A-Z])[\w-]{20,}$/;

/**
 * What stays of a medium's address when it is signed anew: host, path and the parameters that choose the medium, hashed (32 hex digits). Path segments count as a
 * signature only beside a time: else they are names.
 */
export function mediaFingerprint(url: string): string {
  return createHash('sha256').update(lasting(url)).digest('hex').slice(0, 32);
}

/** The id of a medium on a page, short enough to be typed; a new signature leaves it as it is. */
export const mediaId = (pageUrl: string, url: string): string =>
  createHash('sha256')
    .update(`${pageUrl}\n${lasting(url)}`)
    .digest('hex')
    .slice(0, 12);

/** Host with port; empty for what has no address. */
export const mediaHost = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

function lasting(url: string): string {
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
