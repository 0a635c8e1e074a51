import { foreignName, moreLabel, moreName, nextLabel, notMoreOfList, pagerName } from '../../../text/more-words.ts';
import { type ListTools, listLinksSource } from './list-links.ts';

/** The control that was clicked. */
export interface ClickedControl {
  readonly kind: 'click' | 'pager';
  readonly label: string;
  /** Entries in all, where the page says so beside the control ("34 of 42"). */
  readonly total: number | null;
}

/** Sources of regular expressions with the flags `iu`. */
export interface ControlRules {
  readonly more: string;
  readonly notMore: string;
  readonly next: string;
  readonly moreName: string;
  readonly pagerName: string;
  readonly foreignName: string;
}

const controlRules: ControlRules = {
  more: moreLabel,
  notMore: notMoreOfList,
  next: nextLabel,
  moreName,
  pagerName,
  foreignName,
};

// The functions down to `markDead` run in the page, as source text. They get functions of other files as arguments, because bundlers and test tools rename imports.

/** The page and the rules, for one click. */
interface ControlSearch extends ListTools {
  readonly is: Readonly<Record<keyof ControlRules, RegExp>>;
  /** Number of addresses that the page links. */
  readonly allLinks: number;
}

/** Clicks the control that loads more of the list, or with `isPager` the one that turns to its next page. Null: there is none. */
function clickMore(rules: ControlRules, isPager: boolean, tools: ListTools): ClickedControl | null {
  const compiled = Object.entries(rules).map(([name, source]) => [name, new RegExp(source, 'iu')]);
  const search: ControlSearch = { ...tools, is: Object.fromEntries(compiled), allLinks: linksIn(document) };
  const controls = 'button, a, [role="button"], input[type="button"]';
  const selector = isPager ? `${controls}, li, span` : `${controls}, [class*="more" i], [id*="more" i]`;
  const all = tools.openRoots().flatMap((root) => [...root.querySelectorAll(selector)]);
  const isWanted = (element: Element): boolean =>
    isPager ? turnsPage(element, search) || numberOf(element) !== null : loadsMore(element, search);
  const usable = all.filter((element) => isWanted(element) && isUsable(element, search)) as HTMLElement[];
  const control = isPager ? nextControl(usable, search) : usable[0];
  if (control === undefined) return null;
  tools.listState().last = control;
  const total = isPager ? null : totalBeside(control);
  const label = labelsOf(control)[0] ?? '';
  control.scrollIntoView({ block: 'center', behavior: 'instant' });
  control.click();
  return { kind: isPager ? 'pager' : 'click', label, total };
}

function namesOf(element: Element): string {
  const names = ['class', 'id', 'data-testid', 'data-action', 'name'];
  return names.map((name) => element.getAttribute(name) ?? '').join(' ');
}

function labelsOf(element: Element): string[] {
  const attributes = ['aria-label', 'title', 'value'].map((name) => element.getAttribute(name));
  return [element.textContent, ...attributes]
    .map((text) => (text ?? '').replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '' && text.length <= 60);
}

