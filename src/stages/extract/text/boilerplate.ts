import { likeness, tokensOf } from '../../../text/likeness.ts';
import { isCreditLine, isLabelledAdvertisement } from '../authors/credit-lines.ts';
import type { Element } from '../dom/tree.ts';
import { type Block, endsSentence, isLong, lengthOf } from '../page/blocks.ts';
import { offerNames } from '../page/furniture-names.ts';
import { cutBlocks } from '../page/page-tree.ts';
import { nothingOdd, type OddPlaces, sureOfText } from './odd-places.ts';

interface Line {
  readonly block: Block;
  readonly at: number;
  readonly title: readonly string[];
  /** Unlinked lines of the page that were not chosen; none where most of the text stands there too. */
  readonly elsewhere: ReadonlySet<string>;
  /** Blocks of an article that the page holds a second time. */
  readonly secondCopy: ReadonlySet<Block>;
  readonly odd: OddPlaces;
  /** Elements that hold the article, whatever they are called. */
  readonly ownBoxes: ReadonlySet<Element>;
  /** Who wrote the text, as far as that was found. */
  readonly authors: readonly string[];
  readonly isBesideText: (block: Block) => boolean;
  /** Length of all chosen lines. */
  readonly bodyLength: number;
  /** Length of an element's text, remembered: thousands of blocks may stand in one box. */
  readonly lengthIn: (box: Element) => number;
  /** Whether an element looks like no part of a text; remembered too. */
  readonly isApart: (box: Element) => boolean;
}

interface LineRule {
  readonly name: string;
  readonly why: string;
  /** What it takes stays on the page elsewhere: nothing is lost, however much it is. */
  readonly isCopy?: boolean;
  readonly applies: (line: Line) => boolean;
}

const isShort = ({ length }: Block): boolean => length < 160;

/** "Read more", "Lesen Sie auch", "À lire aussi" …: a pointer to another article within the text. */
const pointer =
  /^(?:read (?:more|also|next)|related|see also|also read|more on|more from|watch|click here|subscribe|sign up|follow us|lesen sie|lies auch|mehr (?:zum|dazu|lesen)|auch interessant|siehe auch|à lire|lire aussi|voir aussi|lea también|leer más|te puede interesar|ver también|leggi anche|lees ook)\b/iu;
const pointerCjk = /^(?:相关阅读|延伸阅读|推荐阅读|关联阅读|相关新闻|更多精彩|返回搜狐|関連記事|あわせて読みたい)/u;
/** Lines about the page, not of the text. */
const imprint =
  /^(?:©|\(c\) ?\d{4}|copyright\b|all rights reserved|alle rechte vorbehalten|tous droits réservés|责任编辑|責任編輯|编辑：|(?:文章|稿件|新闻)?[来來]源\s*[：:]|第\s*\d+\s*[页頁]\s*[/／]|lorem ipsum\b|share (?:this|on)\b|advertisement$|anzeige$|publicité$|\[?email[\s\u00a0]protected\]?$)/iu;
/** A control's word, alone in its line. */
const control =
  /^(?:share|tweet|print|e-?mail|copy link|teilen|drucken|partager|imprimer|compartir|imprimir|condividi|stampa|分享|打印|シェア|印刷|مشاركة|طباعة)$/iu;
/** What stands in the place of the rest of the text. */
const paywall =
  /\bfree articles? (?:this (?:week|month)|left|remaining)|\balready (?:a )?subscri|\bsubscribe (?:now|today|to (?:read|continue|keep|unlock))|\b(?:log|sign) in to (?:read|continue)|\bjetzt abonnieren\b|\bbereits abonnent|\bmit abo weiterlesen|\babonnez-vous\b|\bdéjà abonné|\bsuscríbete\b|\bya (?:eres|soy) suscriptor|会员专享|登录后(?:继续)?阅读|会員限定|続きを読むには|للمشتركين فقط/iu;
const offer = new RegExp(`(?:^|[-_\\s])(?:${offerNames})(?:$|[-_\\s])`, 'i');
const offerLevels = 4;
const smallOffer = 600;
const fullParagraph = 200;
/** With what a reader takes an offer. */
const answer = 'form, input, button, [role="button"]';
/** A time or a date and nothing else: of a live blog's entry, of a teaser. */
const bareTime = /^[\d\s.:/-]{4,16}$/;
/** "Published 20 November 2026", "Stand: 14.02 Uhr". */
const dateLabel =
  /^(?:(?:first |last )?(?:published|updated|posted|modified)|erschienen|veröffentlicht|aktualisiert|stand\s?:|publié|mis à jour|publicado|actualizado|pubblicato|aggiornato|发布|发表|更新|公開|投稿日|نشر|آخر تحديث).{0,60}\d/iu;
