import type { CanonicalUrl, WebAddress } from '../web/canonical-url.ts';

export type RenderMode = 'static' | 'browser' | 'auto';
export type TaskKind = 'source' | 'page';

/** A claimed entry of the frontier. */
export interface Task extends WebAddress {
  readonly kind: TaskKind;
  readonly host: string;
  /** Host of the scraper that owns it, or the URL's own. */
  readonly site: string;
  readonly sourceId: string | null;
  readonly depth: number;
  readonly maxDepth: number;
  readonly priority: number;
  /** Text of the first link to it, where that text alone may show that the page is known; else null. */
  readonly linkTitle: string | null;
  /** Where the first link to it stands on its list, as in the link; without them that is unknown. */
  readonly places?: readonly string[];
  /** When the page was published, by the feed that names it: ISO 8601. Absent: no feed says so. */
  readonly publishedAt?: string;
  /** Attempts that counted, before this one. */
  readonly attempts: number;
  /** Whether the page was read before. */
  readonly revisit: boolean;
  /** A process died while it had this task: it runs alone, so that the next death shows whether it is the cause. */
  readonly isSuspect?: true;
  /** The lease: only its holder may complete or release the task. */
  readonly lease: string;
}

/** The same task for another address. */
export const taskAt = ({ asWritten: _, ...task }: Task, address: WebAddress): Task => ({ ...task, ...address });

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
