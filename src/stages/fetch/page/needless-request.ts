/** What a page asks for, as far as its use can be told (CDP `Fetch.requestPaused`). */
export interface AskedFor {
  readonly resourceType: string;
  readonly request: {
    readonly url: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
  };
}

const fontFile = /\.(?:woff2?|ttf|otf|eot)$/i;
/** `Sec-Purpose` is the browser's header for `<link rel=prefetch>`; the others are set by the scripts of routers. */
const purposeHeader = /^(?:(?:x-)?(?:sec-)?purpose|x-moz)$/i;
const prefetch = /^\s*prefetch/i;
/** Next.js names the purpose by headers of its own. It sends none of them when the reader follows the link. */
const prefetchHeader = /^(?:next-router-prefetch|x-middleware-prefetch)$/i;

/** Whether the text of the page can't depend on a request: a font, or what a reader's next page would need. Only requests that read. */
export function isNeedless(
  { resourceType, request: { url, method, headers } }: AskedFor,
  loadsFonts: boolean,
): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (!loadsFonts && (resourceType === 'Font' || fontFile.test(pathOf(url)))) return true;
  return Object.entries(headers).some(
    ([name, value]) => prefetchHeader.test(name) || (purposeHeader.test(name) && prefetch.test(value)),
  );
}

const pathOf = (url: string): string => url.split(/[?#]/, 1)[0] ?? '';
