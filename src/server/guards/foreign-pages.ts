import type { FastifyRequest } from 'fastify';

/** What browsers say of the page that sends a request. */
type Headers = Pick<FastifyRequest['headers'], 'authorization' | 'origin' | 'host'> & {
  readonly 'sec-fetch-site'?: string;
};

/**
 * Whether a browser sends the request for a page of another origin (request forgery: a hostile page posts to this server, which nothing but the network protects on
 * loopback). Other programs send neither header. Browsers leave out Sec-Fetch-Site where the connection is neither local nor encrypted: then Origin tells, which has to
 * be the Host or a configured name, as a reverse proxy may change Host. A request with a Bearer token is no forgery: a browser keeps no such token, as it does passwords,
 * and sends that of a page to another origin only where the origin allows it, which this server never does.
 */
export function isOfForeignPage(headers: Headers, isOwnName: (host: string) => boolean): boolean {
  const { authorization = '', origin, host = '', 'sec-fetch-site': site } = headers;
  if (/^bearer /i.test(authorization)) return false;
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  if (origin === undefined) return false;
  if (!URL.canParse(origin)) return true;
  const own = new URL(origin);
  return own.host !== host.toLowerCase() && !isOwnName(own.hostname);
}
