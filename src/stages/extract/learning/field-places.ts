import type { WrapperField } from '../../../model/wrapper/learned-wrapper.ts';
import type { Document } from '../dom/document.ts';
import { type Element, isText, nodeAfter } from '../dom/tree.ts';
import { comparableValue, type PageValueContext, rawValue, valueAttributes } from '../wrapper/field-values.ts';

/** Elements with the value whose selectors are tried, at most: a headline is also in teasers and in the breadcrumb. */
const maxElements = 3;
/** Attributes whose values name a part of the page. */
const namingAttributes = ['itemprop', 'rel', 'property', 'data-testid', 'data-qa', 'data-component'] as const;

/**
 * Selectors, shortest first, whose first match on the page has the value; `@name` behind one stands for an attribute.
 * @param value as `comparableValue` gives it
 */
export function fieldPlaces(
  field: WrapperField,
  value: string,
  document: Document,
  context: PageValueContext,
): string[] {
  const places = new Set<string>();
  for (const { element, attribute } of elementsWith(field, value, document, context))
    for (const selector of selectorsOf(element)) {
      if (document.querySelector(selector) !== element) continue;
      places.add(attribute === null ? selector : `${selector}@${attribute}`);
    }
  return [...places].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
}

interface ValueElement {
  readonly element: Element;
  readonly attribute: string | null;
}

/** The innermost elements with the value, in document order. */
function elementsWith(
  field: WrapperField,
  value: string,
  document: Document,
  context: PageValueContext,
): readonly ValueElement[] {
  const mayHold = quickTest(field, value);
  const matches: ValueElement[] = [];
  for (const element of candidatesFor(field, value, document)) {
    if (matches.length >= maxElements) break;
    for (const attribute of [...valueAttributes[field], null]) {
      const text = rawValue(element, attribute);
      if (text === null || !mayHold(text) || comparableValue(field, text, context) !== value) continue;
      const outer = matches.findIndex((match) => match.element.contains(element));
      if (outer >= 0) matches.splice(outer, 1);
      matches.push({ element, attribute });
      break;
    }
  }
  return matches;
}

/** A cheap test before the value is parsed: most elements of a page hold something else. */
function quickTest(field: WrapperField, value: string): (text: string) => boolean {
  if (field === 'leadImage' || field === 'nextPage') return () => true;
  if (field === 'publishedAt') return (text) => /\d|ago|前/.test(text);
  const [word = ''] = value.split(' ');
  return (text) => text.normalize('NFKC').toLowerCase().includes(word);
}

const dateTags = new Set([
  'time',
  'span',
  'p',
  'div',
  'li',
  'td',
  'em',
  'small',
  'dd',
  'font',
  'b',
  'strong',
  'i',
  'meta',
]);

function candidatesFor(field: WrapperField, value: string, document: Document): Element[] {
  if (field === 'leadImage') return document.elementsWhere(({ localName }) => localName === 'img');
  if (field === 'nextPage') return document.elementsWhere(({ localName }) => localName === 'a');
  if (field === 'publishedAt')
    return document.elementsWhere((element) => dateTags.has(element.localName) && isShort(element, maxDateLength));
  const maxLength = value.length * 2 + 30;
  return document.elementsWhere((element) => !silentTags.has(element.localName) && isShort(element, maxLength));
}

const silentTags = new Set(['html', 'head', 'title', 'script', 'style', 'noscript', 'option', 'template']);
/** Characters: a date with a label and a time zone. */
const maxDateLength = 80;

/** Whether an element has text of at most this length. It reads no more text than that: the elements around everything are asked, too. */
function isShort(element: Element, maxLength: number): boolean {
  let length = 0;
  for (let node = nodeAfter(element, element); node !== null; node = nodeAfter(node, element)) {
    if (isText(node)) length += node.data.length;
    if (length > maxLength) return false;
  }
  return length > 0 || element.hasAttribute('datetime') || element.hasAttribute('content');
}

/** Selectors of an element by its own names, its parent's, and its tag. Names with digits differ from page to page. */
function selectorsOf(element: Element): string[] {
  const own = selectorNames(element);
  const tag = element.localName;
  const parent = element.parentElement;
  const around = parent === null ? [] : selectorNames(parent).map((name) => `${name} > ${tag}`);
  const outer = parent?.parentElement ? selectorNames(parent.parentElement).map((name) => `${name} ${tag}`) : [];
  return [...own, ...(/^h[1-3]$|^time$/.test(tag) ? [tag] : []), ...around, ...outer];
}

const isStableName = (name: string): boolean =>
  /^[a-z_][\w-]*$/i.test(name) && !/\d{2}/.test(name) && name.length <= 60;

/** Selectors of an element by its own id, class names and naming attributes, without those that differ from page to page. */
export function selectorNames(element: Element): string[] {
  const id = element.getAttribute('id') ?? '';
  const classes = (element.getAttribute('class') ?? '').split(/\s+/).filter(isStableName).slice(0, 6);
  const attributes = namingAttributes.flatMap((name) => {
    const value = element.getAttribute(name) ?? '';
    return /^[\w:-]{2,60}$/.test(value) ? [`[${name}="${value}"]`] : [];
  });
  return [
    ...(isStableName(id) ? [`#${id}`] : []),
    ...attributes,
    ...classes.map((name) => `${element.localName}.${name}`),
  ];
}
