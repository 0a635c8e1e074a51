import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CommandError, exitCodes } from '../errors.ts';
import type { Clock } from '../ports.ts';
import type { Config } from '../settings/config.ts';
import { isOfForeignPage } from './guards/foreign-pages.ts';
import { configuredNames, hasManyHosts, hostCheck, isLoopback } from './guards/hosts.ts';
import { RateLimits, readMethods } from './guards/rate-limits.ts';
import { tokenFinder, tokensOf } from './guards/tokens.ts';
import { refuse } from './refuse.ts';
import { callbackPath } from './websub.ts';

export { isLoopback };

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

/** Characters: a shorter token could be found by trying, from many addresses. */
const minTokenLength = 16;

/** @throws CommandError (configuration) when other machines reach the address and a token is missing or short enough to guess */
export function checkAccess(access: Config): void {
  const { httpHost } = access;
  const tokens = tokensOf(access);
  const isShort = tokens.some(({ token }) => token.length < minTokenLength);
  if (isLoopback(httpHost) || (tokens.length > 0 && !isShort)) return;
  const weakness = isShort ? `its token has fewer than ${minTokenLength} characters` : 'no token protects it';
  throw new CommandError(
    exitCodes.configuration,
    `${httpHost} can be reached by others, and ${weakness}. Set NEWSHAWK_HTTP_TOKEN (for example to the output of \`openssl rand -hex 32\`), or listen on 127.0.0.1.`,
  );
}

/** Adds the checks that run before every route: security headers, Host header (against DNS rebinding), origin of the page (against request forgery), token and its scope, rate. */
export function guardAccess(server: FastifyInstance, access: Config, clock: Clock): void {
  const refusalOf = checks(access, clock);
  // a callback, as every request runs it: a promise would cost more than the checks
  server.addHook('onRequest', (request, reply, next) => {
    reply.headers(securityHeaders);
    if (refusalOf(request, reply) === null) next();
  });
}

/** @returns what answers a request with its refusal; null: it may go on */
function checks(access: Config, clock: Clock) {
  const mayBeHost = hostCheck(access);
  const names = configuredNames(access);
  const isOwnName = (host: string) => names.has(host);
  const rates = new RateLimits(access, clock);
  const tokens = tokensOf(access);
  const find = tokenFinder(tokens);
  /** Addresses with the names of their tokens: wrong ones of others behind the same address do not shut them out. */
  const letIn = new Set<string>();
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply | null => {
    const path = pathOf(request);
    if (callbackPath.test(path)) return null;
    if (hasManyHosts(request.raw.rawHeaders)) return refuse(reply, 400, 'The request has more than one Host header.');
    if (!mayBeHost(request.headers.host)) return foreignHost(reply);
    if (!readMethods.has(request.method) && isOfForeignPage(request.headers, isOwnName)) return foreignPage(reply);
    if (publicPaths.test(path)) return null;
    const isOpen = tokens.length === 0 || (access.publicFeeds === 'on' && feedPath.test(path));
    if (isOpen) return rates.refuseExcess(request, reply, request.ip);
    const { authorization = '' } = request.headers;
    const identity = find(authorization);
    const place = `${request.ip} ${identity?.name}`;
    if (identity === null || !letIn.has(place)) {
      const isWrong = identity === null && authorization !== '';
      const refusal = rates.refuseGuesses(request, reply, isWrong);
      if (refusal !== null) return refusal;
      if (identity === null) return unauthorized(reply);
      if (letIn.size < maxLetIn) letIn.add(place);
    }
    const refusal = rates.refuseExcess(request, reply, identity.name);
    if (refusal !== null) return refusal;
    const isAllowed = identity.scope !== 'read' || readMethods.has(request.method);
    return isAllowed ? null : forbidden(reply, identity.name);
  };
}

const maxLetIn = 10_000;

const foreignHost = (reply: FastifyReply): FastifyReply =>
  refuse(
    reply,
    403,
    'The Host header names a host that this server does not answer to: add the name to NEWSHAWK_HTTP_HOSTS if it is yours.',
  );

const foreignPage = (reply: FastifyReply): FastifyReply =>
  refuse(
    reply,
    403,
    'A page of another origin sends this: its browser may change nothing here. Behind a reverse proxy, add its name to NEWSHAWK_HTTP_HOSTS.',
  );

function unauthorized(reply: FastifyReply): FastifyReply {
  reply.header('www-authenticate', 'Bearer realm="newshawk"');
  return refuse(reply, 401, 'A token is needed: send "Authorization: Bearer <NEWSHAWK_HTTP_TOKEN>".');
}

function forbidden(reply: FastifyReply, name: string): FastifyReply {
  reply.header('www-authenticate', 'Bearer realm="newshawk", error="insufficient_scope", scope="write"');
  return refuse(reply, 403, `The token ${name} may only read: this needs one with the scope write.`);
}

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '/';
