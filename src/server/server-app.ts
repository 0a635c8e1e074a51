import type { App } from '../app.ts';
import type { CrawlJobs } from './jobs/crawl-jobs.ts';

/** The part of the app that the server uses. Crawls run in their own processes. */
export interface ServerApp
  extends Pick<
    App,
    | 'config'
    | 'store'
    | 'sites'
    | 'topics'
    | 'knownTopics'
    | 'topicsOfFile'
    | 'reader'
    | 'readPage'
    | 'replay'
    | 'log'
    | 'clock'
  > {
  /** What begins crawls; absent in threads that only answer. */
  readonly crawlJobs?: CrawlJobs | undefined;
}
