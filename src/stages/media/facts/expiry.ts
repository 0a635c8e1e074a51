import type { Expiry } from '../../../model/media/media-item.ts';

interface Scheme {
  readonly source: string;
  readonly read: (url: URL) => { readonly atS: number; readonly param: string | null } | null;
}

/** Plausible expiry times; other numbers are ids. */
const earliestS = Date.UTC(2015, 0) / 1_000;
const latestS = Date.UTC(2100, 0) / 1_000;

const epochNames =
  /^(e|x?exp(ires?|iry|iration)?s?|expire_?(time|at|ts)|end(time)?|valid_?(to|until|thru)|deadline|until|ttl_?end|wstime|tm|validto|x-expires|lifetime_end)$/i;

/** Signature schemes whose expiry is in the address, the most specific first. */
const schemes: readonly Scheme[] = [
  {
    source: 'akamai',
    read: (url) => inParameters(url, /^(hdn(ea|ts)|__token__|token|acl_token)$/i, /(?:^|~)exp=(\d{10})/),
  },
  { source: 'aliyun', read: (url) => inParameters(url, /^auth_key$/i, /^(\d{10})-/) },
  { source: 'amazon', read: (url) => startAndLength(url, 'X-Amz-Date', 'X-Amz-Expires') },
  { source: 'google', read: (url) => startAndLength(url, 'X-Goog-Date', 'X-Goog-Expires') },
  { source: 'cloudfront', read: cloudfrontPolicy },
  { source: 'azure', read: azureEnd },
  { source: 'tencent', read: (url) => hexTime(url, 'txTime') },
  { source: 'hex time', read: (url) => hexTime(url, 'wsTime') },
  { source: 'epoch', read: epochParameter },
  { source: 'start and ttl', read: startAndTtl },
  { source: 'jwt', read: jwtEnd },
  { source: 'path', read: epochInPath },
];

/** Reads the expiry time of a signed address from the address; null if it names none. */
export function readExpiry(address: string): Expiry | null {
  if (!/^https?:/.test(address) || !URL.canParse(address)) return null;
  const url = new URL(address);
  for (const { source, read } of schemes) {
    const expiry = read(url);
    if (expiry === null || !(expiry.atS > earliestS && expiry.atS < latestS)) continue;
    return { at: new Date(expiry.atS * 1_000).toISOString(), param: expiry.param, source };
  }
  return null;
}

function inParameters(url: URL, name: RegExp, pattern: RegExp): ReturnType<Scheme['read']> {
  for (const [param, value] of url.searchParams) {
    const [, seconds] = (name.test(param) && pattern.exec(value)) || [];
    if (seconds !== undefined) return { atS: Number(seconds), param };
  }
  // Akamai's tokens may be in the path
  const inPath = /\/(hdn(?:ea|ts))=([^/]+)/.exec(url.pathname);
  const [, seconds] = (inPath !== null && name.test(inPath[1] ?? '') && pattern.exec(inPath[2] ?? '')) || [];
  return seconds === undefined ? null : { atS: Number(seconds), param: inPath?.[1] ?? null };
}

/** 20260102T030405Z and a number of seconds. */
function startAndLength(url: URL, start: string, length: string): ReturnType<Scheme['read']> {
  const parameters = new Map([...url.searchParams].map(([name, value]) => [name.toLowerCase(), value]));
  const at = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(parameters.get(start.toLowerCase()) ?? '');
  const seconds = Number(parameters.get(length.toLowerCase()) ?? Number.NaN);
  if (at === null || !Number.isFinite(seconds)) return null;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = at.slice(1).map(Number);
  return { atS: Date.UTC(year, month - 1, day, hour, minute, second) / 1_000 + seconds, param: length };
}

function cloudfrontPolicy(url: URL): ReturnType<Scheme['read']> {
  const policy = url.searchParams.get('Policy');
  if (policy === null) return null;
  const base64 = policy.replaceAll('-', '+').replaceAll('_', '=').replaceAll('~', '/');
  const [, seconds] = /"AWS:EpochTime"\s*:\s*(\d{10})/.exec(Buffer.from(base64, 'base64').toString('utf8')) ?? [];
  return seconds === undefined ? null : { atS: Number(seconds), param: 'Policy' };
}

/** A shared access signature: `se` is an ISO time. */
function azureEnd(url: URL): ReturnType<Scheme['read']> {
  const end = url.searchParams.get('se');
  const atS = end !== null && /^\d{4}-\d\d-\d\d/.test(end) ? Date.parse(end) / 1_000 : Number.NaN;
  return Number.isNaN(atS) ? null : { atS, param: 'se' };
}

function hexTime(url: URL, param: string): ReturnType<Scheme['read']> {
  const [name, value = ''] = [...url.searchParams].find(([key]) => key.toLowerCase() === param.toLowerCase()) ?? [];
  return name !== undefined && /^[0-9a-f]{8}$/i.test(value) ? { atS: Number.parseInt(value, 16), param: name } : null;
}

function epochParameter(url: URL): ReturnType<Scheme['read']> {
  for (const [param, value] of url.searchParams) {
    if (!epochNames.test(param) || !/^\d{10}(\d{3})?$/.test(value)) continue;
    return { atS: value.length === 13 ? Number(value) / 1_000 : Number(value), param };
  }
  return null;
}

function startAndTtl(url: URL): ReturnType<Scheme['read']> {
  const value = (names: RegExp): [string, string] | undefined =>
    [...url.searchParams].find(([name]) => names.test(name));
  const [, start = ''] = value(/^(t|ts|st|start|time(stamp)?|issued|iat)$/i) ?? [];
  const [param = null, length = ''] = value(/^(ttl|expires_?in|max_?age|lifetime|duration_?s|valid_?for)$/i) ?? [];
  if (!/^\d{10}$/.test(start) || !/^\d{1,7}$/.test(length)) return null;
  return { atS: Number(start) + Number(length), param };
}

function jwtEnd(url: URL): ReturnType<Scheme['read']> {
  const tokens: [string | null, string][] = [
    ...url.searchParams,
    ...url.pathname.split('/').map((part): [null, string] => [null, part]),
  ];
  for (const [param, value] of tokens) {
    const [, payload] = /^[\w-]{8,}\.([\w-]{8,})\.[\w-]{8,}$/.exec(value) ?? [];
    if (payload === undefined) continue;
    const [, seconds] = /"exp"\s*:\s*(\d{10})/.exec(Buffer.from(payload, 'base64url').toString('utf8')) ?? [];
    if (seconds !== undefined) return { atS: Number(seconds), param };
  }
  return null;
}

/** /secure/HASH/1760000000/film.mp4: some servers put the expiry beside the hash. */
function epochInPath({ pathname }: URL): ReturnType<Scheme['read']> {
  const parts = pathname.split('/');
  const at = parts.findIndex((part) => /^1[5-9]\d{8}$|^[2-3]\d{9}$/.test(part));
  const isSigned = [parts[at - 1], parts[at + 1]].some((part) => part !== undefined && /^[\w-]{20,}$/.test(part));
  return at >= 0 && isSigned ? { atS: Number(parts[at]), param: null } : null;
}
