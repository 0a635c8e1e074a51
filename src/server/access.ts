import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CommandError, exitCodes } from '../errors.ts';
import type { Config } from '../settings/config.ts';
import { refuse } from './refuse.ts';

export type AccessSettings = Pick<Config, 'httpHost' | 'httpToken'>;

/** Whether only this machine can reach an address to listen on. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);

/** What the dashboard needs and nothing more; an attacker's markup that got through all the same could load and send nothing. */
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

/** No Access-Control-Allow-Origin anywhere: other origins are denied by the browser. */
export const securityHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

/** Of these the first two hold nothing but that we are up; the others are the dashboard's own files, which ask for the token. */
const publicPaths = /^\/(health|ready|(dashboard\/[\w.-]+)?)$/;

/** Nothing slows a guesser down: shorter than this a token can be tried out. */
const minTokenLength = 16;

/** @throws CommandError (configuration) for an address that others reach, without a token or with one that can be guessed */
export function checkAccess({ httpHost, httpToken }: AccessSettings): void {
  if (isLoopback(httpHost) || (httpToken !== null && httpToken.length >= minTokenLength)) return;
  const weakness = httpToken === null ? 'no token protects it' : `its token has less than ${minTokenLength} characters`;
  throw new CommandError(
    exitCodes.configuration,
    `${httpHost} can be reached by others, and ${weakness}. Set NEWSHAWK_HTTP_TOKEN (for example to the output of \`openssl rand -hex 32\`), or listen on 127.0.0.1.`,
  );
}

/** Puts the guards before every route: headers, Host (DNS rebinding), token. */
export function guardAccess(server: FastifyInstance, access: AccessSettings): void {
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders);
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

/** Bearer, or Basic with the token as password: feed readers can do no other. */
function carriesToken(request: FastifyRequest, token: string): boolean {
  const [scheme = '', credentials = ''] = (request.headers.authorization ?? '').split(/ +/, 2);
  if (/^bearer$/i.test(scheme)) return sameText(credentials, token);
  if (!/^basic$/i.test(scheme)) return false;
  const text = Buffer.from(credentials, 'base64').toString('utf8');
  return sameText(text.slice(text.indexOf(':') + 1), token);
}

/** In constant time; of the digests, because timingSafeEqual wants equal lengths. */
const sameText = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
