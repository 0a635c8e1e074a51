import type { PageType } from '../../../model/article/draft.ts';
import { memberAddress, memberListAddress, serviceAddress, threadAddress } from '../page/known-addresses.ts';
import { isArticleByUrl, urlAndFieldsSayArticle } from './article-by-url.ts';
import { consistsOfPosts, isAskedByMicrodata } from './forum/consists-of-posts.ts';
import {
  applicationType,
  articlePath,
  articleType,
  consistsOfArticles,
  consistsOfEntries,
  hasType,
  isIndexUrl,
  isListUrl,
  isListWithVideo,
  isRoot,
  laterListPath,
  listingType,
} from './list-evidence.ts';
import { isLoginPage } from './login-form.ts';
import type { PageEvidence } from './page-evidence.ts';
import { isRepository } from './repository.ts';
import { isShortArticle, sentenceLength } from './short-article.ts';

export interface PageTypeRule {
  readonly name: string;
  readonly type: PageType;
  readonly why: string;
  readonly applies: (evidence: PageEvidence) => boolean;
}

/** Letters of a full article, of a brief with one paragraph, and of a teaser: a longer text per linked headline is more. */
const [fullTextLength, briefLength, maxTeaserLength] = [600, 200, 400];
/** A text this long is sufficient evidence: twenty teasers have less. */
const longTextLength = 4 * fullTextLength;

/** What every topic has, and no list of topics. */
const mayBeTopic = (page: PageEvidence): boolean =>
  !hasType(page.types, articleType) &&
  page.hasHeadline &&
  page.bodyLength >= sentenceLength &&
  !consistsOfEntries(page);

