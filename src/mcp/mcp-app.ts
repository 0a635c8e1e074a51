import type { App } from '../app.ts';

/** The part of the app that the tools use: the same calls as those of the command line. */
export type McpApp = Pick<
  App,
  'config' | 'log' | 'clock' | 'store' | 'readPage' | 'readMedia' | 'crawl' | 'explain' | 'topics'
>;
