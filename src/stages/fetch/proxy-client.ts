import type { HttpResponse, IdentityRoute, Log } from '../../ports.ts';
import { openEgressGuard } from './guard/egress-guard.ts';
import type { ProxyDns } from './guard/upstream-proxy.ts';
import { openHttpClient } from './http/http-client.ts';
import { CookieJars } from './identity/identity-cookies.ts';
import { acceptsConnection } from './identity/proxy-probe.ts';
import { proxyOrigin } from './identity/proxy-routes.ts';

/** A client that sends through one proxy only (or directly), starts without cookies, and accepts valid certificates only. Closing it closes its connections. */
export interface ProxyClient extends AsyncDisposable {
  /** @throws NewshawkError unreachable, timed-out, too-large, proxy, misconfigured */
  fetch(url: string, limits: { readonly timeoutMs: number; readonly maxBytes: number }): Promise<HttpResponse>;
  /** Whether the proxy accepts a connection within `timeoutMs`; always true without a proxy. */
  acceptsConnection(timeoutMs: number): Promise<boolean>;
}

interface ProxyClientOptions extends Pick<IdentityRoute, 'userAgent' | 'locale' | 'timeZone' | 'viewport'> {
  readonly allow: readonly string[];
  readonly connectTo: readonly string[];
  readonly allowPorts: readonly string[];
  readonly proxyDns: ProxyDns;
  readonly log: Log;
  /** CA certificates beside the system's, PEM. */
  readonly ca?: string | undefined;
}

/** Opens a client for a proxy; null: direct. `ignoreTlsErrors` does not apply: a proxy that breaks TLS must be noticed. */
export async function openProxyClient(proxyUrl: string | null, options: ProxyClientOptions): Promise<ProxyClient> {
  const { userAgent, locale, timeZone, viewport, ca, ...network } = options;
  const guard = await openEgressGuard(network);
  const http = openHttpClient({ ignoreTlsErrors: false, cookies: new CookieJars(), ca });
  const identity: IdentityRoute = {
    id: 'check',
    proxy: proxyUrl === null ? null : proxyOrigin(proxyUrl),
    guardUrl: await guard.routeFor(proxyUrl),
    userAgent,
    locale,
    timeZone,
    viewport,
  };
  return {
    fetch: (url, limits) => http.fetch({ url, identity, ...limits }),
    acceptsConnection: async (timeoutMs) =>
      proxyUrl === null || (await acceptsConnection(new URL(proxyUrl), timeoutMs)),
    async [Symbol.asyncDispose]() {
      await http[Symbol.asyncDispose]();
      await guard[Symbol.asyncDispose]();
    },
  };
}
