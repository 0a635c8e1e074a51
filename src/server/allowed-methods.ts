import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { literalPattern } from '../text/characters.ts';
import { refuse } from './refuse.ts';

/**
 * Answers requests that no route handles: an unknown path with 404, a method that the path lacks with 405, OPTIONS with 204. 405 and 204 name the path's methods in
 * `Allow`. Call it before routes are added. Request bodies are not read.
 */
export function answerUnknownRoutes(server: FastifyInstance): void {
  const paths = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>();
  server.addHook('onRoute', ({ url, method }) => {
    const pattern = new RegExp(`^${literalPattern(url).replace(/:\w+/g, '[^/]+')}$`);
    const path = paths.get(url) ?? { pattern, methods: new Set(['OPTIONS']) };
    for (const name of [method].flat()) path.methods.add(name);
    paths.set(url, path);
  });
  const methodsOf = (path: string): string[] | null => {
    const match = [...paths.values()].find(({ pattern }) => pattern.test(path));
    return match === undefined ? null : [...match.methods].sort();
  };
  const answer = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const methods = methodsOf(request.url.split('?', 1)[0] ?? '');
    if (methods === null) return refuse(reply, 404, 'There is nothing here: see /openapi.json.');
    reply.header('allow', methods.join(', '));
    if (request.method === 'OPTIONS') return reply.code(204).send();
    return refuse(
      reply,
      405,
      `${request.method} is not for this path, which has ${methods.join(', ')}: see /openapi.json.`,
    );
  };
  server.addHook('onRequest', (request, reply, next) => {
    if (request.is404) answer(request, reply);
    else next();
  });
  server.setNotFoundHandler(answer);
}
