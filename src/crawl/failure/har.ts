import type { RequestRecord } from '../../model/page/page.ts';
import { isSecretName, redactText } from '../../printable.ts';

/** Bounds of a log. Texts are cut before patterns look at them: pages write megabytes. A page with more is understood by its first requests. */
const maxEntries = 500;
const maxUrlLetters = 2_000;
const maxHeaders = 60;
const maxHeaderLetters = 1_000;
const masked = '(masked)';

export interface HarInput {
  readonly requests: readonly RequestRecord[];
  /** When the first request was sent. */
  readonly startedAt: Date;
  /** Of newshawk. */
  readonly version: string;
}

/** The requests of a page as HTTP Archive 1.2, which browsers' tools open. Cookies, authorization and other secrets are masked; bodies are not in it. */
export function harOf({ requests, startedAt, version }: HarInput) {
  const leftOut = requests.length - maxEntries;
  return {
    log: {
      version: '1.2',
      creator: { name: 'newshawk', version },
      pages: [
        {
          startedDateTime: startedAt.toISOString(),
          id: 'page',
          title: shortUrl(requests[0]?.url ?? ''),
          pageTimings: {},
        },
      ],
      entries: requests.slice(0, maxEntries).map((request) => entryOf(request, startedAt)),
      ...(leftOut > 0 && { comment: `${leftOut} later requests are left out` }),
    },
  };
}

function entryOf(request: RequestRecord, startedAt: Date) {
  const { atMs, elapsedMs, failure } = request;
  return {
    pageref: 'page',
    startedDateTime: new Date(startedAt.getTime() + atMs).toISOString(),
    time: elapsedMs ?? 0,
    request: requestOf(request),
    response: responseOf(request),
    cache: {},
    timings: { send: 0, wait: elapsedMs ?? 0, receive: 0 },
    _resourceType: request.type,
    ...(failure !== null && { comment: maskAddress(redactText(failure.slice(0, maxHeaderLetters))) }),
    ...(failure === null && elapsedMs === null && { comment: 'it had not ended' }),
  };
}

const requestOf = ({ url, method, requestHeaders }: RequestRecord) => ({
  method,
  url: shortUrl(url),
  httpVersion: 'unknown',
  cookies: [],
  headers: headersOf(requestHeaders),
  queryString: queryOf(url),
  headersSize: -1,
  bodySize: -1,
});

const responseOf = ({ status, responseHeaders, bytes, redirectedTo }: RequestRecord) => ({
  status,
  statusText: '',
  httpVersion: 'unknown',
  cookies: [],
  headers: headersOf(responseHeaders),
  content: { size: bytes ?? -1, mimeType: responseHeaders['content-type'] ?? '' },
  redirectURL: redirectedTo === null ? '' : shortUrl(redirectedTo),
  headersSize: -1,
  bodySize: bytes ?? -1,
});

/** Names of headers and parameters that hold a session or a key, beside those of any log. */
const sessionName = /cookie|auth|session|csrf|xsrf|signature|^sig$|^(?:api|access)?[-_]?key$/i;
const isSecret = (name: string): boolean => isSecretName(name) || sessionName.test(name);

const headersOf = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers)
    .filter(([name]) => !name.startsWith(':'))
    .slice(0, maxHeaders)
    .map(([name, value]) => ({ name, value: isSecret(name) ? masked : valueOfHeader(value) }));

/** Addresses in headers (`referer`, `location`) have parameters too. */
const valueOfHeader = (value: string): string => maskAddress(redactText(value.slice(0, maxHeaderLetters)));

/** It begins at the start of a word only, and looks for a secret's name once in each: pages write megabytes. */
const namedSecret =
  /(?<![\w-])(?=[\w-]*?(?:cookie|authorization|session|csrf|xsrf|token|passw(?:or)?d|secret|credential|signature|(?:api|access|auth)[-_]?key))([\w-]+["']?\s*[=:]\s*["']?)[^\s"',;&}]+/gi;

/** A line of a console, without the values of `token=abc` and `"session": "abc"`. */
export const maskLine = (line: string): string => maskAddress(redactText(line)).replace(namedSecret, `$1${masked}`);

const maskAddress = (text: string): string =>
  text.replace(/([?&;#])([\w.[\]-]+)=([^&;#\s"']*)/g, (whole, mark: string, name: string) =>
    isSecret(name) ? `${mark}${name}=${masked}` : whole,
  );

/** `data:` addresses hold whole pictures. */
const shortUrl = (url: string): string =>
  maskAddress(redactText(url.slice(0, url.startsWith('data:') ? 60 : maxUrlLetters)));

const queryOf = (url: string) =>
  URL.canParse(url) && !url.startsWith('data:')
    ? [...new URL(url).searchParams].slice(0, maxHeaders).map(([name, value]) => ({
        name: name.slice(0, maxHeaderLetters),
        value: isSecret(name) ? masked : redactText(value.slice(0, maxHeaderLetters)),
      }))
    : [];
