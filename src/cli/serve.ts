import { once } from 'node:events';
import type { Command } from 'commander';
import type { FastifyInstance } from 'fastify';
import type { App } from '../app.ts';
import { CommandError, exitCodes } from '../errors.ts';
import { keepSearch } from '../pipeline/upkeep/search-rounds.ts';
import { AnswerPool } from '../server/answer-pool.ts';
import { buildServer } from '../server/app.ts';
import { CrawlJobs } from '../server/jobs/crawl-jobs.ts';
import { directResponder } from '../server/responder.ts';
import { routes } from '../server/routes.ts';
import { parseWholeNumber } from './options.ts';
import type { Session } from './session.ts';

interface Options {
  readonly host?: string;
  readonly port?: number;
}

export function addServe(program: Command, session: Session): void {
  program
    .command('serve')
    .description('the HTTP API and the dashboard, until Ctrl-C')
    .option('--host <address>', 'address to listen on; any but loopback needs NEWSHAWK_HTTP_TOKEN')
    .option('--port <port>', 'port; 0: any free port', parseWholeNumber(0, 65_535))
    .action((options: Options) => serve(session, options));
}

async function serve(session: Session, options: Options): Promise<void> {
  await using app = await session.openApp();
  const config = {
    ...app.config,
    httpHost: options.host ?? app.config.httpHost,
    httpPort: options.port ?? app.config.httpPort,
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
    const indexing = keepSearch(await app.store(), session.signal, (error) =>
      app.log.warn('search.not-indexed', { message: String(error) }),
    );
    if (!session.signal.aborted) await once(session.signal, 'abort');
    await indexing;
  } finally {
    await server.close();
  }
}

/** Reads the dashboard's files before somebody asks for them; a checkout whose sources have changed builds them, which takes seconds. The API does without. */
async function openPage(server: Pick<FastifyInstance, 'inject'>, { log }: Pick<App, 'log'>): Promise<void> {
  const { statusCode, body } = await server.inject({ url: '/', headers: { host: 'localhost' } });
  if (statusCode !== 200) log.warn('server.no-dashboard', { status: statusCode, message: body });
}

/** @returns the address @throws CommandError (configuration) that says what to do */
export async function listen(
  server: Pick<FastifyInstance, 'listen'>,
  { httpHost, httpPort }: Pick<App['config'], 'httpHost' | 'httpPort'>,
): Promise<string> {
  try {
    return await server.listen({ host: httpHost, port: httpPort });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const advice =
      code === 'EADDRINUSE'
        ? 'The port is in use: choose another one with --port or NEWSHAWK_HTTP_PORT.'
        : 'Choose an address of this machine with --host, and a port that you are allowed to use.';
    throw new CommandError(exitCodes.configuration, `Can't listen on ${httpHost}:${httpPort} (${code}). ${advice}`, {
      cause: error,
    });
  }
}
