import type { html, Token } from 'parse5';
import { matcherOf } from './select.ts';
import { innerHtml, outerHtml } from './serialize.ts';

// The part of the DOM that the rules of this stage use: no events, no live lists. Names and behaviour are the standard's.
// Children are a linked list: moving or removing one takes constant time, and no element needs an array.

/** Anything in a tree. */
export abstract class Node {
  parentNode: ParentNode | null = null;
  previousSibling: Node | null = null;
  nextSibling: Node | null = null;

  abstract readonly nodeType: number;
  abstract readonly firstChild: Node | null;
  abstract get textContent(): string;

  get nodeName(): string {
    return isElement(this) ? this.localName.toUpperCase() : (nodeNames.get(this.nodeType) ?? '');
  }

  get nodeValue(): string | null {
    return null;
  }

  get childNodes(): Node[] {
    return [];
  }

  get parentElement(): Element | null {
    const parent = this.parentNode;
    return parent !== null && isElement(parent) ? parent : null;
  }

  remove(): void {
    this.parentNode?.removeChild(this);
  }

  replaceWith(...nodes: readonly Node[]): void {
    const parent = this.parentNode;
    for (const node of nodes) parent?.insertBefore(node, this);
    this.remove();
  }
}

const nodeNames = new Map([
  [3, '#text'],
  [8, '#comment'],
  [9, '#document'],
  [11, '#document-fragment'],
]);

abstract class CharacterData extends Node {
  data: string;

  constructor(data: string) {
    super();
    this.data = data;
  }

  get firstChild(): null {
    return null;
  }

  override get nodeValue(): string {
    return this.data;
  }

  override get textContent(): string {
    return this.data;
  }
}

export class Text extends CharacterData {
  readonly nodeType = 3;
}

export class Comment extends CharacterData {
  readonly nodeType = 8;
}

/** Anything that has children. */
export abstract class ParentNode extends Node {
  firstChild: Node | null = null;
  lastChild: Node | null = null;

  override get childNodes(): Node[] {
    const nodes: Node[] = [];
    for (let node = this.firstChild; node !== null; node = node.nextSibling) nodes.push(node);
    return nodes;
  }

  get children(): Element[] {
    return this.childNodes.filter(isElement);
  }

  get lastElementChild(): Element | null {
    for (let node = this.lastChild; node !== null; node = node.previousSibling) if (isElement(node)) return node;
    return null;
  }

  override get textContent(): string {
    // most elements hold one piece of text
    if (this.firstChild === this.lastChild && this.firstChild?.nodeType === 3) return this.firstChild.textContent;
    let text = '';
    for (let node = nodeAfter(this, this); node !== null; node = nodeAfter(node, this))
      if (isText(node)) text += node.data;
    return text;
  }

  override set textContent(text: string) {
    while (this.firstChild !== null) this.removeChild(this.firstChild);
    if (text !== '') this.appendChild(new Text(text));
  }

  append(...nodes: readonly Node[]): void {
    for (const node of nodes) this.appendChild(node);
  }

  /** Moves all children of another node here. `append(...children)` would overflow the stack on a hundred thousand children. */
  appendAllOf(from: ParentNode): void {
    while (from.firstChild !== null) this.appendChild(from.firstChild);
  }

  appendChild<T extends Node>(node: T): T {
    return this.insertBefore(node, null);
  }

  /** Removes the node from its old parent first. @param before a child of this node; null: append */
  insertBefore<T extends Node>(node: T, before: Node | null): T {
    if (node === before) return node;
    node.parentNode?.removeChild(node);
    const after = before === null ? this.lastChild : before.previousSibling;
    node.parentNode = this;
    node.previousSibling = after;
    node.nextSibling = before;
    if (after === null) this.firstChild = node;
    else after.nextSibling = node;
    if (before === null) this.lastChild = node;
    else before.previousSibling = node;
    return node;
  }

  /** @param node must be a child of this node */
  removeChild(node: Node): void {
    const { previousSibling, nextSibling } = node;
    if (previousSibling === null) this.firstChild = nextSibling;
    else previousSibling.nextSibling = nextSibling;
    if (nextSibling === null) this.lastChild = previousSibling;
    else nextSibling.previousSibling = previousSibling;
    node.parentNode = null;
    node.previousSibling = null;
    node.nextSibling = null;
  }

