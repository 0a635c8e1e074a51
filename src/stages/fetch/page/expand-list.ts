import type { ExpandPlan } from '../../../browser-port.ts';
import type { ExpandedBy, FoundLink, ListExpansion } from '../../../model/page/list-expansion.ts';
import { tryWebAddress } from '../../../model/web/canonical-url.ts';
import type { PageLease } from '../browser/context-pool.ts';
import { Deadline, sleep, withTimeout } from '../deadline.ts';
import {
  type ClickedControl,
  clickExpression,
  linksExpression,
  markDeadExpression,
  scrollListExpression,
} from '../in-page/list-controls.ts';
import type { ScrollResult } from '../in-page/list-links.ts';
import { serializeLimits } from '../in-page/serializer.ts';
import type { NetworkLog } from './network-log.ts';
import type { PageFrames } from './page-frames.ts';
import type { PageSession } from './page-session.ts';
import type { ReadOnlyTime } from './request-gate.ts';
import { settleAgain } from './settle.ts';

/** A page that was read and is still open. */
export interface OpenList {
  readonly lease: PageLease;
  readonly session: PageSession;
  readonly network: NetworkLog;
  /** Null: the page draws continuously. */
  readonly frames: PageFrames | null;
  /** Limit of a document. */
  readonly maxBytes: number;
}

interface ExpandInput {
  /** Evaluates in our isolated world. */
  readonly evaluate: <T>(expression: string) => Promise<T>;
  /** Bytes received so far. */
  readonly bytes: () => number;
  /** Limit of a document. */
  readonly maxBytes: number;
  /** Whether scripts or data are in flight. */
  readonly isLoading: () => boolean;
  /** Waits until the page is quiet. */
  readonly settle: (capMs: number) => Promise<void>;
}

/** Scrolls and clicks that bring something new, at most: an endless list, at ten links each. */
const maxRounds = 100;
/** Rounds without a new link after which a list is at its end: some load only at the second try. */
const maxIdleRounds = 2;
/** Rounds in which all new links are known. The first may hold a few pinned entries. */
const maxKnownRounds = 2;
/** Screens per evaluation. A page that grows faster than it is scrolled goes on in the next round. */
const screensPerRound = 25;
const scrollMs = 8_000;
/** An evaluation that takes longer hangs. Its work takes `scrollMs` at most. */
const answerMs = 15_000;
const pollMs = 100;
/** Polls for new links, counted while no request is in flight: after a scroll, and after a click, which should have an effect. */
const pollsAfterScroll = 6;
const pollsAfterClick = 25;
/** Longest wait for the answer of a slow server. */
const newLinksCapMs = 10_000;
const quietCapMs = 3_000;
/** As for a scraper's steps (page-steps.ts). */
const maxBytesFactor = 5;
const maxElements = serializeLimits.maxNodes / 4;

/** Milliseconds between frames: observers and scroll listeners run with them. */
const frameEveryMs = 60;
/** For the last round of a list whose time is used up. */
const reserveMs = 10_000;

/**
 * Makes a list show more by scrolls and clicks, until nothing new comes or a budget is used up. Never rejects: at an error the result has what came until then.
 */
