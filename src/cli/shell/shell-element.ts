import { type InspectOptions, inspect } from 'node:util';
import type { Document } from '../../stages/extract/dom/document.ts';
import type { Element } from '../../stages/extract/dom/tree.ts';
import { elementsByXPath, isXPath } from '../../stages/extract/dom/xpath/xpath.ts';
import { foldSpace } from '../../stages/extract/page/blocks.ts';
import { shortened } from './shell-value.ts';

/** Letters of an element's text that are shown. */
const maxShown = 100;

/** An element of the page, as a person at the prompt sees it. */
class ShellElement {
  readonly #element: Element;

  constructor(element: Element) {
    this.#element = element;
  }

  get tag(): string {
    return this.#element.localName;
  }

  /** White space folded. */
  get text(): string {
    return foldSpace(this.#element.textContent);
  }

  get html(): string {
    return this.#element.outerHTML;
  }

  get attributes(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#element.attributes.map(({ name, value }) => [name, value]));
  }

  get parent(): ShellElement | null {
    const { parentElement } = this.#element;
    return parentElement === null ? null : shellElement(parentElement);
  }

  get children(): readonly ShellElement[] {
    return this.#element.children.map(shellElement);
  }

  attribute(name: string): string | null {
    return this.#element.getAttribute(name);
  }

  /** Elements inside that match a CSS selector. @throws Error on an invalid selector */
  $(selector: string): ShellElements {
    return listOf(this.#element.querySelectorAll(selector));
  }

  [inspect.custom](): string {
    const shown = this.#element.attributes.map(({ name, value }) => ` ${name}=${JSON.stringify(value)}`).join('');
    const { text, left } = shortened(this.text, maxShown);
    return `<${this.tag}${shown}> ${JSON.stringify(left > 0 ? `${text}…` : text)}`;
  }

  toJSON(): object {
    const { tag, attributes, text } = this;
    return { tag, attributes, text };
  }
}

/** Elements in document order. What a person asks of the list is asked of its first element: null where there is none. */
class ShellElements extends Array<ShellElement> {
  /** `map` and its like give plain arrays: they may hold anything. */
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  get text(): string | null {
    return this[0]?.text ?? null;
  }

  get html(): string | null {
    return this[0]?.html ?? null;
  }

  get attributes(): Readonly<Record<string, string>> | null {
    return this[0]?.attributes ?? null;
  }

  attribute(name: string): string | null {
    return this[0]?.attribute(name) ?? null;
  }

  get parent(): ShellElement | null {
    return this[0]?.parent ?? null;
  }

  /** Of all elements. */
  get texts(): readonly string[] {
    return this.map(({ text }) => text);
  }

  /** Elements inside any of them. @throws Error on an invalid selector */
  $(selector: string): ShellElements {
    return ShellElements.of(...new Set(this.flatMap((element) => [...element.$(selector)]))) as ShellElements;
  }

  [inspect.custom](_depth: number, options: InspectOptions): string {
    return inspect([...this], options);
  }
}

/** Elements of the page that match a CSS selector or an XPath, in document order. @throws Error on an invalid one */
export const elementsOf = (document: Document, rule: string): ShellElements =>
  listOf(isXPath(rule) ? elementsByXPath(document, rule.trim()) : document.querySelectorAll(rule));

const listOf = (elements: Iterable<Element>): ShellElements =>
  ShellElements.from(elements, shellElement) as ShellElements;

const known = new WeakMap<Element, ShellElement>();

/** One and the same object for each element, so that they can be compared. */
function shellElement(element: Element): ShellElement {
  const made = known.get(element) ?? new ShellElement(element);
  known.set(element, made);
  return made;
}