const longestDateLine = 80;
const cells = new Set(['td', 'th', 'li', 'dd', 'dt', 'pre']);

const rules: readonly LineRule[] = [
  {
    name: 'repeated-headline',
    why: 'the body begins with the headline',
    applies: ({ block, at, title }) => at < 3 && title.length > 1 && likeness(tokensOf(block.text), title) >= 0.9,
  },
  {
    name: 'pointer',
    why: 'points to another article',
    applies: ({ block }) =>
      isShort(block) && (pointer.test(block.text) || pointerCjk.test(block.text)) && block.linkLength > 0,
  },
  { name: 'imprint', why: 'a line about the page', applies: ({ block }) => isShort(block) && imprint.test(block.text) },
  {
    name: 'control',
    why: 'a button, or the word of one',
    applies: ({ block }) => block.element.closest('button, [role="button"]') !== null || control.test(block.text),
  },
  {
    name: 'paywall',
    why: 'offers the rest for money',
    applies: ({ block }) => block.length < 2 * fullParagraph && paywall.test(block.text),
  },
  {
    // a heading's copy is the table of contents, a linked one a teaser; on 670 pages of five corpora this took 5 sentences, one of them an article's
    name: 'repeated-sentence',
    why: 'stands outside of the text too: an appeal',
    applies: ({ block, elsewhere }) =>
      elsewhere.has(block.text) && unlinked(block) && endsSentence(block.text) && !isHeading(block),
  },
  {
    name: 'second-copy',
    why: 'the page holds the whole text twice: for phones, for the printer',
    isCopy: true,
    applies: ({ block, secondCopy }) => secondCopy.has(block),
  },
  { name: 'offer', why: 'in a box that wants an address or money', applies: inOffer },
  {
    name: 'date-line',
    why: 'says when the page was published',
    applies: ({ block, at }) =>
      at < 3 && block.length < longestDateLine && dateLabel.test(block.text) && !endsSentence(block.text),
  },
  {
    // the authors were found without a look at the text: two findings that agree
    name: 'credit-line',
    why: 'says who wrote it, or when, and nothing else',
    applies: ({ block, at, authors }) => at < 4 && !isHeading(block) && isCreditLine(block.text, authors),
  },
  {
    name: 'advertisement',
    why: 'says that it is one, in a box that looks apart',
    applies: ({ block, isBesideText }) => isLabelledAdvertisement(block.text) && isBesideText(block),
  },
  {
    name: 'bare-time',
    why: 'a time or a date and nothing else',
    applies: ({ block }) => bareTime.test(block.text) && !cells.has(block.element.localName),
  },
  {
    name: 'beside-text',
    why: 'the browser shows it beside the column of the text',
    applies: ({ block, odd }) => odd.beside.has(block),
  },
  {
    name: 'small-print',
    why: 'its letters are much smaller than those of the text',
    applies: ({ block, odd }) => odd.small.has(block),
  },
  {
    name: 'head-of-left-out',
    why: 'the heading of small print, or of a box beside the text',
    applies: ({ block, odd }) => odd.heads.has(block),
  },
];

/** A box counts that is not the article's by the model, or looks apart, and that has less than half of the text, or is small beside a full paragraph of the article. */
function inOffer({ block, bodyLength, lengthIn, isApart, ownBoxes }: Line): boolean {
  let box: Element | null = block.element;
  for (let level = 0; box !== null && level < offerLevels; level++, box = box.parentElement) {
    if (['body', 'main', 'article'].includes(box.localName)) return false;
    if (!offer.test(`${box.getAttribute('class') ?? ''} ${box.id}`)) continue;
    if (ownBoxes.has(box) && !isApart(box)) continue;
    const inside = lengthIn(box);
    return inside < bodyLength / 2 || (inside < smallOffer && bodyLength - inside >= fullParagraph);
  }
  return false;
}

/** Beside its name, a sign that a box is no part of a text: it is written as an aside, has a control, or a line of links alone. */
const looksApart = (box: Element): boolean =>
  box.localName === 'aside' ||
  box.querySelector(answer) !== null ||
  cutBlocks(box).some(({ linkLength, length }) => linkLength > 0.8 * length);

const remembered = (): Pick<Line, 'lengthIn' | 'isApart'> => ({
  lengthIn: once((box) => lengthOf(box.textContent)),
  isApart: once(looksApart),
});

function once<Value>(read: (box: Element) => Value): (box: Element) => Value {
  const values = new Map<Element, Value>();
  return (box) => {
    const value = values.get(box) ?? read(box);
    values.set(box, value);
    return value;
  };
}

const isHeading = ({ element }: Block): boolean => /^h\d$/.test(element.localName);

