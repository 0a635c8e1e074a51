import type { Document } from '../../src/stages/extract/dom/document.ts';
import { type Element, Text } from '../../src/stages/extract/dom/tree.ts';
import type { Block } from '../../src/stages/extract/page/blocks.ts';

/** Texts of other pages: what is spliced in. */
export interface Donor {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

const names =
  'Mara Lind|Jonas|k_brandt|Anonymous|Ana Souza|reader77|李明|Tom W.|Sophie Martin|さくら|Omar|Elena P.'.split('|');
const months = 'January|February|March|April|May|June|July|August|September|October|November|December'.split('|');

/** Inserts what stands on pages beside the article: readers' comments, or further posts in the same layout. All of it is no text of the article. */
export function splice(
  document: Document,
  {
    body,
    headline,
    donors,
  }: { readonly body: readonly Block[]; readonly headline: Block | null; readonly donors: readonly Donor[] },
  random: () => number,
): void {
  if (body.length === 0 || donors.length === 0) return;
  const common = commonElement(body.map(({ element }) => element));
  if (random() < 0.5) spliceComments(document, common, donors, random);
  else splicePosts(document, { common, body, headline, donors }, random);
}

function spliceComments(document: Document, common: Element, donors: readonly Donor[], random: () => number): void {
  const [listTag, itemTag] = pick(random, [
    ['div', 'div'],
    ['ol', 'li'],
    ['ul', 'li'],
    ['div', 'p'],
    ['dl', 'dd'],
    ['section', 'article'],
  ] as const);
  const list = document.createElement(listTag);
  if (random() < 0.5)
    list.append(
      line(
        document,
        pick(random, ['h3', 'h2', 'h4', 'p', 'b'] as const),
        pick(random, [
          'Comments',
          '12 Responses',
          'Kommentare',
          'Readers say',
          'コメント',
          '评论',
          'Discussion',
        ] as const),
      ),
    );
  const count = 2 + Math.floor(random() * random() * 40);
  const isNameFirst = random() < 0.7;
  const className = random() < 0.5 ? '' : `m${Math.floor(random() * 1_000)}`;
  const isPlain = random() < 0.4;
  for (let n = 0; n < count; n++) {
    const item = document.createElement(itemTag);
    if (className !== '') item.setAttribute('class', className);
    const about = line(
      document,
      pick(random, ['div', 'span', 'p', 'cite'] as const),
      `${pick(random, names)}${pick(random, [' says:', '', ' wrote', ' ·', ', '] as const)} ${dateOf(random)}`,
    );
    const texts = Array.from({ length: 1 + Math.floor(random() * 2.2) }, () =>
      shortened(paragraphOf(donors, random), random),
    );
    const lines = texts.map((text) => line(document, isPlain ? 'div' : 'p', text));
    item.append(...(isNameFirst ? [about, ...lines] : [...lines, about]));
    if (random() < 0.5) item.append(link(document, pick(random, ['Reply', 'Report', 'Permalink'] as const)));
    list.append(item);
  }
  insertAfter(random() < 0.5 ? common : (common.parentElement ?? common), list);
}

interface Site {
  readonly common: Element;
  readonly body: readonly Block[];
  readonly headline: Block | null;
  readonly donors: readonly Donor[];
}

/** Other posts of the same layout stand before or behind this one. */
function splicePosts(document: Document, { common, body, headline, donors }: Site, random: () => number): void {
  const unit = unitOf(common, headline);
  const path = pathBetween(unit, common);
  const count = 1 + Math.floor(random() * 6);
  const hasTeasers = random() < 0.3;
  for (let n = 0; n < count; n++) {
    const donor = pick(random, donors);
    const post = emptyCopy(document, unit);
    const title = headline === null ? document.createElement('h2') : emptyCopy(document, headline.element);
    title.append(random() < 0.6 ? link(document, donor.title) : new Text(donor.title));
    post.append(title);
    if (random() < 0.6)
      post.append(
        line(
          document,
          'p',
          `${pick(random, ['By ', 'Posted by ', ''] as const)}${pick(random, names)} ${dateOf(random)}`,
        ),
      );
    let inner = post;
    for (const element of path) {
      const copy = emptyCopy(document, element);
      inner.append(copy);
      inner = copy;
    }
    const like = pick(random, body).element;
    const paragraphs = donor.paragraphs.slice(0, hasTeasers ? 1 : 1 + Math.floor(random() * 9));
    for (const text of paragraphs) {
      const copy = like === common ? document.createElement('p') : emptyCopy(document, like);
      copy.append(new Text(text));
      inner.append(copy);
    }
    if (random() < 0.5)
      inner.append(
        link(document, pick(random, ['Read more', 'Comments (3)', 'Permalink', 'Continue reading'] as const)),
      );
    if (n === 0 && random() < 0.2) unit.parentNode?.insertBefore(post, unit);
    else insertAfter(unit, post);
  }
}

/** The smallest element that holds text and headline, unless that is the whole page. */
function unitOf(common: Element, headline: Block | null): Element {
  let unit = common;
  for (let level = 0; level < 4 && headline !== null && !unit.contains(headline.element); level++) {
    const parent = unit.parentElement;
    if (parent === null || /^(?:body|html|main)$/.test(parent.localName)) break;
    unit = parent;
  }
  return headline !== null && unit.contains(headline.element) ? unit : common;
}

function pathBetween(from: Element, to: Element): Element[] {
  const path: Element[] = [];
  for (let at: Element | null = to; at !== null && at !== from; at = at.parentElement) path.unshift(at);
  return path;
}

function commonElement(elements: readonly Element[]): Element {
  let common = elements[0] as Element;
  while (common.parentElement !== null && !elements.every((element) => common.contains(element)))
    common = common.parentElement;
  return common.localName === 'p' ? (common.parentElement ?? common) : common;
}

function emptyCopy(document: Document, element: Element): Element {
  const tag = /^(?:body|html|td|tr|tbody|table)$/.test(element.localName) ? 'div' : element.localName;
  const copy = document.createElement(tag);
  for (const { name, value } of element.attributes) copy.setAttribute(name, value);
  return copy;
}

function line(document: Document, tag: string, text: string): Element {
  const element = document.createElement(tag);
  element.append(new Text(text));
  return element;
}

function link(document: Document, text: string): Element {
  const element = line(document, 'a', text);
  element.setAttribute('href', '/x');
  return element;
}

function insertAfter(element: Element, inserted: Element): void {
  const parent = element.parentElement;
  if (parent === null || /^(?:html|tr|tbody|table)$/.test(parent.localName)) element.append(inserted);
  else parent.insertBefore(inserted, element.nextSibling);
}

const pick = <Value>(random: () => number, values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)] as Value;

const paragraphOf = (donors: readonly Donor[], random: () => number): string =>
  pick(random, pick(random, donors).paragraphs);

/** A comment: a sentence or a few. */
function shortened(text: string, random: () => number): string {
  const cut = 30 + Math.floor(random() * random() * 600);
  return text.length <= cut ? text : text.slice(0, Math.max(cut, text.indexOf(' ', cut)));
}

function dateOf(random: () => number): string {
  const [day, year, hour] = [
    1 + Math.floor(random() * 28),
    2006 + Math.floor(random() * 20),
    10 + Math.floor(random() * 12),
  ];
  return pick(random, [
    `${pick(random, months)} ${day}, ${year} at ${hour % 12}:${10 + day} pm`,
    `${day}.${1 + (day % 12)}.${year} ${hour}:${10 + day}`,
    `${year}-${10 + (day % 3)}-${10 + (day % 18)} ${hour}:${10 + day}`,
    `${day} ${pick(random, months)} ${year}`,
    `${day % 12} hours ago`,
    '',
  ] as const);
}
