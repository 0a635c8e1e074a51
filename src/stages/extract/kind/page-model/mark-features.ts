import { log1 } from '../../classifier/tokens.ts';
import type { Element } from '../../dom/tree.ts';
import type { Block } from '../../page/blocks.ts';
import type { PageTree } from '../../page/page-tree.ts';
import { isPrice } from './price.ts';

// Marks: single lines and links by which pages of a kind are known, whatever their software.

/** What a button says that puts a thing into a cart. */
const buyWords =
  /^(?:add to (?:cart|basket|bag|trolley)|buy (?:it )?now|in den (?:warenkorb|einkaufswagen)|jetzt kaufen|ajouter au panier|acheter|a[ñn]adir (?:al carrito|a la cesta)|agregar al carrito|comprar(?: agora| ahora)?|adicionar ao (?:carrinho|cesto)|aggiungi al carrello|acquista|in (?:winkelwagen|winkelmand(?:je)?)|dodaj do koszyka|kup teraz|sepete ekle|hemen al|в корзину|купить|добавить в корзину|до кошика|加入购物车|加入購物車|立即购买|立即購買|カートに入れる|買い物かごに入れる|購入する|장바구니(?: 담기)?|구매하기|kosárba|do košíka|do košíku|lägg i (?:varukorg|kundvagn)(?:en)?|læg i kurv|legg i handlekurv(?:en)?|lisää ostoskoriin|أضف إلى (?:السلة|العربة))[\s!.+→]*$/iu;
/** What a help centre asks below an answer. */
const askHelpful =
  /\b(?:was|did) (?:this|that) (?:page|article|answer|information|topic|your question|help|answer your)?.{0,24}(?:helpful|help|useful|answer|question)|war (?:dieser|diese|dies|das).{0,24}hilfreich|cet article.{0,30}utile|fue útil|foi útil|è stato utile|nuttig\?|помогла ли|была ли .{0,20}полезн|是否有帮助|有帮助吗|役に立ちましたか|yardımcı oldu mu|przydatny\?/iu;
/** "v1.4.2", "Version 3.1". */
const version = /(?:^|[\s(@])v?\d+\.\d+(?:\.\d+)?(?:[\s),;-]|$)/;
const verb = /^(?:GET|POST|PUT|PATCH|DELETE)\s+(?:https?:\/)?\/\S/;
const fileName = /^[\w.@-]+\.(?:[a-z]{1,5}|\d{1,2})$/i;
/** Names of parts: "openStore()", "path.join", "std::vector", "class Foo", "--quiet". */
const identifier =
  /^(?:(?:pub |async |static |public |def |fn |func |function |class |struct |enum |trait |interface |module |namespace |type |const )+[\w$<]|[\w$.:]+\(.*\)?$|[\w$]+(?:\.|::|->|_)[\w$.:]+$|[a-z]+[A-Z][\w$]*$|-{1,2}[a-z][\w-]*)/;
const editAddress =
  /\/(?:_?edit|-\/edit)\/|[?&]action=edit|\/(?:blob|raw|tree)\/.*\.(?:mdx?|rst|adoc|txt)$|\/_sources\//i;
const codeHostAddress =
  /\/(?:blob|tree|commits?|pulls?|merge_requests|branches|tags|releases|stargazers|forks?|network|src\/branch)(?:\/|$)/i;
