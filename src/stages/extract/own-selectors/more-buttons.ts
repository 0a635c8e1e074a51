import { moreLabel, notMoreOfList } from '../../../text/more-words.ts';
import type { Element } from '../dom/tree.ts';
import { selectorNames } from '../learning/field-places.ts';
import { foldSpace } from '../page/blocks.ts';
import { parsePage } from '../page/parse.ts';

const [moreTexts, otherTexts] = [new RegExp(moreLabel, 'iu'), new RegExp(notMoreOfList, 'iu')];
/** Characters of the label of a button. Chosen by hand, not measured. */
const maxLength = 40;

/**
 * Selectors of the buttons of a page that may load more of its list; Playwright's `text=` where a button has no name. Links to another page are none.
 * @param html of a rendered page
 */
export function moreButtons(html: string): string[] {
  const { document } = parsePage(html);
  const buttons = document.elementsWhere(isButton).filter((element) => element.getAttribute('data-v') !== '0');
  const selectors = buttons.flatMap((element) => {
    const text = foldSpace(element.textContent) || (element.getAttribute('aria-label') ?? '');
    if (text.length > maxLength || !moreTexts.test(text) || otherTexts.test(text)) return [];
    const own = selectorNames(element).find((name) => document.querySelectorAll(name).length === 1);
    return [own ?? `text=${text}`];
  });
  return [...new Set(selectors)];
}

function isButton(element: Element): boolean {
  if (element.localName === 'button' || element.getAttribute('role') === 'button') return true;
  if (element.localName !== 'a') return false;
  const address = element.getAttribute('href') ?? '#';
  return address === '' || address.startsWith('#') || address.startsWith('javascript:');
}
