import type { FastifyInstance, FastifyReply } from 'fastify';
import { answerHub, type HubQuery, isSigned } from '../stages/discover/websub.ts';
import type { ServerApp } from './server-app.ts';

/** Addresses that hubs call. Each has a token that nobody guesses, and notices are signed: they need no token of the API. */
export const callbackPath = /^\/websub\/[\w-]+$/;

/** Bytes of a notice: a hub may send the whole feed. */
const maxNoticeBytes = 5 * 1024 * 1024;

interface Callback {
  readonly Params: { readonly token: string };
  readonly Querystring: HubQuery;
}

/** The subscriber's endpoint of WebSub (W3C): hubs confirm subscriptions, and announce changes of feeds. A change makes the feed's poll due: the poll alone reads feeds. */
export function addWebSub(server: FastifyInstance, app: ServerApp): void {
  server.register(async (scope) => {
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxNoticeBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.removeContentTypeParser(['application/json', 'text/plain']);
    scope.get<Callback>('/websub/:token', async ({ params, query }, reply) => confirm(app, params.token, query, reply));
    scope.post<Callback>('/websub/:token', { bodyLimit: maxNoticeBytes }, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const header = request.headers['x-hub-signature'];
      return notice(app, request.params.token, { body, signature: typeof header === 'string' ? header : '' }, reply);
    });
  });
}

async function confirm(app: ServerApp, token: string, query: HubQuery, reply: FastifyReply): Promise<FastifyReply> {
  const { subscriptions } = await app.store();
  const subscription = await subscriptions.byToken(token);
  const isRepeated = Object.values(query).some((value) => typeof value !== 'string');
  const answer =
    subscription === null || isRepeated
      ? { kind: 'refused' as const }
      : answerHub(subscription, query, app.clock.now());
  if (answer.kind === 'refused') return reply.code(404).type('text/plain').send('No such subscription is wanted.');
  await subscriptions.put(answer.subscription);
  app.log.info(`websub.${answer.kind}`, { source: answer.subscription.sourceId, hub: answer.subscription.url });
  // as text, whatever it contains: a browser must not read a challenge as a page
  return reply.type('text/plain').send(answer.kind === 'confirmed' ? answer.challenge : '');
}

interface Notice {
  readonly body: Buffer;
  readonly signature: string;
}

async function notice(app: ServerApp, token: string, { body, signature }: Notice, reply: FastifyReply) {
  const { subscriptions, sources } = await app.store();
  const subscription = await subscriptions.byToken(token);
  // 410 ends the subscription at the hub
  if (subscription === null) return reply.code(410).type('text/plain').send('There is no such subscription.');
  const { sourceId, url: hub } = subscription;
  if (!isSigned(subscription.secret, signature, body)) {
    // the Recommendation asks for success here, so that nobody learns whether a guess was right
    app.log.warn('websub.unsigned', { source: sourceId, hub });
    return reply.code(202).send();
  }
  const now = app.clock.now();
  if ((await sources.pollAt(sourceId, now)) === null)
    return reply.code(410).type('text/plain').send('The feed is not watched any more.');
  await subscriptions.put({ ...subscription, notices: subscription.notices + 1, lastNoticeAt: now });
  app.log.info('websub.notice', { source: sourceId, hub });
  return reply.code(202).send();
}
