import { likeness, tokensOf } from '../../../text/likeness.ts';
import { isCreditLine, isLabelledAdvertisement } from '../authors/credit-lines.ts';
import type { Element } from '../dom/tree.ts';
import { type Block, endsSentence, isLinkLine, lengthOf, lettersIn } from '../page/blocks.ts';
import { offerNames } from '../page/furniture-names.ts';
import { cutBlocks } from '../page/page-tree.ts';
import { allRulesOn, type RulesOff } from '../rules-off.ts';
import { isButton } from './buttons.ts';
import { blocksAfter, findCopyrightNotices } from './copyright-notice.ts';
import { type LayoutOutliers, noOutliers } from './layout-outliers.ts';
import { limitRemovals, type RemovalRule } from './removal-limits.ts';
import { findDoubtfulCopies, findRepeated, findSecondCopy } from './second-copy.ts';
import { commentsBesideText } from './whole-text.ts';

interface Candidate {
  readonly block: Block;
  /** Position among the chosen blocks. */
  readonly index: number;
  readonly title: readonly string[];
  /** Blocks that repeat an earlier block, where the page holds the whole article twice. */
  readonly secondCopy: ReadonlySet<Block>;
  readonly teaserRecords: ReadonlySet<Block>;
  readonly relatedBoxes: ReadonlySet<Block>;
  readonly comments: ReadonlySet<Block>;
  /** Unlinked blocks that are on the page again outside the text, apart from other text of the body. */
  readonly repeated: ReadonlySet<Block>;
  readonly copyrightNotices: ReadonlySet<Block>;
  readonly afterCopyright: ReadonlySet<Block>;
  readonly outliers: LayoutOutliers;
  /** Elements that hold the article, whatever their class names say. */
  readonly articleBoxes: ReadonlySet<Element>;
  /** Authors found without the text; may be empty. */
  readonly authors: readonly string[];
  readonly hasUnusualMarkup: (block: Block) => boolean;
  /** Length of all chosen blocks. */
  readonly bodyLength: number;
  /** Length of an element's text; memoized, as one box may hold thousands of blocks. */
  readonly lengthIn: (box: Element) => number;
  /** Whether an element looks separate from a text; memoized. */
  readonly isApart: (box: Element) => boolean;
}

interface BoilerplateRule extends RemovalRule {
  readonly why: string;
  readonly applies: (line: Candidate) => boolean;
}

const isShort = ({ length }: Block): boolean => length < 160;
/** "Read more", "Lesen Sie auch", "À lire aussi" …: a link to another article within the text. */
const pointer =
  /^(?:read (?:more|also|next)|related|see also|also read|more on|more from|watch|click here|subscribe|sign up|follow us|lesen sie|lies auch|mehr (?:zum|dazu|lesen)|auch interessant|siehe auch|à lire|lire aussi|voir aussi|lea también|leer más|te puede interesar|ver también|leggi anche|lees ook)\b/iu;
