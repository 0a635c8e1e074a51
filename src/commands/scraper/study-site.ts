import { CommandError, exitCodes, NewshawkError } from '../../errors.ts';
import type { Site } from '../../model/crawl/site.ts';
import { type CanonicalUrl, canonicalUrl } from '../../model/web/canonical-url.ts';
import type { LearnedWrapper } from '../../model/wrapper/learned-wrapper.ts';
import { listingLinks } from '../../stages/discover/source-links.ts';
import { isListAddress } from '../../stages/schedule/links/article-links.ts';
import { shortfallOf } from '../../stages/schedule/same-article.ts';
import { readPage } from '../page/read-page.ts';
import {
  type DiscoverPorts,
  discoverSources,
  ForbiddenByRobots,
  type ListOfSite,
  type SourceProposals,
} from '../sources/discover-sources.ts';
import { articleCandidates } from './choose-pages.ts';
import { measureRules } from './measure-rules.ts';
import type { SiteStudy, StudiedPage, StudiedSteps, StudyRequest } from './site-study.ts';
import { studyAddresses } from './study-addresses.ts';
import { studyHints } from './study-hints.ts';
import { studyLists } from './study-lists.ts';
import { studySteps } from './study-steps.ts';

/** Lists on which steps are tried, at most. */
const maxStepLists = 2;
/** Articles in a row that do not arrive (no answer, refused): then the site is not asked any more. */
const maxSilentPages = 3;
/** Share of the pages that agree on a language or a name. */
const majority = 0.6;

/**
 * Reads a site's lists and some of its articles, by the rules of a crawl (robots.txt, pauses), and learns what a scraper for it would say. Nothing is stored.
 * @param target host or address
 * @throws CommandError (usage; nothing found, where no page is an article; refused, where robots.txt forbids the home page), NewshawkError where the home page can't be read,
 * and the reason of the ports' signal, when it aborts
 */
export async function studySite(io: DiscoverPorts, target: string, request: StudyRequest): Promise<SiteStudy> {
  const { onProgress } = request;
  onProgress('Reading the home page, its feeds, sitemaps and channels, with a pause between two requests.');
  const lists = await discover(io, target);
  const home = new URL(lists.homeUrl);
  const host = home.host.replace(/^www\./, '');
  const site: Site = { ...io.siteOf(home.host), host };
  const wanted = { ...request, site };
  const read = await readArticles(io, lists.lists, wanted);
  const { pages, others, found } = read;
  const all = { ...lists, lists: [...lists.lists, ...found] };
  if (pages.length === 0) throw nothingFound(lists, others);
  onProgress(`Learning from ${pages.length} articles.`);
  const steps = lists.way === 'browser' ? await stepsOf(io, lists, wanted) : [];
  return {
    host,
    origin: home.origin,
    name: commonest(pages.map(({ reading }) => reading.draft.source)),
    language: commonest(pages.map(({ reading }) => reading.draft.lang)),
    sources: lists.proposals,
    unread: lists.unread,
    listWay: lists.way,
    pages,
    others,
    addresses: addressesOf(all, host, read),
    lists: studyLists({
      site: host,
      lists: all.lists,
      articles: pages.map(({ url }) => canonicalUrl(url)),
      others: others.map(({ url }) => canonicalUrl(url)),
    }),
    rules: await measureRules(pages, { site, learned: await learnedOf(io, host, pages), signal: io.signal }),
    steps,
    hints: studyHints(pages, others),
  };
}

async function discover(io: DiscoverPorts, target: string): Promise<SourceProposals> {
  try {
    return await discoverSources(io, target);
  } catch (error) {
    if (!(error instanceof ForbiddenByRobots)) throw error;
    throw new CommandError(
      exitCodes.refused,
      `robots.txt forbids ${error.at ?? target}: the site does not want to be read by programs. Ask its owner.`,
      { cause: error },
    );
  }
}

interface ArticlesToRead extends StudyRequest {
  readonly site: Site;
}

interface ReadArticles {
  readonly pages: SiteStudy['pages'];
  readonly others: SiteStudy['others'];
  /** Lists among the pages. */
  readonly found: readonly ListOfSite[];
}

/** Reads candidates until there are enough articles, twice as many pages were fetched, or none arrives any more. The links of a page that is a list become candidates. */
async function readArticles(
  io: DiscoverPorts,
  lists: readonly ListOfSite[],
  { pages: wanted, onProgress, site }: ArticlesToRead,
): Promise<ReadArticles> {
  const pages: StudiedPage[] = [];
  const others: { url: string; why: string }[] = [];
  const found: ListOfSite[] = [];
  const tried = new Set<CanonicalUrl>();
  let silent = 0;
  while (pages.length < wanted && silent < maxSilentPages && tried.size < wanted * 2) {
    const url = articleCandidates([...lists, ...found], site).find((candidate) => !tried.has(candidate));
    if (url === undefined) break;
    tried.add(url);
    io.signal.throwIfAborted();
    onProgress(`Reading ${url} (${pages.length} of ${wanted} articles).`);
    const read = await readOne(io, url, site).then(
      (result) => {
        silent = 0;
        return result;
      },
      (error: unknown) => {
        if (!(error instanceof NewshawkError) || error.kind === 'bug') throw error;
        silent += 1;
        return { why: error.message, list: null };
      },
    );
    if ('snapshot' in read) pages.push(read);
    else {
      others.push({ url, why: read.why });
      if (read.list !== null) found.push(read.list);
    }
  }
  return { pages, others, found };
}

