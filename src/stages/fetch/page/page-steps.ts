import type { Locator, Page } from 'playwright-core';
import type { PageStep, StepTaken } from '../../../model/page/page-step.ts';
import { type Deadline, sleep } from '../deadline.ts';
import { serializeLimits } from '../in-page/serializer.ts';

/** The page is quiet: what is to be clicked is there, or it is not on this page. Looks are counted, not time: a busy machine takes longer for each. */
const maxPolls = 5;
/** What a step before it may bring is waited for longer. */
const maxPollsAfterStep = 50;
const clickMs = 4_000;
/** A click or a scroll that brings nothing at this number of looks, with nothing under way, brings nothing: a busy machine takes longer for each look. */
const maxPollsForNew = 20;
const pollMs = 100;
const newContentCapMs = 10_000;
const quietCapMs = 4_000;
/** Pages load more at the end of the list; each screen gets this time to begin with it. */
const scrollPauseMs = 200;
/** All steps of a page together, and what they leave of its time to read it. */
const allStepsMs = 30_000;
const reserveMs = 3_000;
/** Of what a page may load and hold: steps end before the page is too large to be read. */
const maxBytesFactor = 5;
const maxElements = serializeLimits.maxNodes / 4;

export interface StepInput {
  readonly page: Page;
  readonly deadline: Deadline;
  /** What came over the network so far. */
  readonly bytes: () => number;
  /** Of a document. */
  readonly maxBytes: number;
  /** In a world of our own. */
  readonly evaluate: <T>(expression: string) => Promise<T>;
  /** Whether the page waits for scripts or data. */
  readonly isLoading: () => boolean;
  /** Waits until the page is quiet. */
  readonly settle: (capMs: number) => Promise<void>;
}

type StepResult = Omit<StepTaken, 'step'>;

/**
 * Takes a scraper's steps. A step that finds nothing costs a short look, and the next one is taken: lists end, banners come once. All are bounded in count, time
 * and bytes: what is there then is read.
 */
export async function takeSteps(steps: readonly PageStep[], work: StepInput): Promise<StepTaken[]> {
  const limits = new StepLimits(work);
  const taken: StepTaken[] = [];
  for (const step of steps) {
    const over = limits.over();
    const hasActed = taken.at(-1)?.times !== 0;
    const result = over === null ? await takeStep(step, { work, limits, hasActed }) : { times: 0, why: over };
    taken.push({ step, ...result });
  }
  return taken;
}

interface StepContext {
  readonly work: StepInput;
  readonly limits: StepLimits;
  /** The step before it did something, or there is none. */
  readonly hasActed: boolean;
}

