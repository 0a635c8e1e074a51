import { NewshawkError } from '../../../errors.ts';
import { noOwnData } from '../../../model/data/own-data.ts';
import type { ListFinding, ListKnowledge } from '../../../model/page/list-api.ts';
import { listDifference } from '../../../stages/page-api/lists/list-coverage.ts';
import { browserErrors, listShortfall, toleratedErrors } from '../../../stages/schedule/same-article.ts';
import { formatOf } from '../../../stages/schedule/url-format.ts';
import type { Crawl } from '../../crawl.ts';
import { unknownLinks } from '../../links/follow-links.ts';
import type { LinkList } from '../../links/link-list.ts';
import type { Unchanged } from '../../links/validators.ts';
import type { TaskVisit } from '../../visit-result.ts';
import { joined } from '../../visit-result.ts';
import type { Fetched, Subject } from '../fetch-modes.ts';
import { noFinding } from '../fetch-modes.ts';
import type { ModeChoice } from '../format-evidence.ts';
import { shellLookShare } from './fetch-by-api.ts';
import { ListPages } from './list-pages.ts';
import { comparedCosts, pageByApi } from './page-by-api.ts';

/** Pages of a list that are read in one poll. */
const maxPages = 5;
/** Addresses made by the template that must be known before addresses are followed that no rendered page showed. */
const minConfirmed = 3;

/** What the API gave. */
interface AskedList {
  readonly pages: ListPages;
  /** Null: too few links. */
  readonly fetched: LinkList | null;
  /** Why the page is rendered. */
  readonly lack: string;
  readonly renewed: Readonly<Record<string, string>> | null;
}

type Result = Fetched<LinkList | Unchanged>;

/** Reads a list by the API behind it; in the browser where that gives too little or the site has a new app, and beside it for a comparison. @throws NewshawkError */
export async function readListByApi(
  crawl: Crawl,
  visit: TaskVisit,
  { list: knowledge, ways }: ModeChoice,
  subject: Subject<LinkList, Unchanged>,
): Promise<Result> {
  if (knowledge === null || knowledge.api === null) throw new NewshawkError('bug', 'a list is read by an unknown API');
  const isCompared = ways === 'api-compared';
  const asked = await askList(crawl, visit, knowledge, isCompared || crawl.random() < shellLookShare);
  const { pages, renewed, fetched } = asked;
  const isWatched = knowledge.isNamed !== true || knowledge.agreed.length > 0;
  const isNewApp = pages.scripts !== null && isWatched && pages.scripts.join('\n') !== knowledge.scripts.join('\n');
  const lack = asked.lack === '' && !isCompared && isNewApp ? 'the site has a new app' : asked.lack;
  if (fetched === null || isCompared || lack !== '')
    return await compared(crawl, visit, knowledge, { ...asked, lack }, subject);
  const note = await addFurtherPages(crawl, visit, knowledge, pages);
  return {
    ...noFinding,
    result: { ...fetched, links: pages.links, page: { ...fetched.page, bytes: pages.bytes } },
    outcome: joined(
      note,
      renewed === null ? '' : `values of the page were read anew: ${Object.keys(renewed).join(', ')}`,
    ),
    ...(renewed === null ? {} : { list: { kind: 'renewed', shared: renewed } }),
  };
}

/** The pages that the rendered list shows. */
async function askList(
  crawl: Crawl,
  visit: TaskVisit,
  knowledge: ListKnowledge,
  looksAtShell: boolean,
): Promise<AskedList> {
  const { api } = knowledge;
  if (api === null) throw new NewshawkError('bug', 'an API is asked that is not known');
  const startedMs = crawl.clock.monotonicMs();
  const pages = new ListPages(crawl, visit, api);
  const { lack, renewed } = await pages.first(knowledge, looksAtShell);
  if (lack !== '') return { pages, fetched: null, lack, renewed };
  for (let more = true; more && pages.count < api.shownPages; ) more = await pages.next();
  const shortfall = listShortfall(pages.links);
  if (shortfall !== null) return { pages, fetched: null, lack: shortfall, renewed };
  const page = pageByApi(crawl, visit, { html: '', bytes: pages.bytes, startedMs });
  const fetched: LinkList = {
    page,
    links: pages.links,
    reading: { feeds: [], pageType: 'listing', loadsMore: false, ownData: noOwnData, ownRules: [] },
    shown: pages.links,
    steps: [],
    expansion: null,
  };
  return { pages, fetched, lack: '', renewed };
}

/**
 * Adds further pages until one has only links that are known, at most `maxPages`, and no more links than a page may give.
 * @returns for the visit's `renderReason`
 */
async function addFurtherPages(
  crawl: Crawl,
  visit: TaskVisit,
  { api }: ListKnowledge,
  pages: ListPages,
): Promise<string> {
  if (api === null || api.next === null) return '';
  let unknown = await unknownLinks(crawl, visit, pages.newest);
  const isConfirmed = Math.max(api.confirmed, pages.newest.length - unknown) >= minConfirmed;
  if (!isConfirmed) return 'no further pages: no known link confirms the template of their addresses';
  while (unknown > 0 && pages.count < maxPages && pages.links.length < crawl.config.linksPerPage) {
    if (!(await pages.next())) break;
    unknown = await unknownLinks(crawl, visit, pages.newest);
  }
  return pages.count === 1 ? '' : `${pages.count} pages of the list`;
}

/** Renders the list, and compares it with the API's. The rendered one is kept. */
async function compared(
  crawl: Crawl,
  visit: TaskVisit,
  knowledge: ListKnowledge,
  { pages, fetched, lack, renewed }: AskedList,
  subject: Subject<LinkList, Unchanged>,
): Promise<Result> {
  const why = lack === '' ? [] : [`rendered: ${lack}`];
  const { scripts, bytes } = pages;
  try {
    await using opened = await subject.open('browser', { expands: false });
    if ('ended' in opened) throw new NewshawkError('bug', 'a rendered list has no answer to be unchanged');
    const rendered = opened.read;
    const page = { ...rendered.page, bytes: rendered.page.bytes + bytes };
    const difference =
      listShortfall(rendered.links) !== null
        ? null
        : fetched === null
          ? lack
          : listDifference(fetched.links, rendered.links, formatOf);
    // a list that gives too little in the browser says nothing of the API
    if (difference === null) return { ...noFinding, result: { ...rendered, page }, outcome: why.join() };
    const costs = fetched === null ? {} : { costs: comparedCosts(fetched.page, rendered.page) };
    const list: ListFinding = { kind: 'compared', difference, scripts, renewed, ...costs };
    if (difference !== '' && knowledge.isNamed === true)
      crawl.log.warn('api.differs', { url: visit.task.url, difference });
    const outcome = [...why, `compared with the API: ${difference === '' ? 'the same' : difference}`].join('; ');
    return { ...noFinding, result: { ...rendered, page }, outcome, list };
  } catch (error) {
    const isTolerated =
      error instanceof NewshawkError && [...browserErrors, ...toleratedErrors].includes(error.kind) && fetched !== null;
    if (!isTolerated || knowledge.state !== 'learned') throw error;
    return { ...noFinding, result: fetched, outcome: `not compared: ${error.message}`.slice(0, 200) };
  }
}
