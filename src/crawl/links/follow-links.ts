import type { Reading } from '../../model/article/draft.ts';
import type { Site } from '../../model/crawl/site.ts';
import type { Task } from '../../model/crawl/task.ts';
import type { TopicScore } from '../../model/topic/topic.ts';
import { type CanonicalUrl, tryWebAddress, type WebAddress } from '../../model/web/canonical-url.ts';
import type { Link } from '../../model/web/link.ts';
import { canTitleDecide } from '../../stages/dedupe/title.ts';
import { isFurtherPageAddress, withKnownRegions } from '../../stages/schedule/links/article-links.ts';
import { isAllOlder } from '../../stages/schedule/links/link-date.ts';
import { pagesOfList } from '../../stages/schedule/links/list-pages.ts';
import { type LinkFacts, linkPriority } from '../../stages/schedule/priority.ts';
import { admit, isNamedArticle, isNamedList, type TakenLinks, takenLinks } from '../../stages/schedule/scope.ts';
import type { LinkNaming } from '../../stages/url-patterns/skip-link.ts';
import type { FrontierEntry } from '../../storage/crawl/frontier-port.ts';
import type { VisitResult } from '../../storage/port.ts';
import type { OfflineCrawl } from '../crawl.ts';
import { type BudgetedLinks, type SkippedLinks, withinBudgets } from './link-budgets.ts';
import { pageLinksOf } from './link-lines.ts';
import type { NamedDecision } from './link-patterns.ts';
import { isEntrance } from './targets.ts';

/** The visit whose page names links. */
export interface LinkOrigin {
  readonly task: Task;
  readonly site: Site;
}

/** A page whose links are followed. */
export interface LinkedPage {
  /** After redirects. */
  readonly url: CanonicalUrl;
  readonly reading: Pick<Reading, 'links' | 'pageType' | 'draft'>;
  /** Its own scores; empty: not judged. */
  readonly topics: readonly TopicScore[];
  /** Addresses of pages that play its media: followed like links of its content. */
  readonly playLinks: readonly string[];
}

/** The tasks and the lines of the link graph that links become. */
export interface FollowedLinks extends Pick<VisitResult, 'pointsTo'>, BudgetedLinks {
  readonly skipped: SkippedLinks;
}

/**
 * Follows the links of a page: tasks one level deeper, and lines of the link graph. An article's menus are on every page of its site, so only the links of its
 * content become tasks; all links of other pages do, whatever their text is, and all of a page that a person named and of the front page. The graph has the content's links only,
 * also those that are too deep or lead to other sites.
 */
export async function followLinks(crawl: OfflineCrawl, origin: LinkOrigin, page: LinkedPage): Promise<FollowedLinks> {
  const { links, pageType, draft } = page.reading;
  const inContent = links.filter(({ region }) => region === 'content');
  const followed = draft === null || isEntrance(origin.task, page.url) ? links : inContent;
  const toPlay = page.playLinks.flatMap(playLink(page.url, origin.task.url));
  return await makeTasks(crawl, origin, page, {
    followed: [...followed, ...toPlay],
    toPlay: new Set(toPlay.map(({ url }) => url)),
    pointed: inContent,
    budget: 'page',
    isList: pageType === 'listing',
    hasPages: draft === null,
  });
}

/** As `followLinks`, for the links that a polled listing gives. */
export const followListingLinks = (
  crawl: OfflineCrawl,
  origin: LinkOrigin,
  links: readonly Link[],
): Promise<FollowedLinks> =>
  makeTasks(
    crawl,
    origin,
    { url: origin.task.url, topics: [] },
    { followed: links, pointed: links, budget: 'page', isList: true, hasPages: true },
  );

/** As `followLinks`, for the links of a feed or sitemap: they are no lines of the link graph, since a program made them. */
export const followFeedLinks = (
  crawl: OfflineCrawl,
  origin: LinkOrigin,
  links: readonly Link[],
): Promise<FollowedLinks> =>
  makeTasks(
    crawl,
    origin,
    { url: origin.task.url, topics: [] },
    { followed: links, pointed: [], budget: 'list', isList: false, hasPages: false },
  );

