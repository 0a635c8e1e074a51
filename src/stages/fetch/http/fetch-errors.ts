import { type Fault, NewshawkError } from '../../../errors.ts';
import type { ErrorKind } from '../../../model/crawl/visit.ts';
import type { EgressError, EgressErrorKind } from '../guard/egress-error.ts';
import { isProxyStatus } from '../guard/upstream-proxy.ts';

const kinds: Readonly<Record<EgressErrorKind, ErrorKind>> = {
  refused: 'misconfigured',
  unreachable: 'unreachable',
  malformed: 'unreachable',
  proxy: 'proxy',
};

const prefixes: Readonly<Record<EgressErrorKind, string>> = {
  refused: 'refused by the network policy',
  unreachable: 'no connection',
  malformed: 'the answer is not valid HTTP',
  proxy: 'the proxy failed',
};

/** A malformed answer is no outage of the host: its page fails, the others are fetched. */
const faults: Readonly<Record<EgressErrorKind, Fault | null>> = {
  refused: null,
  unreachable: 'host',
  malformed: 'page',
  proxy: null,
};

/** Turns the guard's error into a NewshawkError. */
export function fromEgressError(error: EgressError, url: string): NewshawkError {
  const { kind, message } = error;
  return new NewshawkError(kinds[kind], `${prefixes[kind]}: ${message} (${url})`, {
    cause: error,
    at: url,
    fault: faults[kind],
  });
}

/** Whether a response is the proxy's own error. In a TLS tunnel it never is: the response comes from the site. */
export const isProxyFailure = (status: number, url: string, proxy: string | null): boolean =>
  proxy !== null && url.startsWith('http:') && isProxyStatus(status);

/** @throws NewshawkError misconfigured when it is not an http(s) URL */
export function parseWebUrl(text: string): URL {
  if (URL.canParse(text)) {
    const url = new URL(text);
    if (url.protocol === 'http:' || url.protocol === 'https:') return url;
  }
  throw new NewshawkError(
    'misconfigured',
    `refused by the network policy: not an http(s) address: ${text.slice(0, 200)}`,
  );
}

/** Codes of OpenSSL and Node for an invalid certificate. */
const certificateErrorCode = /CERT|SELF_SIGNED|UNABLE_TO_/;

/** Whether an error of `fetch` came from a certificate that is not the site's. */
export const isCertificateError = (error: unknown): boolean =>
  error instanceof NewshawkError &&
  certificateErrorCode.test(String((error.cause as NodeJS.ErrnoException)?.code ?? ''));
