import type { Reading } from '../../model/article/draft.ts';
import type { Task } from '../../model/crawl/task.ts';
import type { TopicScore } from '../../model/topic/topic.ts';
import { type CanonicalUrl, readAddress, type WebAddress } from '../../model/web/canonical-url.ts';
import type { Link } from '../../model/web/link.ts';
import type { PageLink } from '../../model/web/page-link.ts';
import { linkRelevance } from '../../stages/classify/link-relevance.ts';
import { couldDecide } from '../../stages/dedupe/title.ts';
import { priorityOf } from '../../stages/schedule/priority.ts';
import { admit, isPageAddress } from '../../stages/schedule/scope.ts';
import type { FrontierEntry } from '../../storage/frontier-port.ts';
import type { Ending } from '../../storage/port.ts';
import type { CrawlPorts, RunContext } from '../ports.ts';
import { preparedBySite } from '../topics/site-topics.ts';
import { underStoredKeys } from '../upkeep/former-keys.ts';
import { type Budgeted, type HostRoom, withinBudgets } from './link-budgets.ts';

export interface LinkOrigin {
  readonly io: Pick<CrawlPorts, 'siteOf' | 'clock'> & {
    readonly config: Pick<CrawlPorts['config'], 'relevanceShare' | 'linksPerPage' | 'linksPerList'>;
    readonly store: {
      readonly links: Pick<CrawlPorts['store']['links'], 'standing' | 'most'>;
      readonly frontier: Pick<CrawlPorts['store']['frontier'], 'unknown'>;
    };
  };
  readonly run: Pick<RunContext, 'maxDepth'>;
  readonly task: Task;
  readonly judgeLinks: ReturnType<typeof linkJudge>;
  readonly room: HostRoom;
}

/** A page whose links are gone after. */
export interface LinkedPage {
  /** Where it was read. */
  readonly url: CanonicalUrl;
  readonly reading: Pick<Reading, 'links' | 'pageType'>;
  /** How it meets the topics itself; empty: not judged. */
  readonly topics: readonly TopicScore[];
  /** Pages that play what this one is about: as good as links of its content. */
  readonly playLinks: readonly string[];
}

/** What links become: tasks, and lines of the link graph. */
export interface Leads extends Pick<Ending, 'pointsTo'>, Budgeted {}

/** A page that names more is a directory, where each name says little. */
const linksAPage = 300;
const longestAnchor = 300;

/**
 * Judges the links of a site by the topics that it asks for; null where there are no topics. A topic of examples alone has the terms that were learned for keywords.
 */
export const linkJudge = ({
  topics: defined,
  grown,
  siteOf,
}: Pick<CrawlPorts, 'topics' | 'grown' | 'siteOf'>): ((host: string) => ReturnType<typeof linkRelevance> | null) => {
  const topics = defined.map((topic) =>
    Object.keys(topic.keywords).length > 0 ? topic : { ...topic, keywords: grown?.terms[topic.name] ?? {} },
  );
  if (topics.length === 0) return () => null;
  return preparedBySite({ topics, siteOf }, linkRelevance);
};

/**
 * The links of a page that may become tasks, one level deeper, and the lines of the link graph. From an article only what stands in its content counts: its
 * menus are on every page. The graph has the links of the content alone, also those that are too deep or lead to other sites.
 */
export async function leadsOf(origin: LinkOrigin, page: LinkedPage): Promise<Leads> {
  const { links, pageType } = page.reading;
  const inContent = links.filter(({ region }) => region === 'content');
  const followed = pageType === 'listing' ? links : inContent;
  const toPlay = page.playLinks.flatMap(playLink(page.url, origin.task.url));
  return await leads(origin, page, { followed: [...followed, ...toPlay], pointed: inContent, budget: 'page' });
}

/** As `leadsOf`, for what a listing lists. */
export const leadsOfListing = (origin: LinkOrigin, links: readonly Link[]): Promise<Leads> =>
  leads(origin, { url: origin.task.url, topics: [] }, { followed: links, pointed: links, budget: 'page' });

/** As `leadsOf`, for links of a feed or sitemap: made by a program, it says of no page that it matters more than others. */
export const leadsOfFeed = (origin: LinkOrigin, links: readonly Link[]): Promise<Leads> =>
  leads(origin, { url: origin.task.url, topics: [] }, { followed: links, pointed: [], budget: 'list' });

