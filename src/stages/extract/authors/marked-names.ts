import { type Block, foldSpace } from '../page/blocks.ts';
import { isForeign } from '../page/foreign.ts';
import { linesWithIcon, personIcon } from '../page/icons.ts';
import { authorWords } from './byline-words.ts';
import { isPersonsName, personPagePath } from './name-lines.ts';
import { isUserName, namesIn } from './names.ts';
import type { AuthorsInput } from './visible-authors.ts';

/** Characters of a line with a mark and names. */
const maxLine = 80;
const labelAttributes = ['title', 'aria-label', 'data-label'];
const isLabel = new RegExp(`^(?:the |post |article )?(?:${authorWords})\\s*[:：]?$`, 'iu');
/** More elements with the label are those of a list. */
const maxLabelled = 3;

/** The texts of elements whose tooltip says "author": `<a title="作者">王小雨</a>`. */
export function labelledByAttribute({ document, titleBlock }: AuthorsInput): readonly string[] {
  const elements = document.elementsWhere((element) =>
    labelAttributes.some((name) => {
      const label = element.getAttribute(name);
      return label !== null && isLabel.test(label);
    }),
  );
  const texts = elements
    .filter((element) => !isForeign(element, titleBlock))
    .map((element) => foldSpace(element.textContent ?? ''))
    .filter((text) => text !== '' && text.length <= maxLine && namesIn(text).length > 0);
  return new Set(texts).size <= maxLabelled ? texts : [];
}

const menus = 'nav, form, button, [role="menu"], [role="navigation"], [class*="comment" i], [class*="login" i]';

/** The only line of the page that has the icon of a person beside a name: a card of the post, or a line in the side bar. */
export function besidePersonIcon({ document, blocks }: AuthorsInput): readonly string[] {
  const marked = linesWithIcon(document, blocks, personIcon).filter(namesPersons);
  const lines = new Set(marked.map(({ text }) => text.replace(starter, '')));
  const [only] = lines;
  return lines.size === 1 && only !== undefined ? [only] : [];
}

/** Forums mark the member who began a thread. */
const starter = /^(?:themenstarter|thread starter|posted by|user)\s+/i;

function namesPersons({ text, element }: Block): boolean {
  if (text.length > maxLine || element.closest(menus) !== null) return false;
  const link = element.closest('a[href]') ?? element.querySelector('a[href]');
  if (link !== null && !personPagePath.test(link.getAttribute('href') ?? '')) return false;
  const names = namesIn(text);
  const rest = names.reduce((line, name) => line.replace(name, ''), text);
  return names.length > 0 && names.every((name) => isPersonsName(name) || isUserName(name)) && !/\p{L}{5}/u.test(rest);
}
