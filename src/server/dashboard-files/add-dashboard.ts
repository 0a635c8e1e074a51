import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CommandError } from '../../errors.ts';
import { isFresh } from '../answer.ts';
import { refuse } from '../refuse.ts';
import type { DashboardFiles, ServedFile } from './built-dashboard.ts';

/** A year: the name of such a file changes with its content. */
const forever = 'public, max-age=31536000, immutable';

/**
 * Serves the dashboard from memory. The page holds no data: it asks the API for everything. A request names a file of the build, which is a closed list; no part
 * of a request becomes a path.
 */
export function addDashboard(server: FastifyInstance, open: () => Promise<DashboardFiles>): void {
  let opening: Promise<DashboardFiles> | null = null;
  const files = (): Promise<DashboardFiles> => {
    opening ??= open().catch((error) => {
      opening = null; // the next request tries again
      throw error;
    });
    return opening;
  };
  const answer = async (request: FastifyRequest, reply: FastifyReply, name: string, caching: string) => {
    try {
      const file = (await files()).get(name);
      if (file === undefined) return refuse(reply, 404, 'The dashboard has no such file: reload the page.');
      return send(request, reply, file, caching);
    } catch (error) {
      if (error instanceof CommandError) return refuse(reply, 503, error.message);
      throw error;
    }
  };
  server.get('/', (request, reply) => answer(request, reply, 'index.html', 'no-cache'));
  server.get<{ Params: { file: string } }>('/dashboard/:file', (request, reply) =>
    // the page is at `/`, where it is checked for a newer one
    answer(request, reply, request.params.file === 'index.html' ? '' : request.params.file, forever),
  );
}

function send(request: FastifyRequest, reply: FastifyReply, file: ServedFile, caching: string): FastifyReply {
  const encoding = encodingFor(request.headers['accept-encoding'] ?? '');
  const etag = `"${file.hash}${encoding === 'plain' ? '' : `-${encoding}`}"`;
  reply.headers({ etag, 'cache-control': caching, vary: 'accept-encoding' });
  if (isFresh(request.headers, { etag })) return reply.code(304).send();
  if (encoding !== 'plain') reply.header('content-encoding', encoding);
  return reply.type(file.type).send(file[encoding]);
}

/** The smallest form that the client takes (RFC 9110, 12.5.3); `q=0` refuses one. */
function encodingFor(accepted: string): 'br' | 'gzip' | 'plain' {
  const taken = new Map(
    accepted.split(',').map((entry) => {
      // no expression with two runs of spaces: it would take a second for a header of spaces
      const [name = '', ...parameters] = entry
        .toLowerCase()
        .split(';')
        .map((part) => part.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      return [name, weight === undefined ? 1 : Number.parseFloat(weight.slice(2))] as const;
    }),
  );
  const takes = (name: string): boolean => (taken.get(name) ?? taken.get('*') ?? 0) > 0;
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'plain';
}
