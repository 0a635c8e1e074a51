import type { ItemType } from '../../../model/data/data-field.ts';
import { canonicalJson, type DataItem } from '../../../model/data/data-value.ts';
import { type DataPage, type DataScope, rawOfElement } from '../data/data-page.ts';
import { parseValue } from '../data/parse-value.ts';
import type { Element } from '../dom/tree.ts';
import { isText } from '../dom/tree.ts';
import { valueKey } from './same-value.ts';

/** An element that holds a value. */
export interface ValuePlace {
  readonly element: Element;
  /** Null: the text, or what the type asks for. */
  readonly attribute: string | null;
}

/** Attributes that say how an element looks or behaves, never a value. */
const otherAttributes = /^(?:class|id|style|on.*|rel|type|target|loading|role|aria-.*|itemprop|itemscope|itemtype)$/;
/** Letters of an attribute, and of a text that is no `text`: longer ones are no value. */
const [maxAttribute, maxShort] = [500, 200] as const;
/** Elements of a page that are looked at. */
const maxElements = 20_000;
/** Places of one value that are kept: a number like 4 is everywhere. */
const maxPlaces = 40;

const silent = new Set(['html', 'head', 'body', 'script', 'style', 'noscript', 'template', 'title']);

/** Where the values of a part of a page are, by type and value. */
export class ValuePlaces {
  readonly #page: DataPage;
  readonly #elements: readonly Element[];
  readonly #byType = new Map<string, Map<string, ValuePlace[]>>();
  readonly #maxText: number;

  /** @param maxText letters of the longest corrected text */
  constructor(page: DataPage, { root, has }: DataScope, maxText: number) {
    this.#page = page;
    this.#elements = [root, ...root.elementsWhere(has)]
      .filter(({ localName }) => !silent.has(localName))
      .slice(0, maxElements);
    this.#maxText = Math.max(maxShort, maxText);
  }

  /** The places of a value, in document order; an element before those in it. */
  of(type: ItemType, keys: readonly string[]): readonly ValuePlace[] {
    const name = canonicalJson(type);
    const index = this.#byType.get(name) ?? this.#index(type);
    this.#byType.set(name, index);
    return keys.flatMap((key) => index.get(key) ?? []);
  }

  #index(type: ItemType): Map<string, ValuePlace[]> {
    const index = new Map<string, ValuePlace[]>();
    const maxText = type.kind === 'text' ? this.#maxText : maxShort;
    for (const element of this.#elements) {
      const names = element.attributes
        .map(({ name }) => name)
        .filter((name) => !otherAttributes.test(name) && (element.getAttribute(name) ?? '').length <= maxAttribute);
      const own = isShort(element, maxText) ? [null] : [];
      for (const attribute of [...own, ...names]) {
        const raw = rawOfElement(element, attribute, type.kind);
        if (raw.value === '') continue;
        const parsed = parseValue(type, raw, this.#page.context);
        if ('problem' in parsed) continue;
        const key = valueKey(type, parsed.value as DataItem);
        const places = index.get(key) ?? [];
        index.set(key, places);
        if (places.length < maxPlaces) places.push({ element, attribute });
      }
    }
    return index;
  }
}

/** Whether the text has at most this many letters: cheaper than reading the text of every element around it. */
function isShort(element: Element, maxLength: number): boolean {
  let left = maxLength * 1.5 + 20; // with white space
  const read = (node: Element): boolean => {
    for (const child of node.childNodes) {
      if (isText(child)) left -= child.data.length;
      else if (child.nodeType === 1 && !read(child as Element)) return false;
      if (left < 0) return false;
    }
    return true;
  };
  return read(element);
}