const playLink =
  (foundOn: CanonicalUrl, taskUrl: CanonicalUrl) =>
  (raw: string): Link[] => {
    const address = tryWebAddress(raw);
    if (address === null || address.url === foundOn || address.url === taskUrl) return [];
    return [{ ...address, foundOn, anchorText: '', context: '', region: 'content', publishedAt: null }];
  };

interface LinkSets {
  readonly followed: readonly Link[];
  /** Addresses that play the page's media: no pattern leaves them out. */
  readonly toPlay?: ReadonlySet<CanonicalUrl>;
  readonly pointed: readonly Link[];
  readonly budget: 'page' | 'list';
  /** Whether the page is a list: only there the places of links count. */
  readonly isList: boolean;
  /** Whether links may lead to further pages of the same list, which have its depth. */
  readonly hasPages: boolean;
}

async function makeTasks(
  crawl: OfflineCrawl,
  origin: LinkOrigin,
  page: { readonly url: CanonicalUrl; readonly topics: readonly TopicScore[] },
  { followed, pointed, budget, toPlay, isList, hasPages }: LinkSets,
): Promise<FollowedLinks> {
  const { store, linkJudge, budgets, config } = crawl;
  const { task } = origin;
  const relevanceOf = linkJudge.ofPage(task.site, pointed, page.topics);
  const toOthers = pointed.filter(({ url }) => url !== page.url && url !== task.url);
  const pointsTo = pageLinksOf(page.url, toOthers, relevanceOf);
  const relevances = new Map(pointsTo.map(({ to, relevance }) => [to, relevance]));
  const targets = pointsTo.map(({ to }) => to);
  const standings = await store.links.standing(page.url, targets);
  const storedMax = targets.length === 0 ? 0 : await store.links.maxInLinks();
  const maxInLinks = standings.values().reduce((highest, { inLinks }) => Math.max(highest, inLinks), storedMax);
  const placed = isList ? followed : followed.map(({ places: _, ...link }) => link);
  const depths = hasPages ? depthsOnList(origin, page.url) : () => task.depth + 1;
  const inScope = await linksInScope(crawl, origin, placed, { isList, depths });
  const entries = entriesOf(crawl, origin, inScope, depths, (link) => {
    const standing = standings.get(link.url);
    const relevance = Math.max(relevances.get(link.url) ?? relevanceOf(link) ?? 0, standing?.relevance ?? 0);
    return {
      inLinks: standing?.inLinks ?? 0,
      maxInLinks,
      // without topics the priority goes by depth and freshness
      ...(linkJudge.hasTopics && { relevance }),
    };
  });
  const limit =
    budget === 'page'
      ? { max: config.linksPerPage, setting: 'NEWSHAWK_LINKS_PER_PAGE' }
      : { max: config.linksPerList, setting: 'NEWSHAWK_LINKS_PER_LIST' };
  const { worthwhile, skipped } = await withoutSkipped(crawl, origin, entries, {
    naming: budget === 'page' ? 'page' : 'feed',
    toPlay,
  });
  return { ...(await withinBudgets(worthwhile, { ...limit, budgets })), pointsTo, skipped };
}

/** The depth of the page that a link of this page leads to. */
type DepthOf = (link: Link) => number;

/** Further pages of a list have its depth: a list is as far away as its first page. */
function depthsOnList({ task }: LinkOrigin, url: CanonicalUrl): DepthOf {
  const isPage = pagesOfList(url);
  return (link) => (isPage(link) ? task.depth : task.depth + 1);
}

/** The links that the rules of the scraper and of the run admit. A list of articles that are all too old has no further pages of use. */
async function linksInScope(
  { linkPatterns, run }: OfflineCrawl,
  { task, site }: LinkOrigin,
  links: readonly Link[],
  { isList, depths }: { readonly isList: boolean; readonly depths: DepthOf },
): Promise<readonly Link[]> {
  const { scope, maxDepth: runDepth } = run;
  const maxDepth = Math.min(task.maxDepth, runDepth ?? Number.MAX_SAFE_INTEGER);
  // further pages belong to a list that was named: the last depth does not shut them out
  const takenAt = (depth: number): TakenLinks => takenLinks(scope, site, depth, depth === task.depth ? null : runDepth);
  const classify =
    takenAt(task.depth + 1) === 'all' || links.length === 0 ? null : (await linkPatterns.of(task.url)).classify;
  const known = withKnownRegions(links);
  const isOver = isList && scope.since !== null && isAllOlder(known, scope.since);
  return known.filter((link) => {
    if (isOver && isFurtherPageAddress(link.url)) return false;
    const depth = depths(link);
    const taken = takenAt(depth);
    return admit({ link, site, depth, maxDepth, scope, taken, verdict: classify?.(link.url) }).kind === 'kept';
  });
}

