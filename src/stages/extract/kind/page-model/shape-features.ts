import type { Link } from '../../../../model/web/link.ts';
import { log1 } from '../../classifier/tokens.ts';
import type { Element } from '../../dom/tree.ts';
import { type Block, isLinkLine, isLong as isParagraph } from '../../page/blocks.ts';
import type { PageTree } from '../../page/page-tree.ts';
import { isDateLine } from '../../text/posts.ts';
import type { PostBoxes } from '../forum/find-posts.ts';
import type { ShapeFeature } from './feature-names.ts';
import { markFeatures } from './mark-features.ts';
import { nameFeatures } from './name-features.ts';
import { isPrice } from './price.ts';
import { rowFeatures } from './row-features.ts';

const cartName =
  /(?:^|[-_/\s?=&])(?:add-?to-?(?:cart|basket|bag)|cart|basket|warenkorb|panier|carrito|checkout|buy(?:-?now)?|add_cart|addtocart|quantity|qty)(?:$|[-_/\s?=&.])/i;
const buttonName = /(?:^|[-_\s])(?:btn|button|cta)(?:$|[-_\s])/i;
const shareAddress =
  /facebook\.com\/(?:sharer|dialog)|twitter\.com\/(?:intent|share|home)|x\.com\/intent|linkedin\.com\/share|pinterest\.\w+\/pin\/create|reddit\.com\/submit|wa\.me|api\.whatsapp|t\.me\/share|service\.weibo/i;

/** How the page is built. Read before `chooseBody`, which changes the document. */
export function shapeFeatures(
  tree: PageTree,
  { posts, titleBlock }: { readonly posts: PostBoxes | null; readonly titleBlock: Block | null },
  { links, url }: { readonly links: readonly Link[]; readonly url: string },
): Readonly<Record<ShapeFeature, number>> {
  const { elements, tags, parents, blocks } = tree;
  const count = elementCounts(elements, tags, parents);
  const text = textSums(blocks, tags, parents);
  const unlinked = Math.max(1, text.letters - text.linked);
  const all = Math.max(1, text.letters);
  return {
    letters: log1(text.letters),
    longLetters: log1(text.long),
    paragraphs: log1(text.paragraphs),
    longest: log1(text.longest),
    linkShare: text.linked / all,
    blocks: log1(blocks.length),
    shortShare: text.short / all,
    headings: log1(count.headings),
    headingGap: log1(text.long / (count.headings + 1)),
    listShare: text.list / unlinked,
    tableShare: text.table / unlinked,
    codeShare: text.code / unlinked,
    codeBlocks: log1(count.codeBlocks),
    inlineCode: log1(count.code),
    anchors: log1(count.anchors),
    definitions: log1(count.definitions),
    navTree: count.navTree,
    ...linkFeatures(links, url),
    previousNext: Math.min(2, count.previousNext),
    prices: log1(text.prices),
    cart: log1(count.cart),
    forms: log1(count.forms),
    passwords: Math.min(3, count.passwords),
    fields: log1(count.fields),
    textareas: Math.min(3, count.textareas),
    formShare: Math.min(10, (1_000 * count.fields) / (text.long + 200)),
    buttons: log1(count.buttons),
    images: log1(count.images),
    frames: Math.min(5, count.frames),
    dates: log1(text.dates),
    times: log1(count.times),
    contacts: Math.min(5, count.contacts),
    shares: log1(count.shares),
    details: log1(count.details),
    posts: log1(posts?.boxes.length ?? 0),
    postShare: posts === null ? 0 : posts.lettersInside / Math.max(1, text.long),
    postsBefore: posts === null ? 0 : log1(posts.lettersBefore),
    postMembers: posts?.memberShare ?? 0,
    postTitles: posts?.titledShare ?? 0,
    postLinks: posts?.linkShare ?? 0,
    postsNamed: Number(posts?.areNamed === true),
    postComments: Number(posts?.areComments === true),
    articles: log1(count.articles),
    sections: log1(count.sections),
    ...rowFeatures(tree),
    ...markFeatures(tree, titleBlock),
    ...nameFeatures(tree),
  };
}

type ElementCounts = ReturnType<typeof noCounts>;
const noCounts = () => ({
  headings: 0,
  codeBlocks: 0,
  code: 0,
  anchors: 0,
  definitions: 0,
  navTree: 0,
  previousNext: 0,
  cart: 0,
  forms: 0,
  passwords: 0,
  fields: 0,
  textareas: 0,
  buttons: 0,
  images: 0,
  frames: 0,
  times: 0,
  contacts: 0,
  shares: 0,
  details: 0,
  articles: 0,
  sections: 0,
});

/** Counters by tag; the rest of an element is only read where its tag says so. */
const countsByTag: Readonly<Record<string, keyof ElementCounts>> = {
  h1: 'headings',
  h2: 'headings',
  h3: 'headings',
  h4: 'headings',
  pre: 'codeBlocks',
  code: 'code',
  tt: 'code',
  dt: 'definitions',
  form: 'forms',
  textarea: 'textareas',
  button: 'buttons',
  img: 'images',
  iframe: 'frames',
  video: 'frames',
  time: 'times',
  summary: 'details',
  article: 'articles',
  section: 'sections',
};

