import { type html, serialize, serializeOuter, type Token, type TreeAdapter } from 'parse5';

/** The properties of a node that serialization reads. */
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
// the serializer only reads, so the methods of an adapter that build trees are missing
const options = { treeAdapter: reader as unknown as TreeAdapter };

/** The element's content as HTML, by the specification's algorithm, without comments. */
export const innerHtml = (element: SerializableElement): string => serialize(element, options);

/** The element and its content as HTML, without comments. */
export const outerHtml = (element: SerializableElement): string => serializeOuter(element, options);
