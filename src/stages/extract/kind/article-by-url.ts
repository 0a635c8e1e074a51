import { articlePath, datePath, isListUrl } from './list-evidence.ts';
import type { PageEvidence } from './page-evidence.ts';

/** Letters of a brief with one paragraph. */
const briefLength = 200;

/** The address, a headline and a date agree. */
export const urlAndFieldsSayArticle = (page: PageEvidence): boolean =>
  page.hasHeadline &&
  page.hasDate &&
  articlePath.test(new URL(page.url).pathname + new URL(page.url).search) &&
  !datePath.test(new URL(page.url).pathname) &&
  !isListUrl(page.url);

/** The same with at least a brief of text that is mostly unlinked. The rest of the page does not matter. */
export const isArticleByUrl = (page: PageEvidence): boolean =>
  urlAndFieldsSayArticle(page) && page.bodyLength >= briefLength && page.bodyLinkShare < 0.25;