function elementCounts(
  elements: readonly Element[],
  tags: readonly string[],
  parents: readonly number[],
): ElementCounts {
  const counts = noCounts();
  const listDepths = new Int16Array(tags.length);
  for (const [at, tag] of tags.entries()) {
    const parent = parents[at] ?? -1;
    listDepths[at] = (parent < 0 ? 0 : (listDepths[parent] ?? 0)) + Number(tag === 'ul' || tag === 'ol');
    const name = countsByTag[tag];
    if (name !== undefined) counts[name] += 1;
    const element = elements[at] as Element;
    if (tag === 'a') countLink(counts, element, listDepths[at] ?? 0);
    else if (tag === 'input' || tag === 'select') countField(counts, element);
    else if (tag === 'button' || tag === 'form') countCart(counts, element);
    else if (tag === 'link' && /^(?:prev|next)$/i.test(element.getAttribute('rel') ?? '')) counts.previousNext += 1;
  }
  return counts;
}

/** Levels of nested lists: deeper ones count the same. The model was trained with it. */
const maxNavTree = 5;

function countLink(counts: ElementCounts, link: Element, listDepth: number): void {
  const href = link.getAttribute('href') ?? '';
  counts.navTree = Math.min(maxNavTree, Math.max(counts.navTree, listDepth));
  if (href.startsWith('#') && href.length > 1 && /^h[1-6]$/.test(link.parentElement?.localName ?? ''))
    counts.anchors += 1;
  else if (/^(?:tel|mailto):/i.test(href)) counts.contacts += 1;
  else if (shareAddress.test(href)) counts.shares += 1;
  if (/^(?:prev|next)$/i.test(link.getAttribute('rel') ?? '')) counts.previousNext += 1;
  if (buttonName.test(link.className)) counts.buttons += 1;
  if (cartName.test(link.className)) counts.cart += 1;
}

function countField(counts: ElementCounts, field: Element): void {
  const type = field.getAttribute('type')?.toLowerCase() ?? 'text';
  if (type === 'password') counts.passwords += 1;
  if (!/^(?:hidden|submit|button|image|reset|search)$/.test(type)) counts.fields += 1;
  if (/^(?:submit|button|image)$/.test(type)) counts.buttons += 1;
  countCart(counts, field);
}

function countCart(counts: ElementCounts, element: Element): void {
  const names = ['class', 'id', 'name', 'action'].map((name) => element.getAttribute(name) ?? '').join(' ');
  if (cartName.test(names.slice(0, 400))) counts.cart += 1;
}

function textSums(blocks: readonly Block[], tags: readonly string[], parents: readonly number[]) {
  const sums = {
    letters: 0,
    linked: 0,
    long: 0,
    paragraphs: 0,
    longest: 0,
    short: 0,
    list: 0,
    table: 0,
    code: 0,
    prices: 0,
    dates: 0,
  };
  for (const block of blocks) {
    const { length, linkLength, node } = block;
    const own = length - linkLength;
    sums.letters += length;
    sums.linked += linkLength;
    if (isParagraph(block)) {
      sums.long += length;
      sums.paragraphs += 1;
      sums.longest = Math.max(sums.longest, length);
    } else if (!isLinkLine(block)) sums.short += own;
    if (isPrice(block)) sums.prices += 1;
    if (isDateLine(block)) sums.dates += 1;
    const place = own === 0 ? '' : placeOf(node, tags, parents);
    if (place === 'code' || place === 'list' || place === 'table') sums[place] += own;
  }
  return sums;
}

/** The innermost list, table or code around a line, a few levels up. */
function placeOf(node: number, tags: readonly string[], parents: readonly number[]): string {
  for (let at = node, level = 0; at >= 0 && level < 8; at = parents[at] ?? -1, level++) {
    const tag = tags[at] ?? '';
    if (tag === 'pre' || tag === 'code') return 'code';
    if (tag === 'li' || tag === 'dd') return 'list';
    if (tag === 'td' || tag === 'th') return 'table';
  }
  return '';
}

/** Latin letters of a headline. */
const minHeadline = 25;

function linkFeatures(links: readonly Link[], url: string) {
  const folder = new URL('.', url).href;
  let [sibling, menu, content, headline] = [0, 0, 0, 0];
  for (const link of links) {
    if (link.region === 'content') content += 1;
    else menu += 1;
    if (link.region === 'content' && link.anchorText.length >= minHeadline) headline += 1;
    // pages of the root are no folder
    if (folder.split('/').length > 4 && link.url.startsWith(folder)) sibling += 1;
  }
  return {
    siblingLinks: links.length === 0 ? 0 : sibling / links.length,
    menuLinks: log1(menu),
    contentLinks: log1(content),
    headlineLinks: log1(headline),
  };
}
