import type { Link } from '../../../model/web/link.ts';
import type { PageEvidence } from './page-evidence.ts';

/** A file, a folder or a commit of a repository, by its branch or its hash. Blogs have `/tags/…` and `/releases`, too. */
const partAddress = /\/(?:-\/)?(?:blob|tree|raw|commit|src\/(?:branch|commit))\/[^/?#]+(?:\/[^/?#]|$)/;
/** Such links on its own page, at least: an article links one or two. */
const minLinks = 5;
/** Segments of the address: "/owner/name", "/group/owner/name". */
const maxDepth = 3;

/** How many links lead to parts of a repository. */
export const countRepositoryLinks = (links: readonly Link[]): number =>
  links.filter(({ url }) => url.length < maxAddress && partAddress.test(url)).length;
/** Characters of an address that is tested: bounds the work. Chosen by hand, not measured. */
const maxAddress = 500;

/** Whether a page is that of a repository on a code host, with its read-me. Issues have posts, and the address of a topic. */
export const isRepository = ({ repositoryLinks, about, hasAuthor }: PageEvidence): boolean =>
  repositoryLinks >= minLinks &&
  about.depth <= maxDepth &&
  about.posts === 0 &&
  about.threadAddress === 0 &&
  !hasAuthor;
