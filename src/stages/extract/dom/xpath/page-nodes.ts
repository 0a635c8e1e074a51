import type { Document } from '../document.ts';
import { type Element, isElement, isText, type Node, nodeAfter, ParentNode } from '../tree.ts';
import type { Axis, NodeTest } from './expression.ts';

export class AttributeNode {
  readonly name: string;
  readonly value: string;
  readonly owner: Element;
  /** Its place among the attributes of its element: 1, 2, … */
  readonly place: number;

  constructor(owner: Element, name: string, value: string, place: number) {
    this.name = name;
    this.value = value;
    this.owner = owner;
    this.place = place;
  }
}

/** What an XPath can select. */
export type PageNode = Node | AttributeNode;

export class TooManySteps extends Error {}

/** Letters of text that count as one step. */
const lettersPerStep = 16;
/** More attributes than any element has, so that they stay between their element and the next node. */
const maxAttributes = 1e6;

/** The nodes of a page as an evaluation visits them: each visit is a step, and there is a limit. Steps, not time: a page ends in the same way on each machine. */
export class PageNodes {
  readonly #document: Document;
  #stepsLeft: number;
  #order: Map<Node, number> | null = null;
  readonly #attributes = new Map<Element, readonly AttributeNode[]>();

  constructor(document: Document, maxSteps: number) {
    this.#document = document;
    this.#stepsLeft = maxSteps;
  }

  get root(): Document {
    return this.#document;
  }

  /** @throws TooManySteps */
  step(count = 1): void {
    this.#stepsLeft -= count;
    if (this.#stepsLeft < 0) throw new TooManySteps('too many steps');
  }

  textOf(node: PageNode): string {
    const text = node instanceof AttributeNode ? node.value : node.textContent;
    this.step(1 + Math.floor(text.length / lettersPerStep));
    return text;
  }

  /** Each node once, in document order. */
  sorted(nodes: readonly PageNode[]): PageNode[] {
    const unique = [...new Set(nodes)];
    if (unique.length < 2) return unique;
    this.step(unique.length);
    return unique.sort((a, b) => this.#placeOf(a) - this.#placeOf(b));
  }

  #placeOf(node: PageNode): number {
    this.#order ??= this.#numbered();
    return node instanceof AttributeNode
      ? (this.#order.get(node.owner) ?? 0) + node.place / maxAttributes
      : (this.#order.get(node) ?? 0);
  }

  #numbered(): Map<Node, number> {
    const order = new Map<Node, number>([[this.#document, 0]]);
    for (let node = nodeAfter(this.#document, this.#document); node !== null; node = nodeAfter(node, this.#document)) {
      order.set(node, order.size);
      this.step();
    }
    return order;
  }

  /** The nodes along an axis that pass the test, nearest first. */
  along(axis: Axis, test: NodeTest, from: PageNode): PageNode[] {
    const nodes: PageNode[] = [];
    for (const node of this.#axis(axis, from)) {
      this.step();
      if (passes(test, node, axis)) nodes.push(node);
    }
    return nodes;
  }

  *#axis(axis: Axis, from: PageNode): Generator<PageNode> {
    switch (axis) {
      case 'self':
        yield from;
        return;
      case 'parent': {
        const parent = parentOf(from);
        if (parent !== null) yield parent;
        return;
      }
      case 'ancestor':
        yield* ancestorsOf(from);
        return;
      case 'ancestor-or-self':
        yield from;
        yield* ancestorsOf(from);
        return;
      case 'attribute':
        if (!(from instanceof AttributeNode) && isElement(from)) yield* this.#attributesOf(from);
        return;
      case 'child':
        if (from instanceof ParentNode)
          for (let node = from.firstChild; node !== null; node = node.nextSibling) yield node;
        return;
      case 'descendant':
        yield* descendantsOf(from);
        return;
      case 'descendant-or-self':
        yield from;
        yield* descendantsOf(from);
        return;
      default:
        yield* besides(axis, from);
    }
  }

  /** The same ones each time: sets compare nodes by identity. */
  #attributesOf(element: Element): readonly AttributeNode[] {
    const cached = this.#attributes.get(element);
    if (cached !== undefined) return cached;
    const attributes = element.attributes.map(({ name, value }, at) => new AttributeNode(element, name, value, at + 1));
    this.#attributes.set(element, attributes);
    return attributes;
  }
}

type AxisBeside = 'following' | 'preceding' | 'following-sibling' | 'preceding-sibling';

function* besides(axis: AxisBeside, from: PageNode): Generator<Node> {
  if (from instanceof AttributeNode) {
    // an attribute has no siblings, and its element's children follow it
    if (axis === 'following') yield* descendantsOf(from.owner);
    if (axis === 'following' || axis === 'preceding') yield* besides(axis, from.owner);
    return;
  }
  const isForward = axis === 'following' || axis === 'following-sibling';
  const next = (node: Node): Node | null => (isForward ? node.nextSibling : node.previousSibling);
  const isDeep = axis === 'following' || axis === 'preceding';
  for (let base: Node | null = from; base !== null; base = isDeep ? base.parentNode : null)
    for (let node = next(base); node !== null; node = next(node)) {
      if (axis === 'preceding') yield* lastFirst(node);
      else yield node;
      if (axis === 'following') yield* descendantsOf(node);
    }
}

/** A node and what is in it, in reverse document order. */
function* lastFirst(top: Node): Generator<Node> {
  let node = deepestLast(top);
  for (;;) {
    yield node;
    if (node === top) return;
    const { previousSibling, parentNode } = node;
    if (previousSibling !== null) node = deepestLast(previousSibling);
    else if (parentNode !== null) node = parentNode;
    else return;
  }
}

function deepestLast(node: Node): Node {
  let at = node;
  while (at instanceof ParentNode && at.lastChild !== null) at = at.lastChild;
  return at;
}

const parentOf = (node: PageNode): Node | null => (node instanceof AttributeNode ? node.owner : node.parentNode);

function* ancestorsOf(node: PageNode): Generator<Node> {
  for (let at = parentOf(node); at !== null; at = at.parentNode) yield at;
}

function* descendantsOf(node: PageNode): Generator<Node> {
  if (!(node instanceof ParentNode)) return;
  for (let at = nodeAfter(node, node); at !== null; at = nodeAfter(at, node)) yield at;
}

function passes(test: NodeTest, node: PageNode, axis: Axis): boolean {
  const isAttribute = node instanceof AttributeNode;
  switch (test.kind) {
    case 'node':
      return true;
    case 'text':
      return !isAttribute && isText(node);
    case 'named':
      // names test the main kind of node of their axis
      if (isAttribute) return axis === 'attribute' && (test.name === null || node.name === test.name);
      return axis !== 'attribute' && isElement(node) && (test.name === null || node.localName === test.name);
  }
}
