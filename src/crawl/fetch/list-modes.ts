import { NewshawkError } from '../../errors.ts';
import { isOfData, type OwnRuleFinding } from '../../model/crawl/own-rule.ts';
import type { Source } from '../../model/crawl/source.ts';
import type { ListExpansion } from '../../model/page/list-expansion.ts';
import { canonicalUrl } from '../../model/web/canonical-url.ts';
import type { Link } from '../../model/web/link.ts';
import { listKindOf } from '../../stages/discover/sitemap.ts';
import type { FetchFinding } from '../../stages/schedule/fetch-plan.ts';
import {
  type ComparisonVerdict,
  compareLinks,
  listShortfall,
  type NoReading,
  ownDataDifference,
} from '../../stages/schedule/same-article.ts';
import { snapshotOf } from '../../stages/snapshot/freeze.ts';
import type { Crawl } from '../crawl.ts';
import type { LinkList } from '../links/link-list.ts';
import { polledLinks } from '../links/link-list.ts';
import { sourceId } from '../links/targets.ts';
import { isUnchanged, refuseErrorPage, requestConditions, type Unchanged } from '../links/validators.ts';
import { findingOfLinks, findingsOfSteps } from '../reading/own-rules.ts';
import { joined, type TaskVisit } from '../visit-result.ts';
import { readListByApi } from './api/read-by-api.ts';
import { sampleList } from './api/sample-list.ts';
import { expandListing } from './expand-listing.ts';
import {
  type EndedInMode,
  type Fetched,
  fetchInModes,
  type HowOpened,
  held,
  type InMode,
  type Subject,
} from './fetch-modes.ts';
import type { ModeChoice } from './format-evidence.ts';
import { type OpenedPage, openPage, requestsOf } from './open-page.ts';
import { describeSteps } from './site-steps.ts';

/** A listing that was read, and what its fetches say of its format. */
export interface Listing {
  readonly list: LinkList;
  readonly choice: ModeChoice;
  readonly finding: FetchFinding;
  readonly renderReason: string;
  readonly ownRules: readonly OwnRuleFinding[];
  /** Whether it was read in one static fetch: then an answer that it is unchanged says all. */
  readonly isWhole: boolean;
}

/** Reads a page of links in the mode that is known to give them all; in both while nothing is known of this source. @throws NewshawkError when it can't be read */
export async function readListing(
  crawl: Crawl,
  visit: TaskVisit,
  source: Source,
): Promise<Listing | (Unchanged & { readonly renderReason: string })> {
  const { task, site } = visit;
  const choice = await crawl.modeChooser.choose({ task, site, visit: source.lastPolledAt?.getTime() ?? 0 });
  const isPlain = choice.ways === 'static' || choice.ways === 'static-first';
  const headers = isPlain ? requestConditions(source, crawl.clock.now()) : {};
  const selector = site.sources.find(({ url }) => sourceId(canonicalUrl(url)) === source.id)?.linkSelector ?? null;
  // where a scraper says which links count, those of an expansion could not be told apart
  const wasRead = selector === null ? source.lastPolledAt !== null : undefined;
  const subject = new ListInModes(crawl, visit, choice, { headers, wasRead });
  const { result: list, outcome, ...finding } = await fetchInModes(subject, choice);
  if ('isUnchanged' in list) return { ...list, renderReason: choice.reason };
  const { page, links, reading, steps } = list;
  // the site's selectors and steps are for its pages
  const ownRules =
    page.via === 'api'
      ? []
      : [...findingsOfSteps('source', steps), ...findingOfLinks(selector, links), ...reading.ownRules.filter(isOfData)];
  const renderReason = joined(choice.reason, outcome, describeSteps(steps));
  return { list, choice, finding, renderReason, ownRules, isWhole: isPlain && page.via === 'static' };
}

interface ListConditions {
  /** Of a conditional request, for a static fetch. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the list was polled before; undefined: it is not expanded. */
  readonly wasRead: boolean | undefined;
}

class ListInModes implements Subject<LinkList, Unchanged> {
  readonly #crawl: Crawl;
  readonly #visit: TaskVisit;
  readonly #choice: ModeChoice;
  readonly #conditions: ListConditions;
  readonly isLearning: boolean;
  readonly fallbackErrors = ['blocked', 'layout-changed'] as const;

  constructor(crawl: Crawl, visit: TaskVisit, choice: ModeChoice, conditions: ListConditions) {
    const { format, list } = choice;
    this.#crawl = crawl;
    this.#visit = visit;
    this.#choice = choice;
    this.#conditions = conditions;
    this.isLearning = format !== null && (list === null || list.state === 'learning');
  }

