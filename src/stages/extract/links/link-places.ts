import type { Element } from '../dom/tree.ts';
import { stylesNames } from '../page/style-names.ts';

/** Elements next to the link tell its part in an entry (headline, author), the outermost ones its part of the page. */
const kept = { inner: 4, outer: 3 };
/** Class names of an element that count: some templates give each entry its categories as names. */
const maxNames = 2;
/** Letters of one style. */
const maxStyleLength = 40;
/** Elements that say nothing without a name. */
const plainTags = new Set(['div', 'span', 'p', 'b', 'strong', 'em', 'i', 'u', 'small', 'font', 'center']);
const outermost = new Set(['html', 'body']);

/** The styles around an element, without plain ones. */
interface Surroundings {
  /** Innermost first, at most inner + outer. */
  readonly inner: readonly string[];
  /** Outermost first. */
  readonly outer: readonly string[];
  readonly count: number;
}

const nothing: Surroundings = { inner: [], outer: [], count: 0 };

/**
 * The places of links on a page: the style paths of their anchors, without places among siblings. The links of a list's entries share a few places (headline, picture, author), those of a menu have
 * another one.
 */
export class LinkPlaces {
  readonly #around = new Map<Element, Surroundings>();

  /** Innermost first, such as `a<h3.title<li.teaser<main`. */
  of(anchor: Element): string {
    const { inner, outer, count } = within(this.#outside(anchor), anchor, true);
    if (count <= kept.inner + kept.outer) return inner.join('<');
    return [...inner.slice(0, kept.inner), '…', ...outer.toReversed()].join('<');
  }

  #outside(element: Element): Surroundings {
    const parent = element.parentElement;
    if (parent === null || outermost.has(parent.localName)) return nothing;
    const cached = this.#around.get(parent);
    if (cached !== undefined) return cached;
    const around = within(this.#outside(parent), parent, false);
    this.#around.set(parent, around);
    return around;
  }
}

/** The surroundings of what is in an element. @param always whether it counts without a name too */
function within(outside: Surroundings, element: Element, always: boolean): Surroundings {
  const names = stylesNames(element.getAttribute('class'), element.getAttribute('id')).slice(0, maxNames);
  if (!always && names.length === 0 && plainTags.has(element.localName)) return outside;
  const style = `${element.localName}${names.join('')}`.replace(/[\s<…]/g, '').slice(0, maxStyleLength);
  return {
    inner: [style, ...outside.inner].slice(0, kept.inner + kept.outer),
    outer: outside.outer.length < kept.outer ? [...outside.outer, style] : outside.outer,
    count: outside.count + 1,
  };
}
