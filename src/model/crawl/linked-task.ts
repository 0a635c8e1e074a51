import type { CanonicalUrl } from '../web/canonical-url.ts';

/** A task of the frontier that pages link to, with what the link graph says of it. */
export interface LinkedTask {
  readonly url: CanonicalUrl;
  readonly depth: number;
  /** As stored: computed when the last link to it was found. */
  readonly priority: number;
  /** As in the task; null: no feed says so. */
  readonly publishedAt: string | null;
  readonly dueAt: Date;
  /** CL(u): number of pages that link to it. */
  readonly inLinks: number;
  /** The best relevance of all links to it; null: no link has one. */
  readonly relevance: number | null;
  /** Cmax: the largest number of pages that link to one address. */
  readonly maxInLinks: number;
}
