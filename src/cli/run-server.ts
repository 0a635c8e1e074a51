import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';
import type { App } from '../app.ts';
import { AnswerPool } from '../server/answer-pool.ts';
import { buildServer } from '../server/app.ts';
import { CrawlJobs } from '../server/jobs/crawl-jobs.ts';
import { directResponder } from '../server/responder.ts';
import { routes } from '../server/routes.ts';
import { keepSearch } from '../watch/maintenance/search-rounds.ts';
import { listen } from './listen.ts';
import type { Session } from './session.ts';

/** Serves until Ctrl-C. */
export async function runServer(
  session: Session,
  { host, port }: { readonly host?: string; readonly port?: number },
): Promise<void> {
  await using app = await session.openApp();
  const config = {
    ...app.config,
    httpHost: host ?? app.config.httpHost,
    httpPort: port ?? app.config.httpPort,
  };
  const { httpThreads: threads, httpRequests: waiting } = config;
  await using pool =
    app.copy === null
      ? null
      : new AnswerPool({ copy: app.copy, routes, threads, maxWaiting: waiting, clock: app.clock, log: app.log });
  await using crawlJobs = app.copy === null ? null : new CrawlJobs(app.copy, app.log, config.httpCrawls);
  const served = {
    crawlJobs: crawlJobs ?? undefined,
    readPage: app.readPage,
    config,
    log: app.log,
    clock: app.clock,
    store: () => app.store(),
    sites: () => app.sites(),
    topics: () => app.topics(),
    knownTopics: () => app.knownTopics(),
    topicsOfFile: () => app.topicsOfFile(),
    reader: () => app.reader(),
    replay: (failureId: string) => app.replay(failureId),
  };
  const server = buildServer(served, pool ?? directResponder(served, routes));
  try {
    // A store that can't be opened fails now, not at the first request.
    await (await app.store()).ping();
    const address = await listen(server, config);
    app.log.info('server.listening', { address });
    session.say(
      `The dashboard is at ${address}/, the API at ${address}/v1/, its description at ${address}/openapi.json. Ctrl-C ends.`,
    );
    if (session.options.json) await session.printJson({ address });
    await openPage(server, app);
    const indexing = keepSearch((await app.store()).articles, session.signal, (error) =>
      app.log.warn('search.not-indexed', { message: String(error) }),
    );
    if (!session.signal.aborted) await once(session.signal, 'abort');
    await indexing;
  } finally {
    await server.close();
  }
}

/** Reads the dashboard's files before the first request, and warns where they are missing or out of date: the API works without them. */
async function openPage(server: FastifyInstance, { log }: App): Promise<void> {
  const { statusCode, body } = await server.inject({ url: '/', headers: { host: 'localhost' } });
  if (statusCode === 200) return;
  const { error } = JSON.parse(body) as { error: { message: string } };
  log.warn('server.no-dashboard', { status: statusCode, message: error.message });
}
