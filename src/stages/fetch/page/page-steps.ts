import type { Locator, Page } from 'playwright-core';
import type { PageStep, StepTaken } from '../../../model/page/page-step.ts';
import type { PageLease } from '../browser/context-pool.ts';
import { type Deadline, sleep } from '../deadline.ts';
import { serializeLimits } from '../in-page/serializer.ts';

/** Polls for an element of a quiet page. Polls are counted, not time: on a busy machine each takes longer. */
const maxPolls = 5;
/** Polls for an element that the step before may load. */
const maxPollsAfterStep = 50;
const clickMs = 4_000;
/** Polls for new content after a click or a scroll, counted while no request is in flight. */
const maxPollsForNew = 20;
const pollMs = 100;
const newContentCapMs = 10_000;
const quietCapMs = 4_000;
/** Pause after each screen, in which the page can begin to load more. */
const scrollPauseMs = 200;
/** Timeout of all steps of a page together. */
const allStepsMs = 30_000;
/** Time of the page's deadline that is kept for reading it. */
const reserveMs = 3_000;
/** Steps may load this many times a document's limit: less than the page's own limit, so that it can still be read. */
const maxBytesFactor = 5;
/** Steps stop at this number of elements: the serializer's limit is four times that. */
const maxElements = serializeLimits.maxNodes / 4;

export interface StepInput {
  readonly page: Page;
  readonly deadline: Deadline;
  /** Bytes received so far. */
  readonly bytes: () => number;
  /** Limit of a document. */
  readonly maxBytes: number;
  /** Evaluates in our isolated world. */
  readonly evaluate: <T>(expression: string) => Promise<T>;
  /** Whether scripts or data are in flight. */
  readonly isLoading: () => boolean;
  /** Waits until the page is quiet. */
  readonly settle: (capMs: number) => Promise<void>;
}

type StepResult = Omit<StepTaken, 'step'>;

/**
 * Takes a scraper's steps. A step that finds nothing is skipped after a short wait: lists end, and banners appear once. Steps are limited in number, time and
 * bytes; at a limit the page is read as it is.
 * @throws NewshawkError timed-out when the page's deadline has passed
 */
export async function takeSteps(steps: readonly PageStep[], work: StepInput): Promise<StepTaken[]> {
  const limits = new StepLimits(work);
  const taken: StepTaken[] = [];
  for (const step of steps) {
    const limitReason = limits.reached();
    const hasActed = taken.at(-1)?.times !== 0;
    const result =
      limitReason === null ? await takeStep(step, { work, limits, hasActed }) : { times: 0, why: limitReason };
    taken.push({ step, ...result });
  }
  return taken;
}

interface StepContext {
  readonly work: StepInput;
  readonly limits: StepLimits;
  /** Whether the step before did something; true for the first step. */
  readonly hasActed: boolean;
}

async function takeStep(step: PageStep, { work, limits, hasActed }: StepContext): Promise<StepResult> {
  const { page, deadline, settle } = work;
  try {
    if (step.kind === 'wait')
      return await waitForSelector(page, step.selector, { limits, polls: hasActed ? maxPollsAfterStep : maxPolls });
    if (step.kind === 'scroll') return await scrollBy(page, step.times, limits);
    if (step.kind === 'scroll-until-end') return await scrollUntilEnd(step.times, work, limits);
    if (step.kind === 'click-until-gone') return await clickUntilGone(step, work, limits);
    const why = await clickOn(page, step.selector, limits);
    if (why === null) await settle(limits.cap(quietCapMs));
    return { times: why === null ? 1 : 0, why: why ?? '' };
  } catch (error) {
    if (page.isClosed() || deadline.leftMs === 0) throw deadline.expired(`the step "${step.kind}" was taken`);
    return { times: 0, why: firstLine(error) };
  }
}

async function waitForSelector(
  page: Page,
  selector: string,
  { limits, polls }: { readonly limits: StepLimits; readonly polls: number },
): Promise<StepResult> {
  const hasAppeared = await appears(page.locator(selector).filter({ visible: true }), limits, polls);
  return { times: Number(hasAppeared), why: hasAppeared ? '' : `not there after ${polls} tries` };
}

/** @returns why nothing was clicked; null: the click succeeded */
async function clickOn(page: Page, selector: string, limits: StepLimits): Promise<string | null> {
  const visible = page.locator(selector).filter({ visible: true });
  if (!(await appears(visible, limits, maxPolls))) return 'nothing there to click on';
  const target = visible.first();
  if (!(await target.isEnabled({ timeout: limits.cap(clickMs) }))) return 'it is disabled';
  try {
    await target.click({ timeout: limits.cap(clickMs) });
    return null;
  } catch (error) {
    return `it can't be clicked: ${firstLine(error)}`;
  }
}

async function clickUntilGone(
  { selector, times: maxTimes }: Extract<PageStep, { kind: 'click-until-gone' }>,
  work: StepInput,
  limits: StepLimits,
): Promise<StepResult> {
  for (let times = 0; times < maxTimes; times++) {
    const limitReason = limits.reached();
    if (limitReason !== null) return { times, why: limitReason };
    const before = await extentOf(work);
    const why = await clickOn(work.page, selector, limits);
    if (why !== null) return { times, why: times > 0 && !why.startsWith("it can't") ? '' : why };
    if (!(await waitForNewContent(before, work, limits))) return { times, why: 'a click brought nothing new' };
    await work.settle(limits.cap(quietCapMs));
  }
  return { times: maxTimes, why: `the limit of ${maxTimes} clicks is reached` };
}

