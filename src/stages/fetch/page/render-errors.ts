import type { Response } from 'playwright-core';
import type { PlayerPlan, RenderPlan } from '../../../browser-port.ts';
import { type Fault, NewshawkError } from '../../../errors.ts';
import type { EgressError } from '../guard/egress-error.ts';
import { fromEgressError, parseWebUrl } from '../http/fetch-errors.ts';

/**
 * Converts an error of Playwright or the browser into a NewshawkError; returns others as they are.
 * @param egressError the guard's last error with the page's server
 * @param at the address that failed
 */
export function renderError(
  error: unknown,
  plan: RenderPlan | PlayerPlan,
  egressError: EgressError | null,
  at = plan.url,
): Error {
  if (error instanceof NewshawkError) return error;
  const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  if (/net::ERR_(TUNNEL|PROXY|EMPTY_RESPONSE|SOCKS|CONNECTION)/.test(message) && egressError !== null)
    return fromEgressError(egressError, at);
  const net = /net::(ERR_\w+)/.exec(message)?.[1];
  if (net !== undefined)
    return new NewshawkError(/PROXY|TUNNEL|SOCKS/.test(net) ? 'proxy' : kindOfNet(net), `${net}: ${plan.url}`, {
      cause: error,
      fault: faultOfNet(net),
      at,
    });
  if (/Timeout \d+ms exceeded/.test(message))
    return new NewshawkError('timed-out', `not loaded in ${plan.timeoutMs} ms: ${plan.url}`, { cause: error, at });
  if (/Invalid url|Cannot navigate to invalid URL/i.test(message))
    return new NewshawkError('misconfigured', `the browser refuses the address ${plan.url}`, { cause: error });
  return error instanceof Error ? error : new NewshawkError('bug', message);
}

/** The browser refuses the address itself: a retry does not help. */
const refusedByBrowser = new Set(['ERR_UNSAFE_PORT', 'ERR_UNSAFE_REDIRECT', 'ERR_UNKNOWN_URL_SCHEME']);

function kindOfNet(net: string): 'timed-out' | 'misconfigured' | 'unreachable' {
  if (net.endsWith('TIMED_OUT')) return 'timed-out';
  return refusedByBrowser.has(net) ? 'misconfigured' : 'unreachable';
}

function faultOfNet(net: string): Fault | null {
  if (/^ERR_(NAME_|CERT_|SSL_|ADDRESS_|CONNECTION_REFUSED|CONNECTION_TIMED_OUT|BAD_SSL_|INTERNET_)/.test(net))
    return 'host';
  return /^ERR_(TOO_MANY_REDIRECTS|INVALID_(HTTP|CHUNKED|REDIRECT)|RESPONSE_HEADERS|CONTENT_(DECODING|LENGTH))/.test(
    net,
  )
    ? 'page'
    : null;
}

/** Whether the error says that the page, its renderer or its browser has ended. */
export const isPageGone = (error: unknown): boolean =>
  error instanceof Error &&
  /has been closed|Target closed|Target crashed|Page crashed|browser has disconnected|Session closed|Connection closed/i.test(
    error.message,
  );

/** Whether the response was not a document: a download, or no content (204). */
export const isNoDocument = (error: unknown): boolean =>
  error instanceof Error && /Download is starting|net::ERR_ABORTED/.test(error.message);

/** Whether a script started another navigation before this one was loaded. The page that it leads to is read. */
export const isOvertaken = (error: unknown): boolean =>
  error instanceof Error && /interrupted by another navigation/.test(error.message);

/** The error of a redirect to `mailto:`, `file:` or an invalid address, for which the browser has none. Null for any other response. */
export function invalidRedirect(main: Response | null): NewshawkError | null {
  const location = main?.headers().location;
  if (main === null || location === undefined || main.status() < 300 || main.status() > 399) return null;
  if (!URL.canParse(location, main.url()))
    return new NewshawkError(
      'unreachable',
      `${main.url()} redirects to an invalid address: ${location.slice(0, 200)}`,
      {
        fault: 'page',
      },
    );
  try {
    parseWebUrl(new URL(location, main.url()).href);
    return null;
  } catch (error) {
    return error as NewshawkError;
  }
}