const contactAddress =
  /\/(?:contact(?:-?us)?|kontakt|contacto|contato|demo|book(?:ing)?|request|quote|get-?started|sign-?up|trial|appointments?|schedule|termin|donate|apply|enquir\w*|inquir\w*)(?:[-/.?#]|$)/i;
const answerName = /(?:^|[-_/?=&\s])(?:reply|quote|respond|answer|antworten|zitieren)(?:$|[-_/?=&\s])/i;
const postNumber = /^#\s?\d{1,4}$|^\d{1,4}#$/;

/** Lines after the headline in which a price or a button to buy is that of the page's own thing. */
const reach = 30;

export function markFeatures(tree: PageTree, titleBlock: Block | null) {
  const lines = lineCounts(tree);
  const links = linkCounts(tree);
  const own = ownOffer(tree, titleBlock);
  return {
    ...own,
    buyLines: log1(lines.buys),
    helpful: Number(lines.helpful > 0),
    versions: log1(lines.versions),
    verbs: log1(lines.verbs),
    fileLinks: log1(lines.files),
    codeHeadings: lines.headings === 0 ? 0 : lines.codeHeadings / lines.headings,
    askedHeadings: lines.headings === 0 ? 0 : lines.askedHeadings / lines.headings,
    postNumbers: log1(lines.numbers),
    fragments: log1(links.fragments),
    edits: Number(links.edits > 0),
    codeHost: log1(links.codeHost),
    invitations: log1(links.contacts),
    answerLinks: log1(links.answers),
    namedHeadings: links.headings === 0 ? 0 : links.named / links.headings,
  };
}

function lineCounts({ blocks }: PageTree) {
  const counts = {
    buys: 0,
    helpful: 0,
    versions: 0,
    verbs: 0,
    files: 0,
    headings: 0,
    codeHeadings: 0,
    askedHeadings: 0,
    numbers: 0,
  };
  for (const { text, length, element, linkLength } of blocks) {
    if (length > 120) continue;
    if (/^(?:h[2-6]|dt)$/.test(element.localName)) {
      counts.headings += 1;
      if (identifier.test(text)) counts.codeHeadings += 1;
      if (/[?？]$/.test(text)) counts.askedHeadings += 1;
    }
    if (askHelpful.test(text)) counts.helpful += 1;
    if (length > 60) continue;
    if (length <= 40 && buyWords.test(text)) counts.buys += 1;
    if (/\d/.test(text)) {
      if (version.test(text)) counts.versions += 1;
      if (postNumber.test(text)) counts.numbers += 1;
    }
    if (verb.test(text)) counts.verbs += 1;
    if (linkLength > 0.8 * length && fileName.test(text)) counts.files += 1;
  }
  return counts;
}

function linkCounts({ tags, elements }: PageTree) {
  const counts = { fragments: 0, edits: 0, codeHost: 0, contacts: 0, answers: 0, headings: 0, named: 0 };
  for (const [at, tag] of tags.entries()) {
    if (tag === 'a') countLink(counts, elements[at] as Element);
    else if (tag === 'button') counts.answers += Number(answerName.test((elements[at] as Element).className));
    else if (tag === 'h2' || tag === 'h3' || tag === 'h4') {
      counts.headings += 1;
      counts.named += Number(isNamed(elements[at] as Element));
    }
  }
  return counts;
}

/** Letters of an address that are read: hostile ones are very long. */
const maxAddress = 300;

function countLink(counts: ReturnType<typeof linkCounts>, link: Element): void {
  const href = (link.getAttribute('href') ?? '').slice(0, maxAddress);
  if (href.startsWith('#')) {
    if (href.length > 1) counts.fragments += 1;
    return;
  }
  if (editAddress.test(href)) counts.edits += 1;
  if (codeHostAddress.test(href)) counts.codeHost += 1;
  if (contactAddress.test(href)) counts.contacts += 1;
  if (answerName.test(href) || answerName.test(link.className)) counts.answers += 1;
}

/** Whether a heading, its box or a mark in it has a name to which links can lead. */
const isNamed = (heading: Element): boolean =>
  heading.hasAttribute('id') ||
  (heading.parentElement?.localName === 'section' && heading.parentElement.hasAttribute('id')) ||
  heading.children.some((child) => child.localName === 'a' && (child.hasAttribute('id') || child.hasAttribute('name')));

/** Whether a price and a button to buy follow the headline before another heading that is a link: those of a list stand in its entries. */
function ownOffer({ blocks }: PageTree, titleBlock: Block | null) {
  const from = titleBlock === null ? -1 : blocks.indexOf(titleBlock);
  if (from < 0) return { ownPrice: 0, ownBuy: 0 };
  let [price, buy] = [0, 0];
  for (const block of blocks.slice(from + 1, from + 1 + reach)) {
    if (/^h[1-4]$/.test(block.element.localName) && block.links > 0) break;
    if (isPrice(block)) price = 1;
    if (block.length <= 40 && buyWords.test(block.text)) buy = 1;
  }
  return { ownPrice: price, ownBuy: buy };
}
