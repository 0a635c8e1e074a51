import { NewshawkError } from '../../errors.ts';
import type { Reading as PageReading } from '../../model/article/draft.ts';
import type { OwnRuleFinding } from '../../model/crawl/own-rule.ts';
import type { Source } from '../../model/crawl/source.ts';
import type { Task } from '../../model/crawl/task.ts';
import type { FormatEvidence } from '../../model/page/format-evidence.ts';
import type { FetchWay, Page } from '../../model/page/page.ts';
import { canonicalUrl } from '../../model/web/canonical-url.ts';
import type { Link } from '../../model/web/link.ts';
import type { IdentityRoute } from '../../ports.ts';
import { listingLinks } from '../../stages/discover/source-links.ts';
import type { FetchFinding } from '../../stages/schedule/fetch-plan.ts';
import {
  type Compared,
  compareLinks,
  dispensable,
  listLack,
  type NoReading,
  saysNothing,
} from '../../stages/schedule/same-article.ts';
import { snapshotOf } from '../../stages/snapshot/freeze.ts';
import { openPage } from '../visit/open-page.ts';
import { findingOfLinks, findingsOfSteps } from '../visit/own-rules.ts';
import type { Visiting } from '../visit/visiting.ts';
import { sourceId } from './targets.ts';

/** What a source gave. */
export interface Poll {
  readonly page: Page;
  readonly links: readonly Link[];
  /** What the page is and which feeds it names; absent: it is a feed or sitemap itself. */
  readonly reading?: Pick<PageReading, 'feeds' | 'pageType'>;
  readonly renderReason: string;
  /** Links that the list names beyond its budget; absent: none. */
  readonly unread?: number;
  /** What else there is to say of it. */
  readonly notes?: readonly string[];
  /** What the site's own rules came to; absent: none was asked. */
  readonly ownRules?: readonly OwnRuleFinding[];
  /** What the poll says of the source's own format; null where it was not to be asked for. */
  readonly learn: (() => Promise<FormatEvidence | null>) | null;
}

interface List {
  readonly page: Page;
  readonly links: readonly Link[];
  readonly reading: Pick<PageReading, 'feeds' | 'pageType'>;
}

interface Reading extends FetchFinding {
  readonly list: List;
  readonly outcome: string;
}

/** Reads a page of links in the way that is known to give them all; where nothing is known of this source yet, in both. @throws NewshawkError when it can't be read */
export async function readListing(
  { io, chooser, stepNotes }: Visiting,
  source: Source,
  task: Task,
  identity: IdentityRoute,
): Promise<Poll> {
  const site = io.siteOf(task.site);
  const choice = await chooser.choose({ task, site, visit: source.lastPolledAt?.getTime() ?? 0 });
  const { ways } = choice;
  let stepsText = '';
  let ofSteps: readonly OwnRuleFinding[] = [];
  const read = async (way: FetchWay): Promise<List> => {
    await using opened = await openPage(io, way, { task, site, identity, headers: {} });
    const { page, live } = opened;
    if (live !== null) {
      stepsText = stepNotes.of(task, live.steps);
      ofSteps = findingsOfSteps('source', live.steps);
    }
    if (page.status >= 400)
      throw new NewshawkError('unreachable', `the source answered ${page.status}`, { fault: 'page' });
    const { links, feeds, pageType } = await io.reader.read(snapshotOf({ page, media: [], noMedia: 'not-video-page' }));
    return { page, links: listingLinks(links), reading: { feeds, pageType } };
  };
  const isOpen = ways === 'static-first' || ways === 'both';
  const { list, outcome, ...finding } = isOpen
    ? await readBoth(read, { comparesAlways: ways === 'both', compared: { at: io.clock.now(), url: task.url } })
    : { ...untold, list: await read(ways) };
  const renderReason = [choice.reason, outcome, stepsText].filter((text) => text !== '').join('; ');
  const selector = site.sources.find(({ url }) => sourceId(canonicalUrl(url)) === source.id)?.linkSelector ?? null;
  const ownRules = [...ofSteps, ...findingOfLinks(selector, list.links)];
  return { ...list, renderReason, ownRules, learn: () => choice.learn(finding) };
}

const untold = { staticGave: null, comparison: null, outcome: '' } as const;

interface BothOptions {
  /** Else the browser is asked only where the static list is too short. */
  readonly comparesAlways: boolean;
  readonly compared: { readonly at: Date; readonly url: Task['url'] };
}

async function readBoth(read: (way: FetchWay) => Promise<List>, options: BothOptions): Promise<Reading> {
  const plain = await failureOf(() => read('static'), ['blocked']);
  const lack = listLack('failure' in plain ? plain : plain.links);
  if ('failure' in plain || lack !== null) {
    const rendered = await read('browser');
    const compared = compareLinks('failure' in plain ? plain : plain.links, rendered.links);
    return { list: rendered, ...findingOf(compared, options), outcome: `fell back to the browser: ${lack}` };
  }
  if (!options.comparesAlways) return { ...untold, list: plain, staticGave: true };
  const rendered = await failureOf(() => read('browser'), [...dispensable, ...saysNothing]);
  if ('failure' in rendered && saysNothing.includes(rendered.kind))
    return { ...untold, list: plain, outcome: `not compared: ${rendered.failure}` };
  const compared = compareLinks(plain.links, 'failure' in rendered ? rendered : rendered.links);
  const list = compared?.result === 'differs' && !('failure' in rendered) ? rendered : plain;
  return { list, ...findingOf(compared, options), outcome: `compared: ${compared?.detail || 'the same'}` };
}

/** A source that gives too little in both ways says nothing. */
const findingOf = (compared: Compared | null, { compared: where }: BothOptions): FetchFinding =>
  compared === null
    ? { staticGave: null, comparison: null }
    : { staticGave: compared.result !== 'static-lacks', comparison: { ...where, ...compared } };

/** What was read, or why not, where it is one of these errors. */
async function failureOf(
  read: () => Promise<List>,
  kinds: readonly NewshawkError['kind'][],
): Promise<List | (NoReading & { readonly kind: NewshawkError['kind'] })> {
  return await read().catch((error: unknown) => {
    if (error instanceof NewshawkError && kinds.includes(error.kind))
      return { kind: error.kind, failure: `${error.kind}: ${error.message}`.slice(0, 200) };
    throw error;
  });
}