const playLink =
  (foundOn: CanonicalUrl, asked: CanonicalUrl) =>
  (raw: string): Link[] => {
    const address = readAddress(raw);
    if (address === null || address.url === foundOn || address.url === asked) return [];
    return [{ ...address, foundOn, anchorText: '', context: '', region: 'content', publishedAt: null }];
  };

interface LinksOf {
  readonly followed: readonly Link[];
  readonly pointed: readonly Link[];
  readonly budget: 'page' | 'list';
}

async function leads(
  origin: LinkOrigin,
  page: Pick<LinkedPage, 'url' | 'topics'>,
  { followed, pointed, budget }: LinksOf,
): Promise<Leads> {
  const { io, task, room } = origin;
  const judge = origin.judgeLinks(task.site);
  const relevanceOf = (link: Link): number | null => judge?.(link, page.topics) ?? null;
  const { frontier } = io.store;
  const elsewhere = (await underStoredKeys(frontier, pointed)).filter(
    ({ url }) => url !== page.url && url !== task.url,
  );
  const pointsTo = linesOf(page.url, elsewhere, relevanceOf);
  const told = new Map(pointsTo.map(({ to, relevance }) => [to, relevance]));
  const targets = pointsTo.map(({ to }) => to);
  const standing = await io.store.links.standing(page.url, targets);
  const known = targets.length === 0 ? 0 : await io.store.links.most();
  const most = standing.values().reduce((highest, { inLinks }) => Math.max(highest, inLinks), known);
  const entries = entriesOf(origin, await underStoredKeys(frontier, followed), (link) => {
    const stands = standing.get(link.url);
    const relevance = Math.max(told.get(link.url) ?? relevanceOf(link) ?? 0, stands?.relevance ?? 0);
    return {
      inLinks: stands?.inLinks ?? 0,
      maxInLinks: most,
      // nearness and freshness stand in where there are no topics
      ...(judge !== null && { relevance }),
    };
  });
  const { linksPerPage, linksPerList } = io.config;
  const limit =
    budget === 'page'
      ? { most: linksPerPage, setting: 'NEWSHAWK_LINKS_PER_PAGE' }
      : { most: linksPerList, setting: 'NEWSHAWK_LINKS_PER_LIST' };
  return { ...(await withinBudgets(entries, { ...limit, room })), pointsTo };
}

const addressOf = ({ url, asWritten }: WebAddress): WebAddress =>
  asWritten === undefined ? { url } : { url, asWritten };

/** The first mention of an address wins. */
function entriesOf(
  { io, run, task }: LinkOrigin,
  links: readonly Link[],
  factsOf: (link: Link) => Pick<Parameters<typeof priorityOf>[0], 'relevance' | 'inLinks' | 'maxInLinks'>,
): FrontierEntry[] {
  const depth = task.depth + 1;
  const maxDepth = Math.min(task.maxDepth, run.maxDepth ?? Number.MAX_SAFE_INTEGER);
  const now = io.clock.now();
  const { relevanceShare } = io.config;
  const site = io.siteOf(task.site);
  const entries = new Map<string, FrontierEntry>();
  for (const link of links) {
    if (entries.has(link.url)) continue;
    const admitted = admit({ link, site, depth, maxDepth });
    if (admitted.kind !== 'kept') continue;
    entries.set(link.url, {
      ...addressOf(link),
      kind: 'page',
      host: new URL(link.url).host,
      site: task.site,
      sourceId: task.sourceId,
      depth,
      maxDepth,
      linkTitle: couldDecide(link.anchorText) ? link.anchorText : null,
      priority: priorityOf({ link, depth, now, relevanceShare, ...factsOf(link) }),
      dueAt: now,
    });
  }
  return [...entries.values()];
}

/** Each address once, under the longest of its anchor texts: a picture and a headline often lead to the same story. */
function linesOf(from: CanonicalUrl, links: readonly Link[], relevanceOf: (link: Link) => number | null): PageLink[] {
  const best = new Map<CanonicalUrl, Link>();
  for (const link of links) {
    if (!isPageAddress(link.url)) continue;
    const known = best.get(link.url);
    if (known === undefined ? best.size < linksAPage : link.anchorText.length > known.anchorText.length)
      best.set(link.url, link);
  }
  return [...best.values()].map((link) => ({
    from,
    to: link.url,
    anchorText: link.anchorText
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
      .slice(0, longestAnchor)
      .toWellFormed(),
    relevance: relevanceOf(link),
  }));
}