/** Blocks of another mark-up than most of the text has: an advertisement in the words of an article is set as its paragraphs are. */
function besideTextOf(body: readonly Block[]): Line['isBesideText'] {
  const kinds = new Map<string, number>();
  for (const block of body) kinds.set(kindOf(block), (kinds.get(kindOf(block)) ?? 0) + block.length);
  const [usual] = [...kinds].sort(([, a], [, b]) => b - a);
  return (block) => kindOf(block) !== usual?.[0];
}

const kindOf = ({ element }: Block): string => `${element.localName}.${element.className}`;

const unlinked = ({ linkLength, length }: Block): boolean => linkLength < 0.1 * length;

export interface ChosenBlocks {
  readonly body: readonly Block[];
  /** The page's other blocks. */
  readonly rest: readonly Block[];
  readonly title: string | null;
  readonly authors: readonly string[];
  readonly odd?: OddPlaces;
  /** Elements that hold the article, whatever they are called. */
  readonly ownBoxes: ReadonlySet<Element>;
  /** How likely a block is text, by the model. */
  readonly probabilityOf: (block: Block) => number;
}

/** Which of the chosen blocks are not the text after all: by block the rule's name, or null. */
export function leftOutOf(chosen: ChosenBlocks): (string | null)[] {
  const { body, rest, title, authors, odd = nothingOdd, ownBoxes } = chosen;
  const elsewhere = new Set(rest.filter(unlinked).map(({ text }) => text));
  const titleTokens = tokensOf(title ?? '');
  const bodyLength = lengthOfAll(body);
  // the whole text stands a second time on the page, and the model took one of the copies
  if (lengthOfAll(body.filter(({ text }) => elsewhere.has(text))) > bodyLength / 2) elsewhere.clear();
  const secondCopy = secondCopyIn(body);
  const isBesideText = besideTextOf(body);
  const page = {
    authors,
    isBesideText,
    title: titleTokens,
    bodyLength,
    elsewhere,
    secondCopy,
    odd,
    ownBoxes,
    ...remembered(),
  };
  const named = body.map((block, at) => {
    return rules.find(({ applies }) => applies({ block, at, ...page })) ?? null;
  });
  return withinBounds(named, chosen).map((rule) => rule?.name ?? null);
}

/** No rule, and not all rules together, take more of the text that the model is sure of: then it is the article that looks so. */
const mostTaken = 0.35;

/**
 * A rule that takes much of what the model is sure of is wrong about the page, whatever it is made of: it takes nothing. Where all rules together take so much, they
 * take nothing of that. Rules that take copies are free: the text stays.
 */
function withinBounds(named: readonly (LineRule | null)[], { body, probabilityOf }: ChosenBlocks): (LineRule | null)[] {
  const certain = body.map((block) => (probabilityOf(block) >= sureOfText ? block.length : 0));
  let all = 0;
  const takenBy = new Map<LineRule | null, number>();
  for (const [at, length] of certain.entries()) {
    const rule = named[at] ?? null;
    takenBy.set(rule, (takenBy.get(rule) ?? 0) + length);
    if (rule?.isCopy !== true) all += length;
  }
  const most = mostTaken * all;
  const bound = [...takenBy].filter(([rule]) => rule !== null && rule.isCopy !== true);
  const wrong = new Set(bound.filter(([, taken]) => taken > most).map(([rule]) => rule));
  const sane = bound.filter(([rule]) => !wrong.has(rule));
  const isTooMuch = sane.reduce((sum, [, taken]) => sum + taken, 0) > most;
  return named.map((rule, at) => {
    if (rule === null || rule.isCopy === true) return rule;
    return wrong.has(rule) || (isTooMuch && certain[at] !== 0) ? null : rule;
  });
}

/** Of the long paragraphs so many are there twice where the whole text is. */
const twice = 0.9;
const fewestTwice = 3;

/** The later ones of equal blocks, where nearly all long paragraphs are there twice: a refrain or a repeated quotation is not enough. */
function secondCopyIn(body: readonly Block[]): ReadonlySet<Block> {
  const copies = [...Map.groupBy(body, ({ text }) => text).values()];
  const long = copies.filter(([first]) => first !== undefined && isLong(first));
  const repeated = long.filter(({ length }) => length > 1);
  const isTwice = repeated.length >= fewestTwice && lengthOfFirst(repeated) >= twice * lengthOfFirst(long);
  return new Set(isTwice ? copies.flatMap(([, ...later]) => later) : []);
}

const lengthOfAll = (blocks: readonly Block[]): number => blocks.reduce((sum, { length }) => sum + length, 0);
const lengthOfFirst = (copies: readonly (readonly Block[])[]): number =>
  lengthOfAll(copies.flatMap(([first]) => first ?? []));
