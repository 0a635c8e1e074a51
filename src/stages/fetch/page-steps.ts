import type { Page } from 'playwright-core';
import type { PageStep } from '../../model/page-step.ts';
import { type Deadline, sleep } from './deadline.ts';

/** A button that is not there by then is none on this page. */
const stepTimeoutMs = 5_000;
/** Pages load more at the end of the list; each screen gets so long to begin with it. */
const scrollPauseMs = 200;

/**
 * Takes a scraper's steps. A step that finds nothing is noted and the next one is taken: lists end, banners come once.
 * @returns a line for each step that found nothing
 */
export async function takeSteps(page: Page, steps: readonly PageStep[], deadline: Deadline): Promise<string[]> {
  const notes: string[] = [];
  for (const step of steps) {
    const timeout = Math.max(1, Math.min(stepTimeoutMs, deadline.leftMs));
    try {
      await takeStep(page, step, timeout);
    } catch (error) {
      if (page.isClosed() || deadline.leftMs === 0) throw deadline.expired(`the step "${step.kind}" was taken`);
      notes.push(
        `newshawk: the step ${JSON.stringify(step)} found nothing: ${(error as Error).message.split('\n')[0]}`,
      );
    }
  }
  return notes;
}

async function takeStep(page: Page, step: PageStep, timeout: number): Promise<void> {
  if (step.kind === 'click') await page.click(step.selector, { timeout });
  else if (step.kind === 'wait') await page.waitForSelector(step.selector, { timeout });
  else
    for (let times = 0; times < step.times; times++) {
      await page.mouse.wheel(0, page.viewportSize()?.height ?? 800);
      await sleep(scrollPauseMs);
    }
}