/** Whether it leads somewhere: `#` and `javascript:` do not. */
function isAddress(href: string | null): boolean {
  return href !== null && !/^\s*(?:#.*|javascript:.*)?$/i.test(href);
}

function linksIn(box: ParentNode): number {
  const addresses = [...box.querySelectorAll('a[href]')].map((link) => link.getAttribute('href'));
  return new Set(addresses.filter(isAddress)).size;
}

function hasControl(element: Element): boolean {
  return element.querySelector('button, a, [role="button"]') !== null;
}

/** Elements around it, up to the box that holds most of the page's links. */
function boxesAround(element: Element, allLinks: number): Element[] {
  const boxes: Element[] = [];
  for (let box = element.parentElement; box !== null && box !== document.body; box = box.parentElement) {
    if (linksIn(box) * 2 > allLinks) break;
    boxes.push(box);
  }
  return boxes;
}

/** Visible, enabled, without an address, and in no box of another purpose. */
function isUsable(element: Element, { is, allLinks, listState }: ControlSearch): boolean {
  if (!(element instanceof HTMLElement) || listState().dead.has(element)) return false;
  if (element.matches('a') && isAddress(element.getAttribute('href'))) return false;
  const refused =
    '[disabled], [aria-disabled="true"], [inert], [contenteditable], dialog, [role="dialog"], [role="alertdialog"], [aria-modal="true"]';
  if (element.closest(refused) !== null || element.matches('[aria-haspopup], [aria-expanded]')) return false;
  const classes = `${element.className} ${element.closest('li')?.className ?? ''}`;
  if (/(?:^|[\s_-])(?:is-)?disabled(?:\s|$)/.test(classes) || submits(element)) return false;
  const { width, height } = element.getBoundingClientRect();
  const isShown = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  if (width < 2 || height < 2 || !isShown) return false;
  return ![element, ...boxesAround(element, allLinks)].some((box) => is.foreignName.test(namesOf(box)));
}

/** A form around the whole page, as some frameworks have it, does not count. */
function submits(element: HTMLElement): boolean {
  const form = element.closest('form');
  if (form === null) return false;
  const isButton = element instanceof HTMLButtonElement || element instanceof HTMLInputElement;
  return (isButton && element.type === 'submit') || linksIn(form) < 5;
}

/** In a card, a menu or a side box. The box of the whole list is no card. */
function isElsewhere(element: Element, { is }: ControlSearch): boolean {
  const cards = 'article, li, [role="article"], [role="listitem"], [class*="card" i], [class*="teaser" i]';
  const card = element.closest(cards);
  if (card !== null && linksIn(card) > 0 && linksIn(card) < 5) return true;
  const menus =
    'nav, header, aside, [role="navigation"], [role="menu"], [role="menubar"], [role="toolbar"], [role="search"]';
  const menu = element.closest(menus);
  return menu !== null && !is.pagerName.test(namesOf(menu));
}

function loadsMore(element: Element, search: ControlSearch): boolean {
  const { is } = search;
  const labels = labelsOf(element);
  if (labels.some((label) => is.notMore.test(label))) return false;
  const isNamed = is.moreName.test(namesOf(element));
  const isControl = element.matches('button, a, [role="button"], input[type="button"]');
  if (!isControl && (!isNamed || labels.length === 0 || hasControl(element))) return false;
  return (isNamed || labels.some((label) => is.more.test(label))) && !isElsewhere(element, search);
}

function numberOf(element: Element): number | null {
  const text = (element.textContent ?? '').trim();
  return /^\d{1,4}$/.test(text) ? Number(text) : null;
}

function turnsPage(element: Element, { is }: ControlSearch): boolean {
  if (element.matches('li, span') && hasControl(element)) return false;
  const around = element.parentElement ?? element;
  const names = `${namesOf(element)} ${element.getAttribute('rel') ?? ''} ${namesOf(around)}`;
  return (
    labelsOf(element).some((label) => is.next.test(label)) ||
    /(?:^|[\s_-])next(?:$|[\s_-])|(?:^|[\s_-])next[A-Z]/.test(names)
  );
}

/** The box of page numbers around a control; null where these have addresses: they are links like others. */
function pagerAround(element: Element, { is }: ControlSearch): Element | null {
  let box = element.parentElement;
  for (let up = 0; box !== null && box !== document.body && up < 5; up++, box = box.parentElement) {
    const names = `${namesOf(box)} ${box.getAttribute('aria-label') ?? ''}`;
    const controls = [...box.querySelectorAll('button, a, li, [role="button"]')];
    if (is.pagerName.test(names) || controls.filter((control) => numberOf(control) !== null).length >= 2)
      return linksIn(box) > 2 ? null : box;
  }
  return null;
}

/** "Next", else the number behind the current one. */
function nextControl(usable: readonly HTMLElement[], search: ControlSearch): HTMLElement | undefined {
  const inPager = usable.flatMap((element) => {
    const box = pagerAround(element, search);
    return box === null ? [] : [{ element, box, number: numberOf(element) }];
  });
  const next = inPager.find(({ number }) => number === null);
  if (next !== undefined) return next.element;
  const { pages } = search.listState();
  const following = inPager.find(
    ({ element, box, number }) => !hasControl(element) && number === currentPage(box, pages) + 1,
  );
  if (following?.number != null) pages.add(following.number);
  return following?.element;
}

/** The page that is shown, or the highest that was clicked. */
function currentPage(box: Element, clicked: ReadonlySet<number>): number {
  const current = '[aria-current], [class*="active" i], [class*="current" i], [class*="selected" i]';
  const shown = [...box.querySelectorAll(current)].flatMap((element) => numberOf(element) ?? []);
  return Math.max(...clicked, ...shown);
}

/** "34 of 42", "34 / 42". */
function totalBeside(element: Element): number | null {
  const counts = /(\d[\d.,]*)\s*(?:of|von|sur|de|di|van|av|af|из|\/|／|共)\s*(\d[\d.,]*)/iu;
  const boxes = [element, element.parentElement, element.parentElement?.parentElement];
  const texts = boxes.map((box) => box?.textContent ?? '').filter((text) => text.length < 300);
  const [, shown, all] = texts.map((text) => counts.exec(text)).find((match) => match !== null) ?? [];
  if (shown === undefined || all === undefined) return null;
  const [from = 0, total = 0] = [shown, all].map((digits) => Number(digits.replace(/\D/g, '')));
  return total >= from ? total : null;
}

/** The last control had no effect: it is not clicked again. */
function markDead({ listState }: ListTools): void {
  const { last, dead } = listState();
  if (last !== null) dead.add(last);
}

const source = [
  clickMore,
  namesOf,
  labelsOf,
  isAddress,
  linksIn,
  hasControl,
  boxesAround,
  isUsable,
  submits,
  isElsewhere,
  loadsMore,
  numberOf,
  turnsPage,
  pagerAround,
  nextControl,
  currentPage,
  totalBeside,
  markDead,
]
  .map(String)
  .join('\n');
const expression = (call: string): string => `(() => { ${listLinksSource}\n${source}\nreturn ${call}; })()`;

/** Evaluates to a `ScrollResult`. */
export const scrollListExpression = (screens: number, maxMs: number, fromTop: boolean): string =>
  expression(`scrollThrough(${screens}, ${maxMs}, ${fromTop})`);

/** Evaluates to the links that were not reported yet, as a `ScrollResult`. */
export const linksExpression = expression(
  "({ links: newLinks(), elements: document.getElementsByTagName('*').length })",
);

/** Evaluates to a `ClickedControl`, or null. */
export const clickExpression = (isPager: boolean): string =>
  expression(`clickMore(${JSON.stringify(controlRules)}, ${isPager}, { listState, openRoots })`);

export const markDeadExpression = expression('markDead({ listState })');
