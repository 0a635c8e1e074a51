import { NewshawkError } from '../../errors.ts';
import type { Reading } from '../../model/article/draft.ts';
import type { Task } from '../../model/crawl/task.ts';
import type { ListExpansion } from '../../model/page/list-expansion.ts';
import type { FetchWay, Page } from '../../model/page/page.ts';
import type { StepTaken } from '../../model/page/page-step.ts';
import { canonicalUrl } from '../../model/web/canonical-url.ts';
import type { Link } from '../../model/web/link.ts';
import type { FetchFinding } from '../../stages/schedule/fetch-plan.ts';
import { snapshotOf } from '../../stages/snapshot/freeze.ts';
import type { Crawl } from '../crawl/crawl.ts';
import { expandListing } from '../visit/fetch/expand-listing.ts';
import { type OpenedPage, openPage } from '../visit/fetch/open-page.ts';
import type { TaskVisit } from '../visit/page-visit.ts';
import { polledLinks } from './polled-links.ts';
import { refuseErrorPage } from './validators.ts';

/** A page of links in one of its ways. */
export interface ListPage {
  readonly page: Page;
  readonly links: readonly Link[];
  /** All links of its first screen, those of menus too. */
  readonly shown: readonly Link[];
  readonly reading: Pick<Reading, 'feeds' | 'pageType' | 'loadsMore' | 'ownData' | 'ownRules'>;
  readonly steps: readonly StepTaken[];
  /** What it showed beyond its first screen; null: it was not expanded. */
  readonly expansion: ListExpansion | null;
}

/** A list as it was fetched, and what that says of its format. */
export interface ListFetch extends FetchFinding {
  readonly fetched: ListPage;
  /** For the visit's `renderReason`; may be empty. */
  readonly outcome: string;
}

/** A fetch that says nothing of the format. */
export const noFinding = { staticGave: null, comparison: null, outcome: '' } as const;

export interface OneWayRequest<T> {
  readonly way: FetchWay;
  /** Looks at the first screen before the page is closed. */
  readonly whileOpen?: ((opened: OpenedPage, list: ListPage) => Promise<T>) | undefined;
  /** Whether the list was polled before; absent: it is not expanded. */
  readonly wasRead?: boolean | undefined;
}

/** Reads a page of links in one way. @throws NewshawkError */
export async function readOneWay<T = undefined>(
  ports: Crawl,
  visit: TaskVisit,
  { way, whileOpen, wasRead }: OneWayRequest<T>,
): Promise<{ readonly list: ListPage; readonly seen: T | undefined }> {
  const { task, site, identity } = visit;
  await using opened = await openPage(ports, way, {
    task,
    site,
    identity,
    headers: {},
    keepAnswers: whileOpen !== undefined,
  });
  const list = await listPageOf(ports, task, opened);
  const seen = await whileOpen?.(opened, list);
  const { live } = opened;
  if (live === null || wasRead === undefined) return { list, seen };
  const expanded = await expandListing(ports, { visit, live, links: list.shown, wasRead });
  if (expanded === null) return { list, seen };
  const { added, expansion } = expanded;
  return { list: { ...list, links: [...list.links, ...added], expansion }, seen };
}

/** @throws NewshawkError unreachable for an error page */
export async function listPageOf(ports: Crawl, task: Task, { page, live }: OpenedPage): Promise<ListPage> {
  const steps = live?.steps ?? [];
  ports.stepNotes.logMisses(ports.log, task, steps);
  refuseErrorPage(page);
  const snapshot = snapshotOf({ page, media: [], noMedia: 'not-video-page' });
  const { links, feeds, pageType, loadsMore, ownData, ownRules, reason, detail } = await ports.reader.read(snapshot, {
    learned: await ports.siteLearner.wrapperFor(snapshot.site),
  });
  // what a list must show is records; a list is no article that could lack a field
  if (reason === 'layout-changed' && ownData.records.length > 0)
    throw new NewshawkError('layout-changed', detail, {
      evidence: {
        page,
        screenshot: (await live?.screenshot()) ?? null,
        requests: live?.requests() ?? page.requests ?? [],
      },
    });
  const fruitful = await ports.linkPatterns.fruitfulPlaces(page.finalUrl, links);
  const reading = { feeds, pageType, loadsMore, ownData, ownRules };
  return {
    page,
    links: polledLinks(canonicalUrl(page.finalUrl), links, fruitful),
    reading,
    shown: links,
    steps,
    expansion: null,
  };
}
