import type { App } from '../app.ts';
import type { Config } from '../settings/config.ts';
import type { ReceiverSettings } from '../watch/webhooks/receivers.ts';
import type { AccessSettings } from './guards/access-settings.ts';
import type { CrawlJobs } from './jobs/crawl-jobs.ts';

/** The part of the app that the server uses. Crawls run in their own processes. */
export interface ServerApp
  extends Pick<
    App,
    'store' | 'sites' | 'topics' | 'knownTopics' | 'topicsOfFile' | 'reader' | 'readPage' | 'replay' | 'log' | 'clock'
  > {
  readonly config: AccessSettings &
    Pick<
      Config,
      | 'httpConnections'
      | 'httpProxies'
      | 'httpRequests'
      | 'httpEventClients'
      | 'httpExtracts'
      | 'httpExtractSeconds'
      | 'relevanceShare'
      | 'websubHubs'
      | ReceiverSettings
    >;
  /** What begins crawls; absent in threads that only answer. */
  readonly crawlJobs?: Pick<CrawlJobs, 'begin' | 'cancel' | 'get'> | undefined;
}