interface NoArticle {
  readonly why: string;
  /** The page as a list; null: it is none. */
  readonly list: ListOfSite | null;
}

/** @returns the article; or why the page is none */
async function readOne(io: DiscoverPorts, url: CanonicalUrl, site: Site): Promise<StudiedPage | NoArticle> {
  const identity = await io.identities.pick(site.host);
  const { allowed, crawlDelayMs } = await io.robots.check({ url, site: site.host }, identity, io.turns);
  io.gate.setCrawlDelay(new URL(url).host, crawlDelayMs);
  if (!allowed) return { why: 'robots.txt forbids it', list: null };
  const { snapshot, reading } = await readPage(io, {
    url,
    html: null,
    fetchedAt: null,
    render: 'auto',
    explain: false,
  });
  const { draft, reason, detail, links } = reading;
  if (draft !== null && draft.pageType !== 'listing') return { url, snapshot, reading: { ...reading, draft } };
  const isList = reason === 'list' || reading.pageType === 'listing';
  return {
    why: `${reason ?? 'list'}: ${detail || (shortfallOf({ snapshot, reading }) ?? 'no article')}`,
    list: isList ? { url, kind: 'listing', namedBy: url, links: listingLinks(links), shown: links } : null,
  };
}

/** The wrapper that crawls would learn from these pages; null: they are too few. */
async function learnedOf(
  io: DiscoverPorts,
  site: string,
  pages: readonly StudiedPage[],
): Promise<LearnedWrapper | null> {
  const profiles = [];
  for (const { url, snapshot } of pages) {
    io.signal.throwIfAborted();
    const profile = await io.reader.profile({ id: url, snapshot, correction: null, hasAddress: true });
    if (profile !== null) profiles.push(profile);
  }
  return (await io.reader.learn({ site, profiles, live: null, dataPages: [] }))?.wrapper ?? null;
}

async function stepsOf(
  io: DiscoverPorts,
  { proposals, homeUrl }: SourceProposals,
  { site, onProgress }: ArticlesToRead,
): Promise<StudiedSteps[]> {
  const listings = proposals.filter(({ kind }) => kind === 'listing').map(({ url }) => url);
  const urls = [...new Set([homeUrl, ...listings])].slice(0, maxStepLists);
  const steps: StudiedSteps[] = [];
  for (const url of urls) {
    io.signal.throwIfAborted();
    onProgress(`Trying whether ${url} has more behind a button or at its end.`);
    const found = await studySteps(io, { url, site, identity: await io.identities.pick(site.host) });
    if (found !== null) steps.push(found);
  }
  return steps;
}

function addressesOf(
  { lists, homeUrl }: SourceProposals,
  site: string,
  { pages, others }: ReadArticles,
): SiteStudy['addresses'] {
  const read = new Set([...pages, ...others].map(({ url }) => url));
  const named = lists.filter(({ kind }) => kind !== 'listing').flatMap(({ links }) => links.map(({ url }) => url));
  return studyAddresses({
    site,
    articles: pages.map(({ url }) => canonicalUrl(url)),
    others: [
      { url: canonicalUrl(homeUrl), label: 'listing' },
      ...lists
        .filter(({ kind }) => kind === 'listing')
        .map(({ url }) => ({ url: canonicalUrl(url), label: 'listing' as const })),
      ...others
        .filter(({ why }) => /^(?:not-an-article|list)/.test(why))
        .map(({ url }) => ({ url: canonicalUrl(url), label: 'no-article' as const })),
    ],
    // sitemaps name lists too
    unread: [...new Set(named)].filter((url) => !read.has(url) && !isListAddress(url)),
  });
}

function commonest(values: readonly (string | null)[]): string | null {
  const byValue = [...Map.groupBy(values, (value) => value)].toSorted(([, a], [, b]) => b.length - a.length);
  const [value = null, all = []] = byValue[0] ?? [];
  return all.length >= values.length * majority ? value : null;
}

/** Reasons that are shown, at most. */
const maxReasons = 3;

const listsText = (count: number): string => (count === 1 ? 'Its only list has' : `Its ${count} lists have`);

function nothingFound({ homeUrl, lists }: SourceProposals, others: SiteStudy['others']): CommandError {
  const links = lists.reduce((sum, list) => sum + list.links.length, 0);
  const reasons = others.slice(0, maxReasons).map(({ url, why }) => `\n  - ${url}: ${why}`);
  const read =
    others.length === 0
      ? `none looks like an article${links === 0 ? ': the page may ask for a login, or need more time to draw its links' : ''}`
      : `${others.length} were tried, none is an article:${reasons.join('')}`;
  return new CommandError(
    exitCodes.nothingFound,
    `No article was found on ${homeUrl}. ${listsText(lists.length)} ${links} links; ${read}\nTry the address of a channel, or \`newshawk extract <address of an article> --explain\`.`,
  );
}
