import { type html, serialize, serializeOuter, type Token, type TreeAdapter } from 'parse5';

/** As much of a node as its HTML is made of. */
interface Serializable {
  readonly nodeType: number;
  readonly parentNode: Serializable | null;
  readonly childNodes: readonly Serializable[];
}

export interface SerializableElement extends Serializable {
  readonly localName: string;
  readonly namespaceURI: html.NS;
  readonly attributes: readonly Token.Attribute[];
}

const isElement = (node: Serializable): node is SerializableElement => node.nodeType === 1;
const isText = (node: Serializable): node is Serializable & { readonly data: string } => node.nodeType === 3;

const reader = {
  isElementNode: isElement,
  isTextNode: isText,
  isCommentNode: () => false,
  isDocumentTypeNode: () => false,
  getTagName: (element: SerializableElement) => element.localName,
  getNamespaceURI: (element: SerializableElement) => element.namespaceURI,
  getAttrList: (element: SerializableElement) => element.attributes,
  getChildNodes: (node: Serializable) => node.childNodes,
  getTemplateContent: (element: SerializableElement) => element,
  getParentNode: (node: Serializable) => node.parentNode,
  getTextNodeContent: (text: { readonly data: string }) => text.data,
};
// the serialiser only reads: it has no use for the half of an adapter that builds trees
const options = { treeAdapter: reader as unknown as TreeAdapter };

/** What stands in an element, as HTML (the specification's algorithm). Comments are left out. */
export const innerHtml = (element: SerializableElement): string => serialize(element, options);

/** The same with the element itself. */
export const outerHtml = (element: SerializableElement): string => serializeOuter(element, options);
