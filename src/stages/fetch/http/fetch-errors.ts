import { NewshawkError } from '../../../errors.ts';
import type { ErrorKind } from '../../../model/crawl/visit.ts';
import type { EgressTrouble, TroubleKind } from '../guard/egress-trouble.ts';

const kinds: Readonly<Record<TroubleKind, ErrorKind>> = {
  refused: 'misconfigured',
  unreachable: 'unreachable',
  proxy: 'proxy',
};

/** The guard's trouble in the words of the pipeline. */
export function troubleError(trouble: EgressTrouble, url: string): NewshawkError {
  const advice =
    trouble.kind === 'refused'
      ? `refused by the network policy: ${trouble.message} (${url})`
      : `${trouble.kind === 'proxy' ? 'the proxy failed' : 'no connection'}: ${trouble.message} (${url})`;
  const fault = trouble.kind === 'unreachable' ? 'host' : null;
  return new NewshawkError(kinds[trouble.kind], advice, { cause: trouble, at: url, fault });
}

/**
 * Statuses by which a proxy says that it failed, not the site: 407, and 502 and 590 to 599 (proxy-chain, Apify, Squid). In a TLS tunnel the answer is the
 * site's own.
 */
export const isProxyStatus = (status: number, url: string, proxy: string | null): boolean =>
  proxy !== null && url.startsWith('http:') && (status === 407 || status === 502 || (status >= 590 && status <= 599));

/** @throws NewshawkError misconfigured for what is no web address */
export function webAddress(text: string): URL {
  if (URL.canParse(text)) {
    const url = new URL(text);
    if (url.protocol === 'http:' || url.protocol === 'https:') return url;
  }
  throw new NewshawkError(
    'misconfigured',
    `refused by the network policy: not an http(s) address: ${text.slice(0, 200)}`,
  );
}