/** The entries without those whose URL pattern, or place on the list, has no articles. What the scraper names as articles stays. */
async function withoutSkipped(
  { linkPatterns }: OfflineCrawl,
  { site }: LinkOrigin,
  entries: readonly FrontierEntry[],
  { naming, toPlay }: { readonly naming: LinkNaming; readonly toPlay: LinkSets['toPlay'] },
): Promise<{ readonly worthwhile: readonly FrontierEntry[]; readonly skipped: SkippedLinks }> {
  const undecided = entries.filter(
    ({ url }) => !toPlay?.has(url) && !isNamedArticle(site, url) && !isNamedList(site, url),
  );
  const decisions = await linkPatterns.decide(undecided, naming);
  const isWorthwhile = ({ url }: FrontierEntry): boolean => decisions.get(url)?.isSkipped !== true;
  const countBy = (by: NamedDecision['by']): number =>
    entries.filter((entry) => !isWorthwhile(entry) && decisions.get(entry.url)?.by === by).length;
  return {
    worthwhile: entries.filter(isWorthwhile),
    skipped: { byPattern: countBy('pattern'), byPlace: countBy('place') },
  };
}

const addressOf = ({ url, asWritten }: WebAddress): WebAddress =>
  asWritten === undefined ? { url } : { url, asWritten };

/** An address often shows the same page as the one beside it without its parameters (`same-page.ts`): it comes later. */
const withParametersShare = 0.3;

/** Whether the same page also links to this address without its parameters. */
function hasPlainAddress(url: CanonicalUrl, named: ReadonlySet<string>): boolean {
  const at = url.indexOf('?');
  return at !== -1 && named.has(url.slice(0, at));
}

/** The first mention of an address wins. */
function entriesOf(
  { clock, config, run }: OfflineCrawl,
  { task }: LinkOrigin,
  links: readonly Link[],
  depths: DepthOf,
  factsOf: (link: Link) => Pick<LinkFacts, 'relevance' | 'inLinks' | 'maxInLinks'>,
): FrontierEntry[] {
  const maxDepth = Math.min(task.maxDepth, run.maxDepth ?? Number.MAX_SAFE_INTEGER);
  const now = clock.now();
  const { relevanceShare } = config;
  const entries = new Map<string, FrontierEntry>();
  const named = new Set<string>(links.map(({ url }) => url));
  for (const link of links) {
    if (entries.has(link.url)) continue;
    const depth = depths(link);
    const priority = linkPriority(link.url, {
      publishedAt: link.publishedAt,
      depth,
      now,
      relevanceShare,
      ...factsOf(link),
    });
    entries.set(link.url, {
      ...addressOf(link),
      kind: 'page',
      host: new URL(link.url).host,
      site: task.site,
      sourceId: task.sourceId,
      depth,
      maxDepth,
      linkTitle: canTitleDecide(link.anchorText) ? link.anchorText : null,
      ...(link.places !== undefined && { places: link.places }),
      // a sitemap without titles gives the time of the last change
      ...(link.publishedAt !== null && link.anchorText !== '' && { publishedAt: link.publishedAt }),
      priority: hasPlainAddress(link.url, named) ? withParametersShare * priority : priority,
      dueAt: now,
    });
  }
  return [...entries.values()];
}

/** Number of links that would become new tasks. */
export async function unknownLinks(
  { store: { frontier }, run }: OfflineCrawl,
  { task, site }: LinkOrigin,
  links: readonly Link[],
): Promise<number> {
  const depth = task.depth + 1;
  const maxDepth = Math.min(task.maxDepth, run.maxDepth ?? Number.MAX_SAFE_INTEGER);
  const admitted = links.filter((link) => admit({ link, site, depth, maxDepth, scope: run.scope }).kind === 'kept');
  return (await frontier.unknown(admitted.map(({ url }) => url))).size;
}