/** In their order of trust: the first one that applies gives the type. */
export const pageTypeRules: readonly PageTypeRule[] = [
  { name: 'feed', type: 'listing', why: 'a feed or sitemap', applies: ({ isFeed }) => isFeed },
  {
    name: 'source',
    type: 'listing',
    why: "the address is one of the site's sources or lists",
    applies: ({ isSource }) => isSource,
  },
  {
    // before the rules that read the address: a deleted page is no broken layout
    name: 'not-found',
    type: 'other',
    why: 'title or heading is that of an error page',
    applies: (page) => page.isNotFoundPage && !hasType(page.types, articleType) && page.bodyLength < fullTextLength,
  },
  {
    name: 'video',
    type: 'video',
    why: 'a video is the main content, the text describes it',
    applies: (page) =>
      (page.types.has('VideoObject') || page.hasVideo || page.ogType.startsWith('video')) &&
      !hasType(page.types, articleType) &&
      page.bodyLength < 2 * fullTextLength &&
      (page.ogType.startsWith('video') || page.types.has('VideoObject') || page.hasHeadline) &&
      page.headlineLinks < 30 &&
      !isListWithVideo(page),
  },
  {
    name: 'scraper-rule',
    type: 'article',
    why: "the scraper's rules find a body",
    applies: (page) =>
      page.bodyByRule &&
      (page.isArticleUrl ??
        (page.bodyLinkShare < 0.5 &&
          !isRoot(page.url) &&
          !page.ogType.startsWith('video') &&
          !consistsOfEntries(page))),
  },
  {
    name: 'product',
    type: 'product',
    why: 'JSON-LD or Open Graph say that it is a product',
    // a review has structured data of its product
    applies: (page) =>
      (page.types.has('Product') || /^(?:og:)?product/.test(page.ogType)) &&
      !hasType(page.types, articleType) &&
      !(isArticleByUrl(page) && page.bodyLength >= longTextLength),
  },
  {
    name: 'forum',
    type: 'forum',
    why: 'JSON-LD forum or question page',
    applies: (page) => hasType(page.types, /^(?:DiscussionForumPosting|QAPage)$/) && !hasType(page.types, articleType),
  },
  {
    name: 'forum-microdata',
    type: 'forum',
    why: 'microdata of a topic or a question with its answers',
    applies: ({ about, types, url }) => isAskedByMicrodata(about) && !hasType(types, articleType) && !isListUrl(url),
  },
  {
    name: 'repository',
    type: 'documentation',
    why: 'a repository: links to its files and its history, and its read-me',
    applies: (page) => isRepository(page) && !hasType(page.types, articleType),
  },
  {
    name: 'topic-name',
    type: 'forum',
    why: 'its software calls it a topic',
    applies: (page) => page.isNamedTopic && mayBeTopic(page),
  },
  {
    name: 'thread',
    type: 'forum',
    why: 'a topic by its address and its posts',
    applies: (page) => (page.isThread || (page.isForumSoftware && threadAddress.test(page.url))) && mayBeTopic(page),
  },
  {
    name: 'wiki',
    type: 'wiki',
    why: 'a page of a wiki: it has a form and a history',
    applies: (page) => page.wiki === 'article' && page.hasHeadline && page.bodyLength >= sentenceLength,
  },
  {
    name: 'wiki-list',
    type: 'listing',
    why: 'a category, a history or a special page of a wiki',
    applies: (page) => page.wiki === 'other' && (consistsOfEntries(page) || page.linkShare > 0.35),
  },
  { name: 'wiki-other', type: 'other', why: 'beside the articles of a wiki', applies: ({ wiki }) => wiki === 'other' },
  {
    name: 'posts',
    type: 'forum',
    why: 'its text stands in posts, each with a name and a date, and nothing stands before them',
    applies: (page) => page.bodyByRule === false && consistsOfPosts(page),
  },
  {
    name: 'login-form',
    type: 'login-wall',
    why: 'a form to log in or to register, and little else',
    applies: (page) => page.isArticleUrl !== true && !hasType(page.types, articleType) && isLoginPage(page),
  },
  {
    name: 'service-address',
    type: 'service',
    why: 'the address is that of a page about the site: its terms, its imprint, its prices',
    applies: (page) =>
      serviceAddress.test(page.url) &&
      !hasType(page.types, articleType) &&
      page.isArticleUrl !== true &&
      !page.hasAuthor,
  },
  {
    name: 'tool',
    type: 'other',
    why: 'JSON-LD of an application',
    applies: (page) =>
      hasType(page.types, applicationType) &&
      !hasType(page.types, articleType) &&
      !page.types.has('Review') &&
      page.ogType !== 'article',
  },
  {
    name: 'entries',
    type: 'listing',
    why: 'its text stands in entries that link to other pages',
    applies: (page) => page.isArticleUrl !== true && consistsOfEntries(page),
  },
  {
    name: 'member',
    type: 'other',
    why: 'a member of a forum, or what a member wrote',
    applies: (page) => memberListAddress.test(page.url) || (page.isForumSoftware && memberAddress.test(page.url)),
  },
  {
    name: 'index-address',
    type: 'listing',
    why: 'the address is that of all tags, categories or archives',
    applies: (page) => isIndexUrl(page.url) && page.paragraphLength < briefLength,
  },
  {
    name: 'json-ld-article',
    type: 'article',
    why: 'JSON-LD article',
    applies: (page) =>
      hasType(page.types, articleType) &&
      (page.paragraphLength >= briefLength || page.linkShare < 0.6) &&
      !isRoot(page.url),
  },
  {
    name: 'json-ld-listing',
    type: 'listing',
    why: 'JSON-LD list',
    applies: (page) => hasType(page.types, listingType) && page.paragraphLength < 4 * fullTextLength,
  },
  {
    name: 'front-page',
    type: 'listing',
    why: 'the root of a site',
    applies: (page) => isRoot(page.url) && (page.headlineLinks >= 5 || consistsOfArticles(page.about)),
  },
  {
    name: 'landing',
    type: 'other',
    why: 'the root of a site, without a date',
    applies: (page) => isRoot(page.url) && !page.hasDate && page.ogType !== 'article',
  },
  {
    name: 'later-page',
    type: 'listing',
    why: 'the address is a later page of a list',
    applies: (page) => laterListPath.test(new URL(page.url).pathname) && !hasType(page.types, articleType),
  },
  {
    name: 'list-address',
    type: 'listing',
    why: 'the address is that of a list',
    applies: (page) => isListUrl(page.url) && page.headlineLinks >= 5 && page.paragraphLength < 2 * fullTextLength,
  },
  {
    name: 'scraper-address',
    type: 'article',
    why: "the scraper's pattern matches the address",
    applies: (page) => page.isArticleUrl === true,
  },
  {
    name: 'og-article',
    type: 'article',
    why: 'og:type article with text',
    applies: (page) => page.ogType === 'article' && page.bodyLength >= briefLength && page.bodyLinkShare < 0.4,
  },
  {
    name: 'recipe',
    type: 'article',
    why: 'JSON-LD recipe or guide with text',
    applies: (page) =>
      hasType(page.types, /^(?:Recipe|HowTo)$/) &&
      page.hasHeadline &&
      page.bodyLength >= briefLength &&
      page.bodyLinkShare < 0.35,
  },
  { name: 'addressed-text', type: 'article', why: 'address, headline, date and text agree', applies: isArticleByUrl },
  {
    name: 'teasers',
    type: 'listing',
    why: 'headlines in links outweigh the text',
    applies: (page) => page.headlineLinks >= 8 && page.linkShare > 0.45 && page.paragraphLength < 2 * fullTextLength,
  },
  {
    name: 'linked-headlines',
    type: 'listing',
    why: 'the body consists of linked headlines with a few lines each',
    applies: (page) =>
      page.bodyHeadlines >= 5 && page.headlineLinks >= 8 && page.bodyLength / page.bodyHeadlines < maxTeaserLength,
  },
  {
    name: 'long-text',
    type: 'article',
    why: 'long text with hardly a link, without a headline',
    applies: (page) =>
      page.bodyLength >= longTextLength && page.paragraphLength >= longTextLength && page.bodyLinkShare < 0.1,
  },
  {
    name: 'full-text',
    type: 'article',
    why: 'full paragraphs with few links',
    applies: (page) => page.bodyLength >= fullTextLength && page.bodyLinkShare < 0.35 && page.hasHeadline,
  },
  {
    name: 'brief',
    type: 'article',
    why: 'a headline, a date or an author, and a paragraph',
    applies: (page) =>
      page.bodyLength >= briefLength &&
      page.bodyLinkShare < 0.35 &&
      page.hasHeadline &&
      (page.hasDate ||
        (page.hasAuthor && page.entries.withText === 0 && !isListUrl(page.url)) ||
        articlePath.test(new URL(page.url).pathname)),
  },
  {
    name: 'short',
    type: 'article',
    why: 'a headline, a date, and a sentence or the whole text of the article box',
    applies: (page) => !isRoot(page.url) && isShortArticle(page),
  },
  {
    name: 'link-list',
    type: 'listing',
    why: 'mostly links',
    // an article's page from which the text is missing has only links
    applies: (page) => page.headlineLinks >= 4 && page.linkShare > 0.35 && !urlAndFieldsSayArticle(page),
  },
];
