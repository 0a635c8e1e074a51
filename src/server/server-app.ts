import type { App } from '../app.ts';
import type { Config } from '../settings/config.ts';

/** What the server needs of the app: it reads, it never crawls. */
export interface ServerApp
  extends Pick<App, 'store' | 'sites' | 'topics' | 'knownTopics' | 'topicsOfFile' | 'log' | 'clock'> {
  readonly config: Pick<Config, 'httpHost' | 'httpToken' | 'httpConnections' | 'httpRequests' | 'relevanceShare'>;
}
