import type { PageEvidence } from './page-evidence.ts';

/** Links to files, branches and the history of a repository on its own page, at least: an article links one or two. */
const minLinks = 5;
/** Segments of the address: "/owner/name", "/group/owner/name". */
const maxDepth = 3;

/** Whether a page is that of a repository on a code host, with its read-me. Issues have posts, and the address of a topic. */
export const isRepository = ({ codeHost, depth, posts, threadAddress }: PageEvidence['about']): boolean =>
  Math.round(Math.expm1(codeHost)) >= minLinks && depth <= maxDepth && posts === 0 && threadAddress === 0;
