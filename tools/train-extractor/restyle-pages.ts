import type { Snapshot } from '../../src/model/page/snapshot.ts';
import { measurePage } from '../../src/stages/extract/classifier/measured-page.ts';
import type { PageHints } from '../../src/stages/extract/classifier/measures.ts';
import type { Document } from '../../src/stages/extract/dom/document.ts';
import { type Element, isElement, isText, type Node } from '../../src/stages/extract/dom/tree.ts';
import { readStructured, type Structured } from '../../src/stages/extract/head/structured.ts';
import { pageHintsOf } from '../../src/stages/extract/opened-page.ts';
import { type PageTree, readPageTree } from '../../src/stages/extract/page/page-tree.ts';
import { type ParsedPage, parsePage } from '../../src/stages/extract/page/parse.ts';
import { removeHiddenBlocks } from '../../src/stages/extract/text/generic.ts';
import { findTitle } from '../../src/stages/extract/title/title.ts';
import type { PageLabels, PageVariant } from './cut-pages.ts';

/** How a page is rewritten: the layouts of other years, with the same text. */
interface PageStyle {
  /** Class names, ids and roles: unchanged, absent, or meaningless. */
  readonly names: 'kept' | 'absent' | 'meaningless';
  /** `article`, `nav`, `aside` and the like become `div`. */
  readonly plainSections: boolean;
  readonly paragraphs: 'kept' | 'boxes' | 'line breaks';
  readonly boldHeadings: boolean;
  readonly plainLists: boolean;
  /** Share of the boxes that become layout tables. */
  readonly tables: number;
  /** False: without description and structured bodies. */
  readonly hasMetadata: boolean;
}

function drawStyle(random: () => number): PageStyle {
  const pick = <Value>(...values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;
  return {
    names: pick('kept', 'absent', 'meaningless'),
    plainSections: random() < 0.6,
    paragraphs: pick('kept', 'kept', 'boxes', 'line breaks'),
    boldHeadings: random() < 0.4,
    plainLists: random() < 0.3,
    tables: pick(0, 0, 0.3, 0.7),
    hasMetadata: random() < 0.5,
  };
}

const sections = new Set(
  'article main section header footer nav aside figure figcaption hgroup details summary time'.split(' '),
);
const namingAttributes = ['class', 'id', 'role', 'itemprop', 'itemtype', 'itemscope', 'aria-label', 'name'];

/**
 * The page in another style; its blocks are labelled by the text nodes in them. Publishers of other years have other markup: a model that has seen few of them
 * relies on names and tags that older pages lack.
 */
export function restylePage(snapshot: Snapshot, labels: PageLabels, random: () => number): PageVariant {
  const page = parsePage(snapshot.html);
  const style = drawStyle(random);
  const structured = readStructured(page, snapshot.finalUrl);
  const { tree } = readingOf(page, structured, snapshot);
  if (tree.blocks.length !== labels.isBody.length) throw new Error('labels of another page');
  const isBody = new Map<Node, boolean>();
  for (const [at, { pieces }] of tree.blocks.entries())
    for (const piece of pieces) isBody.set(piece, labels.isBody[at] ?? false);
  removeUnlabelled(page.document, isBody);
  restyle(page.document, style, random);
  const restyled = readingOf(page, structured, snapshot);
  const hints = style.hasMetadata ? restyled.hints : { ...restyled.hints, bodies: [], description: '', authors: [] };
  const newLabels = restyled.tree.blocks.map(({ pieces }) => {
    const [inBody, all] = [lettersOf(pieces.filter((piece) => isBody.get(piece) === true)), lettersOf(pieces)];
    return inBody > all / 2;
  });
  const size = labels.words.reduce((sum, words, at) => sum + (labels.isBody[at] ? words : 0), 0);
  return { page: measurePage(restyled.tree, hints), isBody: newLabels, size };
}

const lettersOf = (texts: readonly { readonly data: string }[]): number =>
  texts.reduce((sum, { data }) => sum + data.trim().length, 0);

interface Reading {
  readonly tree: PageTree;
  readonly hints: PageHints;
}

/** A document as the block model sees it, by the steps of `extract`. */
function readingOf({ document }: ParsedPage, structured: Structured, { finalUrl }: Snapshot): Reading {
  const tree = readPageTree(document.documentElement);
  const title = findTitle(tree.blocks, structured, finalUrl);
  const hints = pageHintsOf(structured, title, title?.block ?? null);
  return { tree: removeHiddenBlocks(tree, hints).visible, hints };
}

/** Removes text without a label (hidden): in another style it would be shown. */
function removeUnlabelled(document: Document, labels: ReadonlyMap<Node, boolean>): void {
  const visit = (node: Node): void => {
    if (isText(node) && !labels.has(node) && /[\p{L}\p{N}]/u.test(node.data)) node.remove();
    else if (isElement(node)) for (const child of node.childNodes) visit(child);
  };
  for (const part of document.documentElement.children) if (part.localName !== 'head') visit(part);
}

function restyle(document: Document, style: PageStyle, random: () => number): void {
  const newNames = new Map<string, string>();
  const [, body] = document.documentElement.children;
  const elements = body?.elementsWhere(() => true) ?? [];
  for (const element of elements) {
    if (style.names === 'absent') for (const name of namingAttributes) element.removeAttribute(name);
    if (style.names === 'meaningless') for (const name of namingAttributes) renameTokens(element, name, newNames);
    const tag = newTag(element, style, random);
    if (tag === 'table') replaceByTable(document, element);
    else if (tag === 'br') replaceByLine(document, element);
    else if (tag === 'b') replaceByBold(document, element);
    else if (tag !== element.localName) rename(document, element, tag);
  }
}

function newTag(element: Element, style: PageStyle, random: () => number): string {
  const tag = element.localName;
  if (style.plainSections && sections.has(tag)) return tag === 'time' ? 'span' : 'div';
  if (style.plainLists && /^(?:ul|ol|dl|li|dt|dd)$/.test(tag)) return 'div';
  if (style.boldHeadings && /^h[1-6]$/.test(tag)) return 'b';
  if (tag === 'p' && style.paragraphs === 'boxes') return 'div';
  if (tag === 'p' && style.paragraphs === 'line breaks') return 'br';
  return tag === 'div' && random() < style.tables ? 'table' : tag;
}

function renameTokens(element: Element, name: string, newNames: Map<string, string>): void {
  const value = element.getAttribute(name);
  if (value === null) return;
  const tokens = value.split(/\s+/).map((token) => {
    const newName = newNames.get(token) ?? `q${newNames.size}`;
    newNames.set(token, newName);
    return newName;
  });
  element.setAttribute(name, tokens.join(' '));
}

function rename(document: Document, element: Element, tag: string): Element {
  const renamed = document.createElement(tag);
  for (const { name, value } of element.attributes) renamed.setAttribute(name, value);
  renamed.appendAllOf(element);
  element.replaceWith(renamed);
  return renamed;
}

function replaceByTable(document: Document, element: Element): void {
  const [table, row, cell] = [
    rename(document, element, 'table'),
    document.createElement('tr'),
    document.createElement('td'),
  ];
  cell.appendAllOf(table);
  row.append(cell);
  table.append(row);
}

function replaceByLine(document: Document, element: Element): void {
  element.replaceWith(...element.childNodes, document.createElement('br'), document.createElement('br'));
}

function replaceByBold(document: Document, element: Element): void {
  const bold = document.createElement('b');
  bold.appendAllOf(element);
  const line = rename(document, element, 'p');
  line.append(bold);
}