async function scrollBy(page: Page, maxTimes: number, limits: StepLimits): Promise<StepResult> {
  for (let times = 0; times < maxTimes; times++) {
    const limitReason = limits.reached();
    if (limitReason !== null) return { times, why: limitReason };
    await page.mouse.wheel(0, page.viewportSize()?.height ?? 800);
    await sleep(scrollPauseMs);
  }
  return { times: maxTimes, why: '' };
}

async function scrollUntilEnd(maxTimes: number, work: StepInput, limits: StepLimits): Promise<StepResult> {
  const { width, height } = work.page.viewportSize() ?? { width: 1_280, height: 800 };
  await work.page.mouse.move(width / 2, height / 2);
  for (let times = 0; times < maxTimes; times++) {
    const limitReason = limits.reached();
    if (limitReason !== null) return { times, why: limitReason };
    const before = await extentOf(work);
    await work.evaluate(toTheEndExpression);
    await work.page.mouse.wheel(0, height);
    if (!(await waitForNewContent(before, work, limits))) return { times, why: times === 0 ? 'nothing new came' : '' };
    await work.settle(limits.cap(quietCapMs));
  }
  return { times: maxTimes, why: `the limit of ${maxTimes} scrolls is reached` };
}

/** Size of a page and its links. A change means new content: a list that replaces its entries changes only its links. */
interface Extent {
  readonly elements: number;
  readonly height: number;
  /** Number and hash of all links. */
  readonly links: string;
}

const extentExpression = `(() => {
  const links = new Set(Array.from(document.links, ({ href }) => href));
  let hash = 0;
  for (const link of [...links].sort()) for (let at = 0; at < link.length; at++) hash = (hash * 31 + link.charCodeAt(at)) | 0;
  return { elements: document.getElementsByTagName('*').length, height: document.documentElement.scrollHeight, links: links.size + ':' + hash };
})()`;

/** Scrolls the page, and its largest scrollable element, to the end. */
const toTheEndExpression = `(() => {
  const page = document.scrollingElement ?? document.documentElement;
  scrollTo(0, page.scrollHeight);
  let largest = null;
  for (const box of Array.from(document.body?.getElementsByTagName('*') ?? []).slice(0, 20000)) {
    if (box.scrollHeight - box.clientHeight < 50 || !/auto|scroll/.test(getComputedStyle(box).overflowY)) continue;
    const area = box.clientWidth * box.clientHeight;
    if (area > (largest?.area ?? 40000)) largest = { box, area };
  }
  largest?.box.scrollTo(0, largest.box.scrollHeight);
})()`;

async function extentOf({ evaluate }: StepInput): Promise<Extent> {
  return await evaluate<Extent>(extentExpression);
}

async function waitForNewContent(before: Extent, work: StepInput, limits: StepLimits): Promise<boolean> {
  const until = performance.now() + limits.cap(newContentCapMs);
  for (let poll = 1; ; poll = work.isLoading() ? 1 : poll + 1) {
    const { elements, height, links } = await extentOf(work);
    limits.elements = elements;
    if (elements > before.elements || height > before.height || links !== before.links) return true;
    if (poll >= maxPollsForNew || performance.now() >= until) return false;
    await sleep(pollMs);
  }
}

/** Limits of all steps of a page together. */
class StepLimits {
  readonly #work: StepInput;
  readonly #endsAt: number;
  readonly #bytesBefore: number;
  /** Elements of the page at the last poll. */
  elements = 0;

  constructor(work: StepInput) {
    this.#work = work;
    this.#endsAt = performance.now() + Math.min(allStepsMs, work.deadline.leftMs - reserveMs);
    this.#bytesBefore = work.bytes();
  }

  /** Which limit is reached; null: none. */
  reached(): string | null {
    const { bytes, maxBytes } = this.#work;
    if (performance.now() >= this.#endsAt) return 'the time limit for steps is reached';
    if (bytes() - this.#bytesBefore > maxBytes * maxBytesFactor) return 'the byte limit for steps is reached';
    return this.elements > maxElements ? 'the page has too many elements for further steps' : null;
  }

  /** The smaller of `ms` and the time left, at least 1: Playwright takes 0 for "no timeout". */
  cap(ms: number): number {
    return Math.max(1, Math.min(ms, this.#endsAt - performance.now()));
  }
}

async function appears(target: Locator, limits: StepLimits, polls: number): Promise<boolean> {
  for (let poll = 1; ; poll++) {
    if ((await target.count()) > 0) return true;
    if (poll >= polls || limits.reached() !== null) return false;
    await sleep(pollMs);
  }
}

const firstLine = (error: unknown): string =>
  error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);

/** Lines of the console in a failure's bundle, and characters of a line. Chosen by hand, not measured. */
const maxConsoleLines = 200;
const maxConsoleChars = 1_000;
/** Console messages per page. They share the browser's one pipe, so a page that writes without end blocks all others (observed: 2 GB of lines in 4 s). */
export const maxConsoleEvents = 1_500;

/** The page's console messages and errors, an array that grows up to a limit. @param onFlood called once, at `maxConsoleEvents` messages */
export function recordConsole(page: PageLease['page'], onFlood: () => void): string[] {
  const lines: string[] = [];
  let written = 0;
  const note = (line: string): void => {
    if (++written === maxConsoleEvents) onFlood();
    if (lines.length < maxConsoleLines) lines.push(line.slice(0, maxConsoleChars));
  };
  page.on('console', (message) => note(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => note(`error: ${error.message}`));
  return lines;
}
