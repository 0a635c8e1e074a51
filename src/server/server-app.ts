import type { App } from '../app.ts';
import type { Config } from '../settings/config.ts';

/** The part of the app that the server uses; it never crawls. */
export interface ServerApp
  extends Pick<App, 'store' | 'sites' | 'topics' | 'knownTopics' | 'topicsOfFile' | 'reader' | 'log' | 'clock'> {
  readonly config: Pick<
    Config,
    | 'httpHost'
    | 'httpToken'
    | 'httpConnections'
    | 'httpRequests'
    | 'httpEventClients'
    | 'relevanceShare'
    | 'publicUrl'
    | 'publicFeeds'
    | 'websubHubs'
  >;
}