export async function expandOpenPage(
  { lease, session, network, frames, maxBytes }: OpenList,
  plan: ExpandPlan,
): Promise<ListExpansion> {
  using _drawing = frames?.keepRunning(frameEveryMs);
  // the page's own deadline may have passed
  const deadline = new Deadline(plan.timeMs + reserveMs, lease.page.url());
  const work: ExpandInput = {
    maxBytes,
    bytes: () => session.bytes,
    evaluate: (expression) => session.evaluateIsolated(expression),
    isLoading: () => !network.isIdle,
    settle: (capMs) => settleAgain({ session, network, frames, deadline, waitFor: null }, capMs),
  };
  const run = new Expansion(work, plan);
  try {
    await using requests = await session.gate.readOnly();
    await run.toTheEnd(requests);
  } catch (error) {
    run.stop('stopped', error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
  }
  return run.result;
}

/** What one scroll or click brought. */
interface Round {
  readonly by: ExpandedBy;
  readonly found: readonly FoundLink[];
  /** Whether the page did anything: then it may be slow. */
  readonly hasReacted: boolean;
}

class Expansion {
  readonly #work: ExpandInput;
  readonly #plan: ExpandPlan;
  readonly #endsAt: number;
  readonly #bytesBefore: number;
  readonly #links = new Map<string, FoundLink>();
  readonly #by = new Set<ExpandedBy>();
  #rounds = 0;
  #total: number | null = null;
  #elements = 0;
  #end: { readonly ended: ListExpansion['ended']; readonly why: string } | null = null;

  constructor(work: ExpandInput, plan: ExpandPlan) {
    this.#work = work;
    this.#plan = plan;
    this.#endsAt = performance.now() + plan.timeMs;
    this.#bytesBefore = work.bytes();
  }

  get result(): ListExpansion {
    const { ended, why } = this.#end ?? { ended: 'nothing-new', why: '' };
    return {
      links: [...this.#links.values()],
      rounds: this.#rounds,
      by: [...this.#by],
      ended,
      why,
      total: this.#total,
    };
  }

  stop(ended: ListExpansion['ended'], why: string): void {
    this.#end ??= { ended, why };
  }

  async toTheEnd(requests: ReadOnlyTime): Promise<void> {
    let idle = 0;
    let known = 0;
    let last: ExpandedBy = 'scroll';
    while (this.#end === null && idle < maxIdleRounds) {
      const limit = this.#limitReached();
      if (limit !== null) return this.stop('budget', limit);
      const round = await this.#next(last, requests);
      if (round.found.length === 0) {
        // nothing on the page reacts: it shows all
        idle += round.hasReacted ? 1 : maxIdleRounds;
        last = 'scroll';
        continue;
      }
      last = round.by;
      idle = 0;
      this.#rounds++;
      this.#by.add(round.by);
      known = (await this.#hasUnknown(round.found)) ? 0 : known + 1;
      if (known >= maxKnownRounds) this.stop('known', '');
    }
  }

  /** What worked last goes first. A page that was turned is read from its top. */
  async #next(last: ExpandedBy, requests: ReadOnlyTime): Promise<Round> {
    const clicked = last === 'click' ? await this.#click(requests) : null;
    if (clicked !== null && clicked.found.length > 0) return clicked;
    const scrolled = await this.#scroll(last === 'pager');
    return scrolled.found.length > 0 ? scrolled : (clicked ?? (await this.#click(requests)) ?? scrolled);
  }

  async #hasUnknown(found: readonly FoundLink[]): Promise<boolean> {
    return this.#plan.hasUnknown === undefined || (await this.#plan.hasUnknown(found));
  }

  async #scroll(fromTop: boolean): Promise<Round> {
    const before = this.#elements;
    const bytes = this.#work.bytes();
    const found = this.#take(
      await this.#evaluate<ScrollResult>(scrollListExpression(screensPerRound, scrollMs, fromTop)),
    );
    const isBusy = this.#work.isLoading();
    const later = found.length > 0 && !isBusy ? [] : await this.#waitForLinks(pollsAfterScroll);
    const hasReacted = isBusy || this.#work.bytes() !== bytes || (before > 0 && this.#elements !== before);
    return { by: 'scroll', found: [...found, ...later], hasReacted };
  }

  /** Null: there is nothing to click on. */
  async #click(requests: ReadOnlyTime): Promise<Round | null> {
    for (const isPager of [false, true]) {
      const before = { path: await this.#path(), navigations: requests.navigations };
      const clicked = await this.#evaluate<ClickedControl | null>(clickExpression(isPager));
      if (clicked === null) continue;
      this.#total = clicked.total ?? this.#total;
      const links = await this.#waitForLinks(pollsAfterClick);
      const hasLeft = requests.navigations > before.navigations || !isSamePage(before.path, await this.#path());
      const found = hasLeft ? [] : links;
      if (hasLeft) await this.#goBack(before.path, links);
      if (found.length === 0) await this.#evaluate(markDeadExpression);
      return { by: clicked.kind, found, hasReacted: true };
    }
    return null;
  }

  /** The click opened another page of an app: its links are not the list's. */
  async #goBack(path: string, links: readonly FoundLink[]): Promise<void> {
    for (const { url } of links) this.#links.delete(url);
    if ((await this.#path()) === path) return;
    await this.#evaluate('history.back()');
    await this.#work.settle(quietCapMs);
    if ((await this.#path()) !== path) this.stop('stopped', 'a click led to another page');
  }

  #path(): Promise<string> {
    return this.#evaluate<string>('location.pathname');
  }

  /** Waits for links that come after a scroll or a click, and then until the page is quiet. */
  async #waitForLinks(maxPolls: number): Promise<readonly FoundLink[]> {
    const until = Math.min(performance.now() + newLinksCapMs, this.#endsAt);
    for (let poll = 1; ; poll = this.#work.isLoading() ? 1 : poll + 1) {
      const found = this.#take(await this.#evaluate<ScrollResult>(linksExpression));
      if (found.length > 0) {
        await this.#work.settle(quietCapMs);
        return [...found, ...this.#take(await this.#evaluate<ScrollResult>(linksExpression))];
      }
      if (poll >= maxPolls || performance.now() >= until) return [];
      await sleep(pollMs);
    }
  }

  /** Keeps the links that are new and belong to the page's site. */
  #take({ links, elements }: ScrollResult): readonly FoundLink[] {
    this.#elements = elements;
    return links.flatMap(({ href, text, context }) => {
      const address = tryWebAddress(href);
      if (address === null || this.#links.has(address.url) || !this.#plan.isNew(address.url)) return [];
      const link = { ...address, text, context };
      this.#links.set(address.url, link);
      return [link];
    });
  }

  async #evaluate<T>(expression: string): Promise<T> {
    return await withTimeout(
      this.#work.evaluate<T>(expression),
      answerMs,
      () => new Error(`the page did not answer for ${answerMs / 1_000} s`),
    );
  }

  /** Which limit is reached; null: none. */
  #limitReached(): string | null {
    const { bytes, maxBytes } = this.#work;
    if (performance.now() >= this.#endsAt) return `${Math.round(this.#plan.timeMs / 1_000)} s are used up`;
    if (this.#rounds >= maxRounds) return `${maxRounds} scrolls and clicks are the most`;
    if (this.#links.size >= this.#plan.maxLinks) return `${this.#plan.maxLinks} links are the most`;
    if (bytes() - this.#bytesBefore >= maxBytesFactor * maxBytes) return 'it loaded too many bytes';
    return this.#elements >= maxElements ? `the page has ${this.#elements} elements` : null;
  }
}

/** Whether a page only turned: `/news`, `/news/page/2`. */
function isSamePage(before: string, after: string): boolean {
  const [from, to] = [before, after].map((path) => path.replace(/(?:\/(?:page|p|seite|list)?[/_-]?\d{1,4})?\/*$/i, ''));
  return from === to;
}
