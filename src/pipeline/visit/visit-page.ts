import type { Task } from '../../model/crawl/task.ts';
import type { IdentityRoute } from '../../ports.ts';
import type { Ending } from '../../storage/port.ts';
import type { Crawl } from '../crawl/crawl.ts';
import { cutShortOf, describeExpansion } from './fetch/expand-listing.ts';
import { fetchAndExtract } from './fetch/fetch-and-extract.ts';
import { addFurtherPages, type WholePage } from './fetch/further-pages.ts';
import type { FetchResult } from './fetch/one-way.ts';
import { describeSteps } from './fetch/site-steps.ts';
import { tryForPlayer } from './fetch/try-for-player.ts';
import { type Choice, evidenceAfter } from './fetch/way-chooser.ts';
import { noteForLearning } from './note-for-learning.ts';
import { endingOfPage } from './page-endings.ts';
import type { EndedResult } from './page-result.ts';
import { type PageVisit, startVisit } from './page-visit.ts';
import { endingByTitle } from './skips/known-by-title.ts';
import { withoutSamePage } from './skips/same-page.ts';
import { endingUnfetched, noteYield } from './skips/unfetched.ts';

/** What is known of a page when its turn comes. */
export type VisitedPage = UnfetchedPage | FetchedPage;

interface UnfetchedPage {
  readonly kind: 'not-fetched';
  readonly ending: Ending;
}

interface FetchedPage {
  readonly kind: 'fetched';
  readonly visit: PageVisit;
  readonly choice: Choice;
  readonly fetched: FetchResult;
  readonly page: EndedResult | WholePage;
}

/**
 * Everything of a page's visit that needs the network: it chooses how to fetch, fetches and extracts, plays the page where scripts may build a player, then adds an article's further pages. `concludeVisit` does
 * the rest when it is the page's turn.
 * @throws NewshawkError for what should be retried or needs a person
 */
export async function visitPage(services: Crawl, task: Task, identity: IdentityRoute): Promise<VisitedPage> {
  const state = await services.store.pages.get(task.url);
  const plan = await services.revisitPlans.now();
  const visit = { ...startVisit(services, task, identity), state, plan };
  const duplicate = await endingByTitle(services, visit);
  if (duplicate !== null) return { kind: 'not-fetched', ending: duplicate };
  const unproductive = endingUnfetched(services, visit);
  if (unproductive !== null) return { kind: 'not-fetched', ending: unproductive };
  const choice = await services.wayChooser.choose({ task, site: visit.site, visit: state?.visits ?? 0 });
  const read = await fetchAndExtract(services, visit, choice);
  const fetched = await tryForPlayer(services, visit, read); // closed now
  const { page } = fetched;
  const whole = page.kind === 'ended' ? page : await addFurtherPages(services, visit, page);
  return { kind: 'fetched', visit, choice, fetched, page: whole };
}

/** dedupe, classify, links and schedule. For one page at a time, right before its commit: copies that arrive together must see each other. */
export async function concludeVisit(services: Crawl, visited: VisitedPage): Promise<Ending> {
  if (visited.kind === 'not-fetched') return visited.ending;
  const { visit, choice, fetched, page } = visited;
  const ending = await withoutSamePage(services, await endingOfPage(services, visit, page));
  await noteForLearning(services, visit, page, ending);
  await noteYield(services, ending);
  const reasons = [choice.reason, fetched.outcome, describeSteps(fetched.steps)];
  return {
    ...ending,
    visit: {
      ...ending.visit,
      detail: [ending.visit.detail, describeExpansion(fetched.expansion)].filter((detail) => detail !== '').join('; '),
      ...cutShortOf(fetched.expansion),
      renderReason: reasons.filter((reason) => reason !== '').join('; '),
      bytes: ending.visit.bytes + fetched.otherBytes,
    },
    format: await evidenceAfter(services, choice, fetched),
  };
}
