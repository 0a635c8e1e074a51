import type { Element } from '../dom/tree.ts';
import { isElement, isText } from '../dom/tree.ts';
import { foldSpace } from '../page/blocks.ts';

/** A selector, and how dear it is: of two that give the same values the cheaper is kept. */
export interface PricedSelector {
  readonly selector: string;
  readonly cost: number;
}

/**
 * What a selector costs beside its length: names last longest, then labels that people read, then places among siblings, which change with every element that is put in.
 */
const costs = { label: 20, containedLabel: 30, position: 60, neighbour: 10, digits: 12, bareTag: 20, id: 4 } as const;

const namingAttributes = [
  'itemprop',
  'rel',
  'property',
  'name',
  'data-testid',
  'data-test',
  'data-qa',
  'data-field',
  'data-component',
];
const cssName = /^-?[_a-z][\w-]*$/i;
/** Letters of a name; longer ones are made by programs. */
const maxName = 60;
/** Ancestors whose names are tried. */
const maxOuter = 4;

const priced = (selector: string, extra = 0): PricedSelector => ({
  selector,
  cost: selector.length + extra + (/\d{2}/.test(selector) ? costs.digits : 0),
});

/** Selectors of one element by its own names. */
function ownNames(element: Element): PricedSelector[] {
  const classes = (element.getAttribute('class') ?? '')
    .split(/\s+/)
    .filter((name) => cssName.test(name) && name.length <= maxName);
  const id = element.getAttribute('id') ?? '';
  const attributes = namingAttributes.flatMap((name) => {
    const value = element.getAttribute(name) ?? '';
    return /^[\w:.-]{2,60}$/.test(value) ? [priced(`[${name}="${value}"]`)] : [];
  });
  return [
    ...classes.slice(0, 8).map((name) => priced(`.${name}`)),
    ...attributes,
    ...(cssName.test(id) && id.length <= maxName ? [priced(`#${id}`, costs.id)] : []),
  ];
}

/** Letters of a label. */
const maxLabel = 40;

/** A text that people read before a value; null: it can't be one. */
function labelIn(text: string): string | null {
  const label = foldSpace(text);
  return label.length > 0 && label.length <= maxLabel && !/["'\\()[\]]|\d/.test(label) && /\p{L}/u.test(label)
    ? label
    : null;
}

const positionOf = (element: Element): number =>
  (element.parentElement?.children ?? []).filter(({ localName }) => localName === element.localName).indexOf(element) +
  1;

function before(element: Element): Element | null {
  const siblings = element.parentElement?.children ?? [];
  return siblings[siblings.indexOf(element) - 1] ?? null;
}

/** Selectors by what stands before the element: a row's heading, a term, `<b>Rating:</b>`. */
function byLabel(element: Element): PricedSelector[] {
  const tag = element.localName;
  const previous = before(element);
  const labels: PricedSelector[] = [];
  if (previous !== null) {
    const text = labelIn(previous.textContent);
    labels.push(
      ...ownNames(previous).map(({ selector, cost }) => ({
        selector: `${selector} + ${tag}`,
        cost: cost + tag.length + costs.neighbour,
      })),
    );
    if (text !== null) labels.push(priced(`${previous.localName}:text-is("${text}") + ${tag}`, costs.label));
  }
  const parent = element.parentElement;
  const shownBefore = textBefore(element);
  if (parent !== null && shownBefore !== null && parent.localName !== 'body')
    labels.push(priced(`${parent.localName}:contains("${shownBefore}") > ${tag}`, costs.containedLabel));
  const own = /^([^:]{2,40}):\s/.exec(
    foldSpace(element.childNodes[0] && isText(element.childNodes[0]) ? element.childNodes[0].data : ''),
  );
  const ownLabel = labelIn(own?.[1] ?? '');
  if (ownLabel !== null) labels.push(priced(`${tag}:contains("${ownLabel}:")`, costs.containedLabel));
  return labels;
}

/** The text right before an element: `Rating: <b>4</b>`. */
function textBefore(element: Element): string | null {
  const siblings = element.parentNode?.childNodes ?? [];
  const previous = siblings[siblings.indexOf(element) - 1];
  return previous !== undefined && isText(previous) ? labelIn(previous.data) : null;
}

/**
 * Selectors that match an element within a part of a page, by names, by labels, and by places among siblings. The empty one is the part itself.
 * @param root of the part
 */
export function selectorsFor(element: Element, root: Element): readonly PricedSelector[] {
  if (element === root) return [{ selector: '', cost: 0 }];
  const tag = element.localName;
  const own = ownNames(element);
  const last = [...own, priced(tag, costs.bareTag), ...byLabel(element)];
  const found = [
    ...last,
    ...own.map(({ selector, cost }) => ({
      selector: `${tag}${selector}`,
      cost: cost + tag.length,
    })),
  ];
  const nth = `${tag}:nth-of-type(${positionOf(element)})`;
  found.push(priced(nth, costs.position));
  let chain = nth;
  let outer = element.parentElement;
  for (let level = 0; outer !== null && outer !== root && isElement(outer) && level < maxOuter; level++) {
    const names = outer.localName === 'body' ? [] : ownNames(outer);
    for (const name of names) {
      const joint = level === 0 ? ' > ' : ' ';
      for (const { selector, cost } of [...last, priced(nth, costs.position)])
        if (!selector.includes(':contains'))
          found.push({ selector: `${name.selector}${joint}${selector}`, cost: name.cost + joint.length + cost });
      if (level > 0)
        found.push({ selector: `${name.selector} > ${chain}`, cost: name.cost + chain.length + costs.position });
    }
    found.push(
      ...byLabel(outer).map(({ selector, cost }) => ({ selector: `${selector} ${tag}`, cost: cost + tag.length + 1 })),
    );
    chain = `${outer.localName}:nth-of-type(${positionOf(outer)}) > ${chain}`;
    found.push(priced(chain, costs.position * (level + 2)));
    outer = outer.parentElement;
  }
  return found;
}

/** Selectors that elements like this one may share: its names and its parents', without places among siblings. */
export function sharedSelectors(element: Element): readonly PricedSelector[] {
  const tag = element.localName;
  const own = ownNames(element);
  const last = [
    ...own,
    ...own.map(({ selector, cost }) => ({ selector: `${tag}${selector}`, cost: cost + tag.length })),
    priced(tag, costs.bareTag),
  ];
  const found = [...last, ...attributeNames(element).map((name) => priced(`${tag}[${name}]`))];
  let outer = element.parentElement;
  for (let level = 0; outer !== null && level < 3; level++) {
    const names = [...ownNames(outer), ...(level === 0 ? [priced(outer.localName, costs.bareTag)] : [])];
    const joint = level === 0 ? ' > ' : ' ';
    for (const name of names)
      for (const { selector, cost } of last)
        found.push({ selector: `${name.selector}${joint}${selector}`, cost: name.cost + joint.length + cost });
    outer = outer.parentElement;
  }
  return found;
}

/** `data-id` on each record. */
const attributeNames = (element: Element): string[] =>
  element.attributes.map(({ name }) => name).filter((name) => /^data-[a-z-]+$/.test(name) || name === 'itemscope');
