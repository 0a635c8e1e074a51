import { likeness, wordTokens } from '../../../../text/likeness.ts';
import { isCreditLine, isLabelledAdvertisement } from '../../authors/credit-lines.ts';
import type { Element } from '../../dom/tree.ts';
import { type Block, endsSentence, lettersIn } from '../../page/blocks.ts';
import { allRulesOn, type RulesOff } from '../../rules-off.ts';
import { type LayoutOutliers, noOutliers } from '../layout-outliers.ts';
import { findDoubtfulCopies, findRepeated, findSecondCopy } from '../second-copy.ts';
import { commentsBesideText } from '../whole-text.ts';
import { blocksAfter, findCopyrightNotices } from './copyright-notice.ts';
import { findInserted, type Inserted } from './inserted.ts';
import { fullParagraphLetters, OfferBoxes } from './offer-boxes.ts';
import { limitRemovals, type RemovalRule } from './removal-limits.ts';

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
  readonly inserted: ReadonlyMap<Block, Inserted>;
  readonly copyrightNotices: ReadonlySet<Block>;
  readonly afterCopyright: ReadonlySet<Block>;
  readonly outliers: LayoutOutliers;
  /** Authors found without the text; may be empty. */
  readonly authors: readonly string[];
  readonly hasUnusualMarkup: (block: Block) => boolean;
  readonly offers: OfferBoxes;
}

interface BoilerplateRule extends RemovalRule {
  readonly why: string;
  readonly applies: (line: Candidate) => boolean;
}

const isShort = ({ length }: Block): boolean => length < 160;
/** "Read more", "Lesen Sie auch", "À lire aussi" …: a link to another article within the text. */
const pointer =
  /^(?:read (?:more|also|next)|related|see also|also read|more on|more from|watch|click here|subscribe|sign up|follow us|lesen sie|lies auch|mehr (?:zum|dazu|lesen)|auch interessant|siehe auch|à lire|lire aussi|voir aussi|lea también|leer más|te puede interesar|ver también|leggi anche|lees ook)\b/iu;
const pointerCjk =
  /^(?:相关阅读|延伸阅读|推荐阅读|关联阅读|相关新闻|更多精彩|返回(?:首页|顶部|目录|列表|.{1,6}[，,]\s*查看更多)|関連記事|あわせて読みたい)/u;
/** Lines about the page: copyright, editor, source. */
const imprint =
  /^[（(【[\s]*(?:©|\(c\) ?\d{4}|copyright\b|all rights reserved|(?:the )?(?:content|information) (?:of|on) this (?:web)?site is (?:provided )?for (?:general )?information|alle angaben ohne gewähr|(?:特别|免责)?声明[：:]|alle rechte vorbehalten|tous droits réservés|责任编辑|責任編輯|编辑：|(?:文章|稿件|新闻)?[来來]源\s*[：:]|第\s*\d+\s*[页頁]\s*[/／]|lorem ipsum\b|share (?:this|on)\b|advert(?:isement)?$|anzeige$|publicité$|\[?email[\s\u00a0]protected\]?$)/iu;
/** The label of a control, alone in its line. */
const control =
  /^(?:share|tweet|print|e-?mail|copy link|teilen|drucken|partager|imprimer|compartir|imprimir|condividi|stampa|分享|打印|シェア|印刷|مشاركة|طباعة)$/iu;
/** Offers of a subscription that replace the rest of the text. */
const paywall =
  /\bfree articles? (?:this (?:week|month)|left|remaining)|\balready (?:a )?subscri|\bsubscribe (?:now|today|to (?:read|continue|keep|unlock))|\b(?:log|sign) in to (?:read|continue)|\bjetzt abonnieren\b|\bbereits abonnent|\bmit abo weiterlesen|\babonnez-vous\b|\bdéjà abonné|\bsuscríbete\b|\bya (?:eres|soy) suscriptor|会员专享|登录后(?:继续)?阅读|会員限定|続きを読むには|للمشتركين فقط/iu;
/** Only a time or a date: of a live blog's entry or a teaser. */
const bareTime = /^[\d\s.:/-]{4,16}$/;
/** "Published 20 November 2026", "Stand: 14.02 Uhr". */
const dateLabel =
  /^(?:(?:first |last )?(?:published|updated|posted|modified)|erschienen|veröffentlicht|aktualisiert|stand\s?:|publié|mis à jour|publicado|actualizado|pubblicato|aggiornato|发布|发表|更新|公開|投稿日|نشر|آخر تحديث).{0,60}\d/iu;
/** Latin letters of a line with a label and a date. Chosen by hand, not measured. */
const maxDateLineLetters = 80;
const cells = new Set(['td', 'th', 'li', 'dd', 'dt', 'pre']);

const rules: readonly BoilerplateRule[] = [
  {
    name: 'repeated-headline',
    why: 'the body begins with the headline',
    applies: ({ block, index, title }) =>
      index < 3 && title.length > 1 && likeness(wordTokens(block.text), title) >= 0.9,
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
  {
    name: 'offer',
    why: 'in a box that wants an address or money',
    isByName: true,
    applies: ({ block, offers }) => offers.holds(block),
  },
  {
    name: 'consent-placeholder',
    why: 'stands for embedded content that the reader has to allow',
    applies: ({ block, inserted }) => inserted.get(block) === 'consent-placeholder',
  },
  {
    name: 'template-token',
    why: 'a token that a template left',
    applies: ({ block, inserted }) => inserted.get(block) === 'template-token',
  },
  {
    name: 'caption',
    why: 'the caption of a picture',
    applies: ({ block, inserted }) => inserted.get(block) === 'caption',
  },
  {
    name: 'appeal',
    why: 'asks for an address or money',
    applies: ({ block, inserted }) => inserted.get(block) === 'appeal',
  },
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
  const titleTokens = wordTokens(title ?? '');
  const bodyLength = lettersIn(body);
  const copyrightNotices = findCopyrightNotices(body);
  const page = {
    authors,
    copyrightNotices,
    inserted: findInserted(body),
    teaserRecords,
    relatedBoxes,
    comments: commentsBesideText(body),
    repeated: findRepeated(body, rest),
    afterCopyright: blocksAfter(body, copyrightNotices),
    hasUnusualMarkup: unusualMarkupIn(body),
    title: titleTokens,
    secondCopy: new Set([...findSecondCopy(body), ...findDoubtfulCopies(body, chosen.probabilityOf)]),
    outliers,
    offers: new OfferBoxes(articleBoxes, bodyLength),
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

/** Latin letters of a question that opens its answer; labels of other controls are shorter. */
const minToggleLetters = 20;

/** Whether a block is the label of a button. The question of an accordion is text: its button shows the answer, and it is a heading. */
export function isButton({ element, length }: Block): boolean {
  const button = element.closest('button, [role="button"]');
  if (button === null) return false;
  const isHeading = button.closest('h1, h2, h3, h4, h5, h6, dt') ?? button.querySelector('h1, h2, h3, h4, h5, h6');
  return length < minToggleLetters || !button.hasAttribute('aria-expanded') || isHeading === null;
}
