import { html, type Token, type TreeAdapter, type TreeAdapterTypeMap } from 'parse5';
import { NewshawkError } from '../../../errors.ts';
import { Document } from './document.ts';
import {
  Comment,
  DocumentFragment,
  Element,
  isElement,
  isText,
  type Node,
  type ParentNode,
  Template,
  Text,
} from './tree.ts';

export type TreeTypes = TreeAdapterTypeMap<
  Node,
  ParentNode,
  Node,
  Document,
  DocumentFragment,
  Element,
  Comment,
  Text,
  Template,
  never
>;

/** At most this many nodes per page: a limit against pages that would fill the memory. */
const maxNodes = 500_000;

/** parse5's tree adapter for our nodes. Drops event handlers, long data URLs and the text of scripts and styles. For one parse. */
export class TreeBuilder implements TreeAdapter<TreeTypes> {
  /** Some element's id looks like those of React's streamed content. */
  hasStreams = false;
  #nodes = 0;
  #mode = html.DOCUMENT_MODE.NO_QUIRKS;

  createDocument(): Document {
    return new Document();
  }

  createDocumentFragment(): DocumentFragment {
    return new DocumentFragment();
  }

  createElement(tagName: string, namespaceURI: html.NS, attributes: Token.Attribute[]): Element {
    this.#count();
    const kept = attributes.every(isKept) ? attributes : attributes.filter(isKept);
    if (!this.hasStreams) this.hasStreams = kept.some(({ name, value }) => name === 'id' && value[1] === ':');
    return tagName === 'template'
      ? new Template(tagName, namespaceURI, kept)
      : new Element(tagName, namespaceURI, kept);
  }

  createCommentNode(data: string): Comment {
    this.#count();
    return new Comment(data);
  }

  createTextNode(value: string): Text {
    this.#count();
    return new Text(value);
  }

  appendChild(parent: ParentNode, node: Node): void {
    parent.appendChild(node);
  }

  insertBefore(parent: ParentNode, node: Node, before: Node): void {
    parent.insertBefore(node, before);
  }

  detachNode(node: Node): void {
    node.remove();
  }

  insertText(parent: ParentNode, text: string): void {
    this.#insertText(parent, text, null);
  }

  insertTextBefore(parent: ParentNode, text: string, before: Node): void {
    this.#insertText(parent, text, before);
  }

  #insertText(parent: ParentNode, text: string, before: Node | null): void {
    if (isElement(parent) && isCode(parent)) return;
    const previous = before === null ? parent.lastChild : before.previousSibling;
    if (previous !== null && isText(previous)) previous.data += text;
    else parent.insertBefore(this.createTextNode(text), before);
  }

  #count(): void {
    if (++this.#nodes > maxNodes) throw new NewshawkError('too-large', `the page has more than ${maxNodes} nodes`);
  }

  setTemplateContent(template: Template, content: DocumentFragment): void {
    template.content = content;
  }

  getTemplateContent(template: Template): DocumentFragment {
    return template.content;
  }

  /** For a second `<html>` or `<body>` tag. */
  adoptAttributes(element: Element, attributes: Token.Attribute[]): void {
    const missing = attributes.filter((attribute) => isKept(attribute) && !element.hasAttribute(attribute.name));
    if (missing.length > 0) element.attributes = [...element.attributes, ...missing];
  }

  getFirstChild(node: ParentNode): Node | null {
    return node.firstChild;
  }

  getChildNodes(node: ParentNode): Node[] {
    return node.childNodes;
  }

  getParentNode(node: Node): ParentNode | null {
    return node.parentNode;
  }

  getAttrList(element: Element): Token.Attribute[] {
    return [...element.attributes];
  }

  getTagName(element: Element): string {
    return element.localName;
  }

  getNamespaceURI(element: Element): html.NS {
    return element.namespaceURI;
  }

  getTextNodeContent(text: Text): string {
    return text.data;
  }

  getCommentNodeContent(comment: Comment): string {
    return comment.data;
  }

  isTextNode(node: Node): node is Text {
    return isText(node);
  }

  isCommentNode(node: Node): node is Comment {
    return node.nodeType === 8;
  }

  isElementNode(node: Node): node is Element {
    return isElement(node);
  }

  setDocumentMode(_document: Document, mode: html.DOCUMENT_MODE): void {
    this.#mode = mode;
  }

  getDocumentMode(): html.DOCUMENT_MODE {
    return this.#mode;
  }

  // no rule reads the doctype; the parser keeps the mode that follows from it
  setDocumentType(): void {}

  isDocumentTypeNode(_node: Node): _node is never {
    return false;
  }

  getDocumentTypeNodeName(): string {
    return '';
  }

  getDocumentTypeNodePublicId(): string {
    return '';
  }

  getDocumentTypeNodeSystemId(): string {
    return '';
  }

  // source locations are not used
  getNodeSourceCodeLocation(): null {
    return null;
  }

  setNodeSourceCodeLocation(): void {}

  updateNodeSourceCodeLocation(): void {}
}

/** Inlined images: no rule reads them, and they cost memory. */
const longData = /^data:[^,]{0,100},.{1000}/is;

const isKept = ({ name, value }: Token.Attribute): boolean =>
  !name.startsWith('on') && !(value.length > 1_000 && longData.test(value));

/** Whether an element's text is code or a fallback, not text of the page. Such text is dropped. */
export const isCode = (element: Element): boolean => {
  const { localName } = element;
  return localName === 'style' || localName === 'noscript' || (localName === 'script' && !isJsonLd(element));
};

export const isJsonLd = (element: Element): boolean =>
  element.localName === 'script' && /^application\/ld\+json\b/i.test(element.getAttribute('type')?.trim() ?? '');
