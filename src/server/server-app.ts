import type { App } from '../app.ts';
import type { Config } from '../settings/config.ts';
import type { AccessSettings } from './access.ts';

/** The part of the app that the server uses; it never crawls. */
export interface ServerApp
  extends Pick<
    App,
    'store' | 'sites' | 'topics' | 'knownTopics' | 'topicsOfFile' | 'reader' | 'replay' | 'log' | 'clock'
  > {
  readonly config: AccessSettings &
    Pick<
      Config,
      'cacheDir' | 'httpConnections' | 'httpRequests' | 'httpEventClients' | 'relevanceShare' | 'websubHubs'
    >;
}