  contains(node: Node | null): boolean {
    for (let at = node; at !== null; at = at.parentNode) if (at === this) return true;
    return false;
  }

  /** @throws Error on an invalid selector */
  querySelector(selector: string): Element | null {
    const matches = matcherOf(selector, isElement(this) ? this : null);
    for (let node = nodeAfter(this, this); node !== null; node = nodeAfter(node, this))
      if (isElement(node) && matches(node)) return node;
    return null;
  }

  /** In document order. @throws Error on an invalid selector */
  querySelectorAll(selector: string): Element[] {
    return this.elementsWhere(matcherOf(selector, isElement(this) ? this : null));
  }

  /** All descendants that pass the test, in document order. */
  elementsWhere(test: (element: Element) => boolean): Element[] {
    const elements: Element[] = [];
    for (let node = nodeAfter(this, this); node !== null; node = nodeAfter(node, this))
      if (isElement(node) && test(node)) elements.push(node);
    return elements;
  }

  /** @param name in upper or lower case: Turndown passes `TABLE` */
  getElementsByTagName(name: string): Element[] {
    return this.querySelectorAll(name);
  }
}

/** The result of `parseFragment`, and the content of a template. */
export class DocumentFragment extends ParentNode {
  readonly nodeType = 11;
}

export class Element extends ParentNode {
  readonly nodeType = 1;
  readonly localName: string;
  readonly namespaceURI: html.NS;
  /** Never changed in place, only replaced: elements that the parser makes from one tag share the list. */
  attributes: readonly Token.Attribute[];

  constructor(localName: string, namespaceURI: html.NS, attributes: readonly Token.Attribute[]) {
    super();
    this.localName = localName;
    this.namespaceURI = namespaceURI;
    this.attributes = attributes;
  }

  cloneNode(_deep: true): Element {
    const copy = new Element(this.localName, this.namespaceURI, this.attributes);
    for (const node of this.childNodes) {
      if (isElement(node)) copy.appendChild(node.cloneNode(true));
      else if (isText(node)) copy.appendChild(new Text(node.data));
    }
    return copy;
  }

  get id(): string {
    return this.getAttribute('id') ?? '';
  }

  get className(): string {
    return this.getAttribute('class') ?? '';
  }

  get innerHTML(): string {
    return innerHtml(this);
  }

  get outerHTML(): string {
    return outerHtml(this);
  }

  getAttribute(name: string): string | null {
    const { attributes } = this;
    for (let at = 0; at < attributes.length; at++) {
      const attribute = attributes[at];
      if (attribute?.name === name) return attribute.value;
    }
    return null;
  }

  hasAttribute(name: string): boolean {
    return this.getAttribute(name) !== null;
  }

  /** A new value for an existing attribute keeps the attribute's position. */
  setAttribute(name: string, value: string): void {
    this.attributes = this.hasAttribute(name)
      ? this.attributes.map((attribute) => (attribute.name === name ? { ...attribute, value } : attribute))
      : [...this.attributes, { name, value }];
  }

  removeAttribute(name: string): void {
    this.attributes = this.attributes.filter((attribute) => attribute.name !== name);
  }

  /** @throws Error on an invalid selector */
  matches(selector: string): boolean {
    return matcherOf(selector, this)(this);
  }

  /** The element or its nearest ancestor that matches. @throws Error on an invalid selector */
  closest(selector: string): Element | null {
    const matches = matcherOf(selector, this);
    let element: Element | null = this;
    while (element !== null && !matches(element)) element = element.parentElement;
    return element;
  }
}

/** A template; its content is not part of the page. */
export class Template extends Element {
  content = new DocumentFragment();
}

export const isElement = (node: Node): node is Element => node.nodeType === 1;
export const isText = (node: Node): node is Text => node.nodeType === 3;

/** The next node in document order among the descendants of `root`; null after the last. */
export function nodeAfter(node: Node, root: ParentNode): Node | null {
  if (node.firstChild !== null) return node.firstChild;
  for (let at: Node | null = node; at !== null && at !== root; at = at.parentNode)
    if (at.nextSibling !== null) return at.nextSibling;
  return null;
}
