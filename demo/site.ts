import type { Reply } from './reply.ts';

export interface SiteRequest {
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly edition: number;
}

/** One virtual host: `<name>.example`, and `<name>.localhost` for people. */
export interface DemoHost {
  readonly name: string;
  /** Null where the page does not exist: the server replies 404 with the site's own page. */
  answer(request: SiteRequest): Reply | null;
  notFound(): Reply;
}
