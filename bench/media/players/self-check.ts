import { type Browser, type Page, chromium as playwright } from 'playwright-core';
import { findChromium } from '../../../src/stages/fetch/browser/chromium.ts';
import type { NamedPage } from './catalogue.ts';
import { matcher } from './judge/patterns.ts';
import { isEmptyPage } from './player-page.ts';
import type { PlayersSite } from './site/open-players-site.ts';

/** How long a film has to begin after the visitor's last step. */
const patienceMs = 10_000;
/** A visitor looks at the page before the first click; until then players set up their buttons. */
const lookMs = 1_500;

/** Runs before the page's scripts: keeps every media element, also those that are never attached. */
function keepMediaElements(): void {
  const kept = new Set<HTMLMediaElement>();
  Object.assign(window, { keptMedia: kept });
  const { play, load } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function (): Promise<void> {
    kept.add(this);
    return play.call(this);
  };
  HTMLMediaElement.prototype.load = function (): void {
    kept.add(this);
    load.call(this);
  };
}

/** Whether a film or a recording moves in this frame, other than a loop that is there for decoration. */
function somethingPlays(): boolean {
  const elements = (root: ParentNode): HTMLMediaElement[] =>
    [...root.querySelectorAll('*')].flatMap((element) => [
      ...(element instanceof HTMLMediaElement ? [element] : []),
      ...(element.shadowRoot === null ? [] : elements(element.shadowRoot)),
    ]);
  const kept = (window as unknown as { keptMedia?: Set<HTMLMediaElement> }).keptMedia ?? new Set();
  return [...kept, ...elements(document)].some(({ currentTime, loop }) => currentTime > 0.3 && !loop);
}

/** Does what a visitor does on each page. @returns problems by page: none where the film plays, or where nothing does that should not */
export async function selfCheck(
  pages: readonly NamedPage[],
  site: PlayersSite,
): Promise<ReadonlyMap<NamedPage, readonly string[]>> {
  const { executablePath, env } = await findChromium({ explicit: null, cacheDir: null, env: process.env });
  const browser = await playwright.launch({ executablePath, env: { ...env }, headless: true, chromiumSandbox: false });
  const results = new Map<NamedPage, readonly string[]>();
  const queue = [...pages];
  const worker = async (): Promise<void> => {
    for (let page = queue.shift(); page !== undefined; page = queue.shift())
      results.set(page, await checkPage(browser, page, site));
  };
  await Promise.all([worker(), worker()]);
  await browser.close();
  return results;
}

async function checkPage(browser: Browser, named: NamedPage, site: PlayersSite): Promise<readonly string[]> {
  const { page } = named;
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addInitScript(keepMediaElements);
  context.setDefaultTimeout(patienceMs);
  const tab = await context.newPage();
  const answered: string[] = [];
  const errors: string[] = [];
  tab.on('response', (response) => {
    if (response.status() < 400) answered.push(response.url());
  });
  tab.on('pageerror', (error) => errors.push(error.message));
  tab.on('console', (line) => {
    if (line.type() === 'error') errors.push(line.text());
  });
  const problems: string[] = [];
  try {
    await tab.goto(site.addressOf(named), { waitUntil: 'load', timeout: patienceMs });
    await tab.waitForTimeout(lookMs);
    await page.user?.(tab);
    const isFilm = matcher(page.film?.urls ?? [], site.placeOf(named.id));
    if (isEmptyPage(page)) {
      await tab.locator(page.shows).first().waitFor({ timeout: patienceMs });
      await tab.waitForTimeout(1_000);
      if (await anyFrame(tab, null)) problems.push('something plays');
    } else {
      await until(() => answered.some(isFilm));
      await until(() => anyFrame(tab, page.plays ?? null));
      if (!answered.some(isFilm)) problems.push('the address of the film was never answered');
      if (!(await anyFrame(tab, page.plays ?? null))) problems.push('nothing plays');
    }
  } catch (error) {
    problems.push(error instanceof Error ? error.message.split('\n').slice(0, 3).join(' ') : String(error));
  }
  await context.close();
  return problems.length === 0 ? [] : [...problems, ...errors.slice(0, 3)];
}

async function anyFrame(tab: Page, expression: string | null): Promise<boolean> {
  if (expression !== null) return Boolean(await tab.evaluate(expression));
  // A frame that is being replaced has nothing that plays.
  const answers = await Promise.all(tab.frames().map((frame) => frame.evaluate(somethingPlays).catch(() => false)));
  return answers.includes(true);
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < patienceMs && !(await condition()); waited += 200)
    await new Promise((resolve) => setTimeout(resolve, 200));
}
