import { signal } from '@preact/signals';
import { dashboardPages } from './pages.ts';
import { address, go } from './route.ts';

/** Whether the list of keys is shown. */
export const isHelpOpen = signal(false);

/** Time between `g` and the letter of a page. */
const chordMs = 1_500;

/** Whether a key belongs to the element that has the focus. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, select, textarea, [contenteditable]') !== null;

/** The keys that work on every page. Those of one page, such as labelling, listen behind these. */
export function listenForKeys(): void {
  let chordUntil = Number.NEGATIVE_INFINITY;
  const act = (event: KeyboardEvent): boolean => {
    const isChord = event.timeStamp < chordUntil;
    chordUntil = Number.NEGATIVE_INFINITY;
    if (isChord) {
      const page = dashboardPages.find(({ key }) => key === event.key.toLowerCase());
      if (page !== undefined) go(address(page.name));
      return page !== undefined;
    }
    if (event.key === 'g') chordUntil = event.timeStamp + chordMs;
    else if (event.key === '/') focusSearch();
    else if (event.key === 'j') moveInList(1);
    else if (event.key === 'k') moveInList(-1);
    else return false;
    return true;
  };
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target)) {
        if (event.key === 'Escape') leaveField(event.target);
        return;
      }
      if (event.key === '?') isHelpOpen.value = !isHelpOpen.value;
      else if (document.querySelector('dialog[open]') !== null || !act(event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true },
  );
}

/** From a field of the page to its content, where the keys work. */
function leaveField(field: EventTarget | null): void {
  const main = document.getElementById('main');
  if (field instanceof Node && main?.contains(field)) main.focus({ preventScroll: true });
}

/** The search field of this page, or else that of the articles. */
function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
  if (field === null) go(address('articles', { focus: 'search' }));
  else field.select();
}

/** Moves the focus between the entries of the page's list: elements with `data-item`. */
function moveInList(step: 1 | -1): void {
  const items = [...document.querySelectorAll<HTMLElement>('main [data-item]')];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const next = at < 0 ? (step > 0 ? 0 : items.length - 1) : Math.min(items.length - 1, Math.max(0, at + step));
  items[next]?.focus();
}
