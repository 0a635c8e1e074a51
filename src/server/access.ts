import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CommandError, exitCodes } from '../errors.ts';
import type { Config } from '../settings/config.ts';
import { refuse } from './refuse.ts';
import { callbackPath } from './websub.ts';

export type AccessSettings = Pick<Config, 'httpHost' | 'httpToken' | 'publicFeeds'>;

/** Whether only this machine can reach an address to listen on. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);

/** Allows only what the dashboard needs. Markup that an attacker injects can load and send nothing. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** There is no Access-Control-Allow-Origin: browsers deny other origins. */
export const securityHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

/** Served without a token: /health and /ready only say that the process runs; the dashboard's files hold no data and ask for the token. */
const publicPaths = /^\/(health|ready|(dashboard\/[\w.-]+)?)$/;

/** Open to everybody with NEWSHAWK_PUBLIC_FEEDS: hubs and feed readers have no token. */
const feedPath = /^\/v1\/feeds\/[^/]+$/;

/** Characters. Guesses are not rate-limited: a shorter token could be found by trying. */
const minTokenLength = 16;

/** @throws CommandError (configuration) when other machines reach the address and the token is missing or short enough to guess */
export function checkAccess({ httpHost, httpToken }: Omit<AccessSettings, 'publicFeeds'>): void {
  if (isLoopback(httpHost) || (httpToken !== null && httpToken.length >= minTokenLength)) return;
  const weakness =
    httpToken === null ? 'no token protects it' : `its token has fewer than ${minTokenLength} characters`;
  throw new CommandError(
    exitCodes.configuration,
    `${httpHost} can be reached by others, and ${weakness}. Set NEWSHAWK_HTTP_TOKEN (for example to the output of \`openssl rand -hex 32\`), or listen on 127.0.0.1.`,
  );
}

/** Adds the checks that run before every route: security headers, Host header (against DNS rebinding), token. */
export function guardAccess(server: FastifyInstance, access: AccessSettings): void {
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders);
    if (callbackPath.test(pathOf(request))) return;
    if (access.publicFeeds === 'on' && feedPath.test(pathOf(request))) return;
    if (isLoopback(access.httpHost) && !isLoopback(hostnameOf(request.headers.host)))
      return refuse(reply, 403, 'This server answers to localhost only; the Host header names another.');
    if (access.httpToken !== null && !publicPaths.test(pathOf(request)) && !carriesToken(request, access.httpToken))
      return unauthorized(reply);
  });
}

function unauthorized(reply: FastifyReply): FastifyReply {
  reply.header('www-authenticate', 'Bearer realm="newshawk"');
  return refuse(reply, 401, 'A token is needed: send "Authorization: Bearer <NEWSHAWK_HTTP_TOKEN>".');
}

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '/';

/** The Host header without its port; `[::1]:80` -> `[::1]`. */
const hostnameOf = (host = ''): string => host.replace(/:\d+$/, '');

/** Accepts Bearer, and Basic with the token as password: feed readers support only Basic. */
function carriesToken(request: FastifyRequest, token: string): boolean {
  const [scheme = '', credentials = ''] = (request.headers.authorization ?? '').split(/ +/, 2);
  if (/^bearer$/i.test(scheme)) return sameText(credentials, token);
  if (!/^basic$/i.test(scheme)) return false;
  const text = Buffer.from(credentials, 'base64').toString('utf8');
  return sameText(text.slice(text.indexOf(':') + 1), token);
}

/** Compares in constant time. Digests are compared because timingSafeEqual needs equal lengths. */
const sameText = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