const pointerCjk = /^(?:相关阅读|延伸阅读|推荐阅读|关联阅读|相关新闻|更多精彩|返回搜狐|関連記事|あわせて読みたい)/u;
/** Lines about the page: copyright, editor, source. */
const imprint =
  /^[（(【[\s]*(?:©|\(c\) ?\d{4}|copyright\b|all rights reserved|(?:the )?(?:content|information) (?:of|on) this (?:web)?site is (?:provided )?for (?:general )?information|alle angaben ohne gewähr|(?:特别|免责)?声明[：:]|alle rechte vorbehalten|tous droits réservés|责任编辑|責任編輯|编辑：|(?:文章|稿件|新闻)?[来來]源\s*[：:]|第\s*\d+\s*[页頁]\s*[/／]|lorem ipsum\b|share (?:this|on)\b|advert(?:isement)?$|anzeige$|publicité$|\[?email[\s\u00a0]protected\]?$)/iu;
/** The label of a control, alone in its line. */
const control =
  /^(?:share|tweet|print|e-?mail|copy link|teilen|drucken|partager|imprimer|compartir|imprimir|condividi|stampa|分享|打印|シェア|印刷|مشاركة|طباعة)$/iu;
/** Offers of a subscription that replace the rest of the text. */
const paywall =
  /\bfree articles? (?:this (?:week|month)|left|remaining)|\balready (?:a )?subscri|\bsubscribe (?:now|today|to (?:read|continue|keep|unlock))|\b(?:log|sign) in to (?:read|continue)|\bjetzt abonnieren\b|\bbereits abonnent|\bmit abo weiterlesen|\babonnez-vous\b|\bdéjà abonné|\bsuscríbete\b|\bya (?:eres|soy) suscriptor|会员专享|登录后(?:继续)?阅读|会員限定|続きを読むには|للمشتركين فقط/iu;
const offer = new RegExp(`(?:^|[-_\\s])(?:${offerNames})(?:$|[-_\\s])`, 'i');
const maxOfferLevels = 4;
/** Latin letters; shorter offers count as small. */
const smallOfferLetters = 600;
/** Latin letters of a full paragraph. */
const fullParagraphLetters = 200;
/** Controls that accept an offer. */
const controls = 'form, input, button, [role="button"]';
/** Only a time or a date: of a live blog's entry or a teaser. */
const bareTime = /^[\d\s.:/-]{4,16}$/;
/** "Published 20 November 2026", "Stand: 14.02 Uhr". */
const dateLabel =
  /^(?:(?:first |last )?(?:published|updated|posted|modified)|erschienen|veröffentlicht|aktualisiert|stand\s?:|publié|mis à jour|publicado|actualizado|pubblicato|aggiornato|发布|发表|更新|公開|投稿日|نشر|آخر تحديث).{0,60}\d/iu;
const maxDateLineLetters = 80;
const cells = new Set(['td', 'th', 'li', 'dd', 'dt', 'pre']);

const rules: readonly BoilerplateRule[] = [
  {
    name: 'repeated-headline',
    why: 'the body begins with the headline',
    applies: ({ block, index, title }) => index < 3 && title.length > 1 && likeness(tokensOf(block.text), title) >= 0.9,
  },
  {
    name: 'pointer',
    why: 'points to another article',
    applies: ({ block }) =>
      isShort(block) && (pointer.test(block.text) || pointerCjk.test(block.text)) && block.linkLength > 0,
  },
  {
    name: 'imprint',
    why: 'a line about the page',
    isOneKind: true,
    applies: ({ block }) => isShort(block) && imprint.test(block.text),
  },
  {
    name: 'copyright-notice',
    why: 'claims the copyright of the text above',
    applies: ({ block, copyrightNotices }) => copyrightNotices.has(block),
  },
  {
    name: 'after-copyright',
    why: 'stands below the copyright notice of the text',
    applies: ({ block, afterCopyright }) => afterCopyright.has(block),
  },
  {
    name: 'teaser-record',
    why: 'the lead of another article, in a list of headlines',
    applies: ({ block, teaserRecords }) => teaserRecords.has(block),
  },
  {
    name: 'related-box',
    why: 'in a list of other articles under a heading that says so',
    isSure: true,
    applies: ({ block, relatedBoxes }) => relatedBoxes.has(block),
  },
  {
    name: 'comment-beside-text',
    why: 'in comments, outside of the box that is marked as the text',
    isSure: true,
    applies: ({ block, comments }) => comments.has(block),
  },
  {
    name: 'control',
    why: 'a button, or the word of one',
    isOneKind: true,
    applies: ({ block }) => isButton(block) || control.test(block.text),
  },
  {
    name: 'paywall',
    why: 'offers the rest for money',
    isOneKind: true,
    applies: ({ block }) => block.length < 2 * fullParagraphLetters && paywall.test(block.text),
  },
  {
    name: 'repeated-sentence',
    why: 'an appeal in its own box, which the page repeats outside the text',
    applies: ({ block, index, repeated }) =>
      index > 0 && repeated.has(block) && endsSentence(block.text) && !isHeading(block),
  },
  {
    name: 'second-copy',
    why: 'a copy: the page holds the whole text twice, or a paragraph again beside it',
    isCopy: true,
    applies: ({ block, secondCopy }) => secondCopy.has(block),
  },
  { name: 'offer', why: 'in a box that wants an address or money', isByName: true, applies: inOffer },
  {
    name: 'date-line',
    why: 'says when the page was published',
    applies: ({ block, index }) =>
      index < 3 && block.length < maxDateLineLetters && dateLabel.test(block.text) && !endsSentence(block.text),
  },
  {
    // the authors were found without the text: two independent sources agree
    name: 'credit-line',
    why: 'only says who wrote the article, or when',
    applies: ({ block, index, authors }) => index < 4 && !isHeading(block) && isCreditLine(block.text, authors),
  },
  {
    name: 'advertisement',
    why: 'is labelled as an advertisement, and its markup differs from the text, or its box is named so',
    applies: ({ block, hasUnusualMarkup }) =>
      isLabelledAdvertisement(block.text) && (hasUnusualMarkup(block) || isInAdvertisementBox(block)),
  },
  {
    name: 'bare-time',
    why: 'only a time or a date',
    isOneKind: true,
    applies: ({ block }) => bareTime.test(block.text) && !cells.has(block.element.localName),
  },
  {
    name: 'beside-text',
    why: 'the browser shows it beside the column of the text',
    applies: ({ block, outliers }) => outliers.beside.has(block),
  },
  {
    name: 'small-print',
    why: 'its letters are much smaller than those of the text',
    applies: ({ block, outliers }) => outliers.small.has(block),
  },
  {
    name: 'head-of-left-out',
    why: 'the heading of small print, or of a box beside the text',
    applies: ({ block, outliers }) => outliers.headings.has(block),
  },
];

/**
 * Whether a block is in a box whose name suggests an offer. The box must not hold the article according to the model, unless it looks separate. The box holds
 * less than half of the text, or is small while the article has a full paragraph besides.
 */
function inOffer({ block, bodyLength, lengthIn, isApart, articleBoxes }: Candidate): boolean {
  let box: Element | null = block.element;
  for (let level = 0; box !== null && level < maxOfferLevels; level++, box = box.parentElement) {
    if (['body', 'main', 'article'].includes(box.localName)) return false;
    if (!offer.test(`${box.getAttribute('class') ?? ''} ${box.id}`)) continue;
    if (articleBoxes.has(box) && !isApart(box)) continue;
    const inside = lengthIn(box);
    return inside < bodyLength / 2 || (inside < smallOfferLetters && bodyLength - inside >= fullParagraphLetters);
  }
  return false;
}

/** Signs, besides its name, that a box is separate from a text: an aside, a control, or a line that consists of links. */
const looksApart = (box: Element): boolean =>
  box.localName === 'aside' || box.querySelector(controls) !== null || cutBlocks(box).some(isLinkLine);

const memoizedMeasures = (): Pick<Candidate, 'lengthIn' | 'isApart'> => ({
  lengthIn: memoize((box) => lengthOf(box.textContent)),
  isApart: memoize(looksApart),
});

function memoize<Value>(read: (box: Element) => Value): (box: Element) => Value {
  const values = new Map<Element, Value>();
  return (box) => {
    const value = values.get(box) ?? read(box);
    values.set(box, value);
    return value;
  };
}

const isHeading = ({ element }: Block): boolean => /^h\d$/.test(element.localName);
/** Class names of a box between paragraphs. */
const advertisementBox =
  /(?:^|[-_\s])(?:ads?|advert\w*|sponsor\w*|anzeigen?|werbung|werbe\w*|promo\w*|pub|publicit\w*)(?:[-_\s]|$)/i;

const isInAdvertisementBox = ({ element: { parentElement: box } }: Block): boolean =>
  box !== null && advertisementBox.test(box.className);

/** Finds blocks whose markup differs from that of most of the text. A paragraph that merely mentions advertising has the usual markup. */
function unusualMarkupIn(body: readonly Block[]): Candidate['hasUnusualMarkup'] {
  const lengths = new Map<string, number>();
  for (const block of body) lengths.set(markupOf(block), (lengths.get(markupOf(block)) ?? 0) + block.length);
  const [usual] = [...lengths].sort(([, a], [, b]) => b - a);
  return (block) => markupOf(block) !== usual?.[0];
}

const markupOf = ({ element }: Block): string => `${element.localName}.${element.className}`;

interface ChosenBlocks {
  readonly body: readonly Block[];
  /** The page's other blocks. */
  readonly rest: readonly Block[];
  readonly title: string | null;
  readonly authors: readonly string[];
  readonly outliers?: LayoutOutliers;
  readonly teaserRecords?: ReadonlySet<Block>;
  readonly relatedBoxes?: ReadonlySet<Block>;
  /** Elements that hold the article, whatever their class names say. */
  readonly articleBoxes: ReadonlySet<Element>;
  /** The model's probability that a block is text. */
  readonly probabilityOf: (block: Block) => number;
  readonly off?: RulesOff;
}

/** Returns for each chosen block the name of the rule that removes it; null keeps it. */
export function findBoilerplate(chosen: ChosenBlocks): (string | null)[] {
  const {
    body,
    rest,
    title,
    authors,
    outliers = noOutliers,
    teaserRecords = new Set(),
    relatedBoxes = new Set(),
    articleBoxes,
    off = allRulesOn,
  } = chosen;
  const titleTokens = tokensOf(title ?? '');
  const bodyLength = lettersIn(body);
  const copyrightNotices = findCopyrightNotices(body);
  const page = {
    authors,
    copyrightNotices,
    teaserRecords,
    relatedBoxes,
    comments: commentsBesideText(body),
    repeated: findRepeated(body, rest),
    afterCopyright: blocksAfter(body, copyrightNotices),
    hasUnusualMarkup: unusualMarkupIn(body),
    title: titleTokens,
    bodyLength,
    secondCopy: new Set([...findSecondCopy(body), ...findDoubtfulCopies(body, chosen.probabilityOf)]),
    outliers,
    articleBoxes,
    ...memoizedMeasures(),
  };
  const matches = body.map(
    (block, index) =>
      rules.find(({ name, applies }) => applies({ block, index, ...page }) && !off.has(`boilerplate/${name}`)) ?? null,
  );
  return limitRemovals(matches, {
    body,
    probabilityOf: chosen.probabilityOf,
    hasUnusualMarkup: page.hasUnusualMarkup,
    off,
  }).map((rule) => rule?.name ?? null);
}