async function takeStep(step: PageStep, { work, limits, hasActed }: StepContext): Promise<StepResult> {
  const { page, deadline, settle } = work;
  try {
    if (step.kind === 'wait')
      return await waitForSelector(page, step.selector, { limits, most: hasActed ? maxPollsAfterStep : maxPolls });
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
  { limits, most }: { readonly limits: StepLimits; readonly most: number },
): Promise<StepResult> {
  const isThere = await appears(page.locator(selector).filter({ visible: true }), limits, most);
  return { times: Number(isThere), why: isThere ? '' : `not there at ${most} looks` };
}

/** @returns why nothing was clicked; null: it was */
async function clickOn(page: Page, selector: string, limits: StepLimits): Promise<string | null> {
  const seen = page.locator(selector).filter({ visible: true });
  if (!(await appears(seen, limits, maxPolls))) return 'nothing there to click on';
  const target = seen.first();
  if (!(await target.isEnabled({ timeout: limits.cap(clickMs) }))) return 'it is disabled';
  try {
    await target.click({ timeout: limits.cap(clickMs) });
    return null;
  } catch (error) {
    return `it can't be clicked: ${firstLine(error)}`;
  }
}

async function clickUntilGone(
  { selector, times: most }: Extract<PageStep, { kind: 'click-until-gone' }>,
  work: StepInput,
  limits: StepLimits,
): Promise<StepResult> {
  for (let times = 0; times < most; times++) {
    const over = limits.over();
    if (over !== null) return { times, why: over };
    const before = await extentOf(work);
    const why = await clickOn(work.page, selector, limits);
    if (why !== null) return { times, why: times > 0 && !why.startsWith("it can't") ? '' : why };
    if (!(await waitForNewContent(before, work, limits))) return { times, why: 'a click brought nothing new' };
    await work.settle(limits.cap(quietCapMs));
  }
  return { times: most, why: `the limit of ${most} clicks is reached` };
}

async function scrollBy(page: Page, most: number, limits: StepLimits): Promise<StepResult> {
  for (let times = 0; times < most; times++) {
    const over = limits.over();
    if (over !== null) return { times, why: over };
    await page.mouse.wheel(0, page.viewportSize()?.height ?? 800);
    await sleep(scrollPauseMs);
  }
  return { times: most, why: '' };
}

async function scrollUntilEnd(most: number, work: StepInput, limits: StepLimits): Promise<StepResult> {
  const { width, height } = work.page.viewportSize() ?? { width: 1_280, height: 800 };
  await work.page.mouse.move(width / 2, height / 2);
  for (let times = 0; times < most; times++) {
    const over = limits.over();
    if (over !== null) return { times, why: over };
    const before = await extentOf(work);
    await work.evaluate(toTheEndExpression);
    await work.page.mouse.wheel(0, height);
    if (!(await waitForNewContent(before, work, limits))) return { times, why: times === 0 ? 'nothing new came' : '' };
    await work.settle(limits.cap(quietCapMs));
  }
  return { times: most, why: `the limit of ${most} scrolls is reached` };
}

/** How much there is on a page, and which addresses it names: a list that replaces its entries grows no more than its links do. */
interface Extent {
  readonly elements: number;
  readonly height: number;
  readonly links: string;
}

const extentExpression = `(() => {
  const links = new Set(Array.from(document.links, ({ href }) => href));
  let hash = 0;
  for (const link of [...links].sort()) for (let at = 0; at < link.length; at++) hash = (hash * 31 + link.charCodeAt(at)) | 0;
  return { elements: document.getElementsByTagName('*').length, height: document.documentElement.scrollHeight, links: links.size + ':' + hash };
})()`;

/** The page, and the largest box on it with its own scroll bar. */
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
  for (let look = 1; ; look = work.isLoading() ? 1 : look + 1) {
    const { elements, height, links } = await extentOf(work);
    limits.elements = elements;
    if (elements > before.elements || height > before.height || links !== before.links) return true;
    if (look >= maxPollsForNew || performance.now() >= until) return false;
    await sleep(pollMs);
  }
}

/** What all steps of a page may take together. */
class StepLimits {
  readonly #work: StepInput;
  readonly #endsAt: number;
  readonly #bytesBefore: number;
  elements = 0;

  constructor(work: StepInput) {
    this.#work = work;
    this.#endsAt = performance.now() + Math.min(allStepsMs, work.deadline.leftMs - reserveMs);
    this.#bytesBefore = work.bytes();
  }

  /** Why no further step is taken; null: there is room. */
  over(): string | null {
    const { bytes, maxBytes } = this.#work;
    if (performance.now() >= this.#endsAt) return 'the time for steps is over';
    if (bytes() - this.#bytesBefore > maxBytes * maxBytesFactor) return 'the steps have loaded enough bytes';
    return this.elements > maxElements ? 'the page has elements enough' : null;
  }

  /** So much time, or what is left. Playwright takes 0 for "without limit". */
  cap(ms: number): number {
    return Math.max(1, Math.min(ms, this.#endsAt - performance.now()));
  }
}

async function appears(target: Locator, limits: StepLimits, most: number): Promise<boolean> {
  for (let look = 1; ; look++) {
    if ((await target.count()) > 0) return true;
    if (look >= most || limits.over() !== null) return false;
    await sleep(pollMs);
  }
}

const firstLine = (error: unknown): string =>
  error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