  async open(
    mode: 'static' | 'browser',
    { learns = false, expands = true }: HowOpened<LinkList> = {},
  ): Promise<InMode<LinkList> | EndedInMode<Unchanged>> {
    const [crawl, visit] = [this.#crawl, this.#visit];
    const { task, site, identity } = visit;
    const headers = mode === 'static' ? this.#conditions.headers : {};
    await using opening = new AsyncDisposableStack();
    const opened = opening.use(await openPage(crawl, mode, { task, site, identity, headers, keepAnswers: learns }));
    const { page, live } = opened;
    if (mode === 'static' && isUnchanged(page, headers))
      return held(opening, { ended: { isUnchanged: true, page } as const, page, steps: [] });
    const first = await this.#listOf(opened);
    const { steps } = first;
    const finding = learns ? { list: await sampleList(crawl, visit, opened, first.links) } : {};
    const { wasRead } = this.#conditions;
    if (live === null || wasRead === undefined || !expands)
      return held(opening, { read: first, live, steps, expansion: null, finding });
    const expanded = await expandListing(crawl, { visit, live, links: first.shown, wasRead });
    const read =
      expanded === null
        ? first
        : { ...first, links: [...first.links, ...expanded.added], expansion: expanded.expansion };
    return held(opening, { read, live, steps, expansion: read.expansion, finding });
  }

  /** @throws NewshawkError unreachable for an error page, layout-changed where its records lack a field */
  async #listOf({ page, live }: OpenedPage): Promise<LinkList> {
    const crawl = this.#crawl;
    const steps = live?.steps ?? [];
    crawl.stepNotes.logMisses(crawl.log, this.#visit.task, steps);
    refuseErrorPage(page);
    const snapshot = snapshotOf(page);
    const learned = await crawl.siteLearner.wrapperFor(snapshot.site);
    const reading = await crawl.reader.read(snapshot, { learned });
    // what a list must show is records; a list is no article that could lack a field
    if (reading.reason === 'layout-changed' && reading.ownData.records.length > 0)
      throw new NewshawkError('layout-changed', reading.detail, {
        evidence: {
          page,
          screenshot: (await live?.screenshot()) ?? null,
          requests: requestsOf({ page, live }),
        },
      });
    const fruitful = await crawl.linkPatterns.fruitfulPlaces(page.finalUrl, reading.links);
    const links = polledLinks(canonicalUrl(page.finalUrl), reading.links, fruitful);
    return { page, links, reading, shown: reading.links, steps, expansion: null };
  }

  get byApi(): (() => Promise<Fetched<LinkList | Unchanged>>) | null {
    // the records are on the page
    if (this.#visit.site.records.length > 0) return null;
    return () => readListByApi(this.#crawl, this.#visit, this.#choice, this);
  }

  describeFailure({ kind, message }: NewshawkError): string {
    return `${kind}: ${message}`.slice(0, 200);
  }

  /** A feed or sitemap. */
  isWhole({ page }: LinkList): boolean {
    return listKindOf(page.html) !== null;
  }

  shortfall({ links }: LinkList): string | null {
    return listShortfall(links);
  }

  isCutShort({ reading }: LinkList): boolean {
    return reading.loadsMore && this.#conditions.wasRead !== undefined;
  }

  /** By their links, then by their records. */
  compare(plain: LinkList | NoReading, rendered: LinkList | NoReading): ComparisonVerdict | null {
    const compared = compareLinks(linksOf(plain), linksOf(rendered));
    if (compared?.result !== 'same' || 'failure' in plain || 'failure' in rendered) return compared;
    const difference = ownDataDifference(plain.reading.ownData, rendered.reading.ownData);
    return difference === null ? compared : { result: 'differs', detail: difference };
  }

  /** A source that gives too little in both modes says nothing of its format. */
  finding(compared: ComparisonVerdict | null): FetchFinding {
    if (compared === null) return { staticGave: null, comparison: null };
    const comparison = { at: this.#crawl.clock.now(), url: this.#visit.task.url, isList: true, ...compared } as const;
    return { staticGave: compared.result !== 'static-lacks', comparison };
  }

  async betterStatic(): Promise<null> {
    return null;
  }

  async withPlayer(): Promise<null> {
    return null;
  }

  keepsRendered(compared: ComparisonVerdict | null, expansion: ListExpansion | null): boolean {
    return compared?.result === 'differs' || (expansion?.links.length ?? 0) > 0;
  }

  describeComparison(compared: ComparisonVerdict | null): string {
    return `compared: ${compared?.detail || 'the same'}`;
  }

  async keep({ read }: InMode<LinkList>): Promise<LinkList> {
    return read;
  }
}

const linksOf = (list: LinkList | NoReading): readonly Link[] | NoReading => ('failure' in list ? list : list.links);
