import type { LivePage } from '../../browser-port.ts';
import type { NewshawkError } from '../../errors.ts';
import type { Reading } from '../../model/article/draft.ts';
import type { ListExpansion } from '../../model/page/list-expansion.ts';
import type { PlayerTrial } from '../../model/page/player-evidence.ts';
import { playerHints } from '../../stages/media/player-hints.ts';
import type { FetchFinding } from '../../stages/schedule/fetch-plan.ts';
import {
  type ComparisonVerdict,
  compareReadings,
  type NoReading,
  onlyBrowserHasMedia,
  shortfallOf,
} from '../../stages/schedule/same-article.ts';
import { isMisdecoded } from '../../text/garbled.ts';
import type { Crawl } from '../crawl.ts';
import { checkReading, extractOpened, extractWithMediaOf, mediaRequest } from '../page-reader.ts';
import { type EndedPage, endedByStatus } from '../page-status.ts';
import { declaresData } from '../reading/own-data.ts';
import type { PageVisit } from '../visit-result.ts';
import type { VisitedPage } from '../visited-page.ts';
import { readByApi } from './api/fetch-by-api.ts';
import { sampleAnswers } from './api/sample-answers.ts';
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
import { openForVisit } from './open-page.ts';

/** Fetches a page in the chosen mode, finds its media and reads it. The page is closed when this returns. @throws NewshawkError */
export const fetchPage = (
  crawl: Crawl,
  visit: PageVisit,
  choice: ModeChoice,
): Promise<Fetched<VisitedPage | EndedPage>> => fetchInModes(new PageInModes(crawl, visit, choice), choice);

/** Share of the static text that the browser's page has, at least. Animations hide texts until they have run; then only the media are the browser's. */
const minShownText = 0.5;

class PageInModes implements Subject<VisitedPage, EndedPage> {
  readonly #crawl: Crawl;
  readonly #visit: PageVisit;
  readonly #choice: ModeChoice;
  readonly isLearning: boolean;
  /** A browser may pass where a plain client is blocked; other errors are the same for both. */
  readonly fallbackErrors = ['blocked'] as const;

  constructor(crawl: Crawl, visit: PageVisit, choice: ModeChoice) {
    const { format, api } = choice;
    this.#crawl = crawl;
    this.#visit = visit;
    this.#choice = choice;
    this.isLearning = format !== null && (api === null || api.state === 'learning');
  }

