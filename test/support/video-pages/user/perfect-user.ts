import { entryName } from '../bytes/film-files.ts';
import { buttonOf } from '../markup/skins.ts';
import type { VideoPagePlan } from '../plan/plan.ts';

/** What a person does who knows the page. `in view`: scrolls there. */
export interface UserStep {
  readonly act: 'click' | 'hover' | 'in view';
  readonly selector: string;
}

const click = (selector: string): UserStep => ({ act: 'click', selector });

/** The steps after which the film plays. */
export function stepsOf(plan: VideoPagePlan): UserStep[] {
  const { film, choices, films } = plan;
  if (film === null) return [];
  const hasAdBefore = ['preroll, same element', 'preroll, other element', 'VAST'].includes(film.decoy);
  const button = click(buttonOf(film.player, choices.spare, hasAdBefore));
  const steps: UserStep[] = [];
  if (film.gesture === 'consent') steps.push(click('.cm-accept'));
  if (film.container === 'dialog') steps.push(click('.open-film'));
  if (film.container === 'lazy frame' || film.gesture === 'scroll')
    steps.push({ act: 'in view', selector: '.film-frame, .film-box' });
  if (film.episode === 'list') steps.push(click(`.ep[data-number="${films.at(-1)?.episode}"]`));
  if (film.gesture === 'hover') steps.push({ act: 'hover', selector: '.film-box' });
  if (film.gesture === 'click') steps.push(choices.isEarly ? button : click('.poster-play-button'));
  if (film.gesture === 'two clicks') steps.push(click('.loader-button'), button);
  if (['consent', 'scroll', 'hover'].includes(film.gesture) && !choices.startsItself) steps.push(button);
  if (hasAdBefore && choices.hasSkip) steps.push(click('.skip-button'));
  return steps;
}

/** What is asked for of Playwright's page: the tests and the bench have it. */
export interface UserPage {
  frames(): readonly UserFrame[];
  waitForTimeout(ms: number): Promise<void>;
}

interface UserFrame {
  locator(selector: string): UserLocator;
  evaluate<T>(run: () => T): Promise<T>;
}

interface UserLocator {
  first(): UserLocator;
  isVisible(): Promise<boolean>;
  click(options: { timeout: number; position?: { x: number; y: number } }): Promise<void>;
  hover(options: { timeout: number }): Promise<void>;
  scrollIntoViewIfNeeded(options: { timeout: number }): Promise<void>;
  count(): Promise<number>;
  evaluate<T>(run: (element: Element) => T): Promise<T>;
}

const pollMs = 100;
const patience = 120;

/** Does the steps one after the other, each as soon as its element is there. @returns the step that could not be done */
export async function beUser(page: UserPage, plan: VideoPagePlan): Promise<UserStep | null> {
  for (const step of stepsOf(plan)) if (!(await doStep(page, step))) return step;
  return null;
}

async function doStep(page: UserPage, { act, selector }: UserStep): Promise<boolean> {
  for (let turn = 0; turn < patience; turn++) {
    for (const frame of page.frames()) {
      const element = frame.locator(selector).first();
      const isThere = act === 'in view' ? (await count(element)) > 0 : await element.isVisible().catch(() => false);
      if (!isThere) continue;
      const options = { timeout: 15_000 };
      if (act === 'hover') await element.hover(options);
      else if (act === 'in view') await element.scrollIntoViewIfNeeded(options);
      else {
        const isSound = (await element.evaluate(({ localName }) => localName)) === 'audio';
        await element.click(isSound ? { ...options, position: { x: 24, y: 26 } } : options); // where the browser draws the button
      }
      return true;
    }
    await page.waitForTimeout(pollMs);
  }
  return false;
}

const count = (element: UserLocator): Promise<number> => element.count().catch(() => 0); // the frame is gone

/** Runs in a frame: whether a film plays, and not only a clip beside it. */
const isPlaying = (): boolean => {
  const roots: (Document | ShadowRoot)[] = [document];
  for (const element of document.querySelectorAll('*')) if (element.shadowRoot !== null) roots.push(element.shadowRoot);
  const media = roots.flatMap((root) => [...root.querySelectorAll<HTMLMediaElement>('video, audio')]);
  return media.some((element) => element.currentTime > 0.2 && !element.paused && !element.currentSrc.includes('/c/'));
};

export async function filmPlays(page: UserPage): Promise<boolean> {
  for (let turn = 0; turn < patience; turn++) {
    for (const frame of page.frames()) if (await frame.evaluate(isPlaying).catch(() => false)) return true;
    await page.waitForTimeout(pollMs);
  }
  return false;
}

/** The files without which a film was not loaded, as the server counts them. */
export const entriesOf = (plan: VideoPagePlan): string[] => {
  const { film, films, meant, seed } = plan;
  const chosen = film?.episode === 'list' ? films.at(-1) : films[meant];
  const isInline = film?.address === 'blob' || film?.address === 'data';
  return chosen === undefined || isInline ? [] : [`${seed}/${chosen.id}/${entryName(plan)}`];
};
