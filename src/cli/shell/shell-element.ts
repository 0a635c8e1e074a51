import { inspect } from 'node:util';
import type { Document } from '../../stages/extract/dom/document.ts';
import type { Element } from '../../stages/extract/dom/tree.ts';
import { elementsByXPath, isXPath } from '../../stages/extract/dom/xpath/xpath.ts';
import { foldSpace } from '../../stages/extract/page/blocks.ts';

/** Letters of an element's text that are shown. */
const maxShown = 100;

/** An element of the page, as a person at the prompt sees it. */
export class ShellElement {
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
    return parentElement === null ? null : new ShellElement(parentElement);
  }

  get children(): readonly ShellElement[] {
    return this.#element.children.map((child) => new ShellElement(child));
  }

  attribute(name: string): string | null {
    return this.#element.getAttribute(name);
  }

  /** Elements inside that match a CSS selector. @throws Error on an invalid selector */
  $(selector: string): readonly ShellElement[] {
    return [...this.#element.querySelectorAll(selector)].map((element) => new ShellElement(element));
  }

  [inspect.custom](): string {
    const shown = this.#element.attributes.map(({ name, value }) => ` ${name}=${JSON.stringify(value)}`).join('');
    const { text } = this;
    return `<${this.tag}${shown}> ${JSON.stringify(text.length > maxShown ? `${text.slice(0, maxShown)}…` : text)}`;
  }
}

/** Elements of the page that match a CSS selector or an XPath, in document order. @throws Error on an invalid one */
export const elementsOf = (document: Document, rule: string): ShellElement[] =>
  (isXPath(rule) ? elementsByXPath(document, rule.trim()) : [...document.querySelectorAll(rule)]).map(
    (element) => new ShellElement(element),
  );
