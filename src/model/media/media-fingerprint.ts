import { createHash } from 'node:crypto';
import { trackingParameter } from '../web/canonical-url.ts';

/** Parameters that sign, time or count a request: they don't identify the medium. */
const tokenNames =
  /^(e|x?exp(ires?|iry|iration)?|expire_?(time|at|ts)|deadline|until|valid_?(from|to|until)|st|se|sp|sv|sr|sig|sign|signature|token|access_?token|__token__|auth(_?key)?|acl|hdn(ea|ts|tl)|hmac|hash|md5|policy|key-pair-id|key_?id|jwt|nonce|ticket|session(_?id)?|sid|uid|wssecret|wstime|txsecret|txtime|range|bytestart|byteend|rn|rbuf|cpn|x-(amz|goog)-.*|googleaccessid|awsaccesskeyid|_|t|ts|time(stamp)?|rand(om)?|cb|cache_?buster)$/i;
/** Parameters of players and embedding pages that do not choose the medium. */
const pageNames =
  /^(ref|referr?er|si|feature|origin|autoplay|muted?|controls|enablejsapi|page_?url|embed(der|ding_?page)|parent)$/i;
/** Looks like a signature: long, with digits, without words. */
const tokenValue = /^(?=.*\d)[A-Za-z0-9+/_=%~.-]{32,}$/;
const epoch = /^1[4-9]\d{8}(\d{3})?$|^2[01]\d{8}(\d{3})?$/;
const signature = /^[0-9a-f]{16,}$|^(?=.*\d)(?=.*[A-Z])[\w-]{20,}$/;

/**
 * The part of a medium's address that a new signature or another page does not change: host, path and the parameters that choose the medium, hashed (32 hex
 * digits). A path segment counts as a signature only beside a timestamp: otherwise it is a name. A medium without an address is its page's.
 */
export function mediaFingerprint(url: string, pageUrl = ''): string {
  const identity = hasAddress(url) ? unsignedAddress(url) : `${pageUrl}\n${url}`;
  return createHash('sha256').update(identity).digest('hex').slice(0, 32);
}

/** The id of a medium, short enough to type: the same on all pages that have it. */
export const mediaId = (pageUrl: string, url: string): string => mediaFingerprint(url, pageUrl).slice(0, 12);

const hasAddress = (url: string): boolean => URL.canParse(url) && /^(https?|wss?):$/.test(new URL(url).protocol);

/** Host with port; empty for a medium without an address. */
export const mediaHost = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

function unsignedAddress(url: string): string {
  const { host, pathname, searchParams } = new URL(url);
  const segments = pathname.split('/');
  const isTimed = segments.some((segment) => epoch.test(segment));
  const path = isTimed
    ? segments.map((segment) => (epoch.test(segment) || signature.test(segment) ? '*' : segment)).join('/')
    : pathname;
  const kept = [...searchParams].filter(
    ([name, value]) =>
      ![tokenNames, trackingParameter, pageNames].some((names) => names.test(name)) &&
      !tokenValue.test(value) &&
      !epoch.test(value),
  );
  const query = kept
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('&');
  return `${host}${path}?${query}`;
}