  async open(
    mode: 'static' | 'browser',
    { earlier = null, learns = false, expands = true }: HowOpened<VisitedPage> = {},
  ): Promise<InMode<VisitedPage> | EndedInMode<EndedPage>> {
    const [crawl, visit] = [this.#crawl, this.#visit];
    await using opening = new AsyncDisposableStack();
    const opened = opening.use(await openForVisit(crawl, mode, visit, { keepAnswers: learns }));
    const { page, live } = opened;
    const steps = live?.steps ?? [];
    const ended = endedByStatus(crawl, visit, page);
    if (ended !== null) return held(opening, { ended, page, steps });
    const read = await extractOpened(crawl, visit, opened, earlier);
    const finding = learns ? { api: await sampleAnswers(crawl, visit, opened, read) } : {};
    const { whole, expansion } = await this.#expand(expands ? live : null, read);
    return held(opening, { read: whole, live, steps, expansion, finding });
  }

  /** A list in the browser with all that it shows. Other pages stay as they are: articles load comments, or other articles. */
  async #expand(
    live: LivePage | null,
    read: VisitedPage,
  ): Promise<{ readonly whole: VisitedPage; readonly expansion: ListExpansion | null }> {
    const visit = this.#visit;
    const { reading } = read;
    const { links } = reading;
    if (live === null || !mayBeList(visit, reading)) return { whole: read, expansion: null };
    const expanded = await expandListing(this.#crawl, { visit, live, links, wasRead: visit.state !== null });
    if (expanded === null) return { whole: read, expansion: null };
    const { added, expansion } = expanded;
    return { whole: { ...read, reading: { ...reading, links: [...links, ...added] } }, expansion };
  }

  get byApi(): (() => Promise<Fetched<VisitedPage | EndedPage>>) | null {
    // the declared rules are for the page, not for what its API answers
    return declaresData(this.#visit.site) ? null : () => readByApi(this.#crawl, this.#visit, this.#choice, this);
  }

  describeFailure({ message }: NewshawkError): string {
    return `turned away: ${message}`;
  }

  isWhole(): boolean {
    return false;
  }

  shortfall(plain: VisitedPage): string | null {
    const { ways: mode, listsAreSame } = this.#choice;
    return mode === 'static-first' && listsAreSame && isShortList(plain) ? null : shortfallOf(plain);
  }

  isCutShort({ reading }: VisitedPage): boolean {
    return reading.pageType === 'listing' && reading.loadsMore;
  }

  compare(plain: VisitedPage | NoReading, rendered: VisitedPage | NoReading): ComparisonVerdict | null {
    return compareReadings(plain, rendered);
  }

  finding(compared: ComparisonVerdict | null, of: VisitedPage | null, isFallback: boolean): FetchFinding {
    // a page that is no article in either mode says nothing of the format; a short list is all there is
    if (compared === null) return { staticGave: isFallback ? null : true, comparison: null };
    const comparison = {
      at: this.#crawl.clock.now(),
      url: this.#visit.task.url,
      ...(of?.reading.draft === null && { isList: true as const }),
      ...compared,
      detail: compared.detail.slice(0, 200),
    };
    return { staticGave: isFallback ? compared.result === 'same' : true, comparison };
  }

  /** The browser's page has less of the text, or none that can be read. */
  async betterStatic(plain: InMode<VisitedPage>, rendered: VisitedPage): Promise<InMode<VisitedPage> | null> {
    if (!lacksText(rendered, plain.read)) return null;
    return {
      ...plain,
      read: await extractOpened(this.#crawl, this.#visit, { page: plain.read.page, live: plain.live }, rendered),
    };
  }

  async withPlayer(
    plain: InMode<VisitedPage>,
    rendered: VisitedPage,
    { result, detail }: ComparisonVerdict,
  ): Promise<{ readonly kept: InMode<VisitedPage>; readonly players: PlayerTrial } | null> {
    if (result !== 'differs' || detail !== onlyBrowserHasMedia) return null;
    const { page } = plain.read;
    const hints = playerHints(page.html, page.finalUrl, page.network);
    const { host } = new URL(this.#visit.task.url);
    if (hints.length === 0 || !(await this.#crawl.playerTrials.noteFound(host, hints))) return null;
    const read = await extractWithMediaOf(this.#crawl, page, mediaRequest(this.#visit), rendered);
    return { kept: { ...plain, read }, players: { hints: hints.map(({ name }) => name), found: true } };
  }

  keepsRendered(compared: ComparisonVerdict | null, expansion: ListExpansion | null): boolean {
    const hasMore = expansion !== null && expansion.links.length > 0;
    return compared?.result === 'differs' || (compared?.result === 'same' && hasMore);
  }

  describeComparison(compared: ComparisonVerdict | null, isRendered: boolean): string {
    const { result, detail } = compared ?? { result: 'browser-lacks', detail: 'nothing' };
    if (isRendered) return `compared: ${detail || 'the same first screen'}; the browser's is kept`;
    return result === 'same' ? 'compared: the same' : `compared: the browser gave less (${detail})`;
  }

  async keep({ read, live }: InMode<VisitedPage>): Promise<VisitedPage> {
    return await checkReading(this.#crawl, this.#visit, read, live);
  }
}

/** A list with few entries, by its own controls without more. */
const isShortList = ({ reading }: VisitedPage): boolean => reading.reason === 'list' && !reading.loadsMore;

const lacksText = (rendered: VisitedPage, plain: VisitedPage): boolean =>
  plain.reading.draft === null
    ? isMisdecoded(rendered.snapshot.html) && !isMisdecoded(plain.snapshot.html)
    : (rendered.reading.draft?.body.length ?? 0) < minShownText * plain.reading.draft.body.length;

/** Content links that a short list has at least. */
const fewestLinks = 3;

/** A list, or another page without an article that links some pages: a short list may look like one. Of pages that should be articles only those that a person named. */
function mayBeList({ task }: PageVisit, { draft, reason, pageType, links }: Reading): boolean {
  if (draft !== null || reason === 'blocked' || (reason !== 'list' && reason !== 'not-an-article' && task.depth > 0))
    return false;
  return pageType === 'listing' || links.filter(({ region }) => region === 'content').length >= fewestLinks;
}
