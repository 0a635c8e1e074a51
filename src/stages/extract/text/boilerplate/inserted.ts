import { closestWhere } from '../../dom/closest-where.ts';
import { type Element, isElement } from '../../dom/tree.ts';
import { type Block, lettersIn, textLength } from '../../page/blocks.ts';

// What sites insert between the paragraphs of a text: placeholders of embedded content, tokens that a template left, captions, appeals.

/** What a site inserts as a line between the sentences of a text. */
export type Inserted = 'consent-placeholder' | 'template-token' | 'caption' | 'appeal';

/** Returns the lines of a text that its site inserted. @param body the blocks of the text */
export function findInserted(body: readonly Block[]): ReadonlyMap<Block, Inserted> {
  const around = smallBoxes();
  const appeals = appealBoxes(body);
  const counts = new Map<string, number>();
  for (const { text } of body) counts.set(text, (counts.get(text) ?? 0) + 1);
  const kindOf = (block: Block): Inserted | null => {
    if (isTemplateToken(block)) return 'template-token';
    if (block.text.length > maxPlaceholder) return null;
    const boxes = around(block.element);
    if (isConsentPlaceholder(block, boxes, (counts.get(block.text) ?? 0) > 1)) return 'consent-placeholder';
    if (isCaption(block, boxes)) return 'caption';
    return isAppeal(block, boxes, appeals) ? 'appeal' : null;
  };
  const found = new Map<Block, Inserted>();
  for (const block of body) {
    const kind = kindOf(block);
    if (kind !== null) found.set(block, kind);
  }
  return withoutGallery(found, body);
}

/** Share of a text that its captions may be: in a gallery they are the text. */
const maxCaptionShare = 0.15;

function withoutGallery(found: ReadonlyMap<Block, Inserted>, body: readonly Block[]): ReadonlyMap<Block, Inserted> {
  const captions = body.filter((block) => found.get(block) === 'caption');
  if (lettersIn(captions) <= maxCaptionShare * lettersIn(body)) return found;
  return new Map([...found].filter(([, kind]) => kind !== 'caption'));
}

/** Latin letters of an inserted box. */
const maxInserted = 600;
/** Levels of boxes around a line that are examined. */
const maxLevels = 4;

/** Gives the small boxes around a line, from the inside; each box is measured once. */
function smallBoxes(): (element: Element) => readonly Element[] {
  const small = new Map<Element, boolean>();
  const isSmall = (box: Element): boolean => {
    const known =
      small.get(box) ??
      (!/^(?:html|body|main|article)$/.test(box.localName) && textLength(box.textContent) <= maxInserted);
    small.set(box, known);
    return known;
  };
  return (element) => {
    const boxes: Element[] = [];
    for (
      let box: Element | null = element;
      box !== null && boxes.length < maxLevels && isSmall(box);
      box = box.parentElement
    )
      boxes.push(box);
    return boxes;
  };
}

const embedded =
  /external|third[- ]party|embedded|this content|youtube|vimeo|facebook|instagram|twitter|tiktok|google maps|spotify|extern(?:er?n?|es)? (?:inhalt|medien)|contenus? (?:externe|tiers|bloqué)|(?:este )?contenido|contenut[oi] estern[oi]|externe inhoud|conteúdo|treści zewnętrzn|внешн\p{L}+ (?:контент|содержим)|外部内容|外部コンテンツ/iu;
/** Consent to something; with words for embedded content also weaker ones count. */
const consent =
  /cookie|consent|einwillig|consentement|consentimiento|consenso|toestemming|consentimento|zgod|соглас|クッキー/iu;
const weakConsent = /accept|akzeptier|zustimm|datenschutz|privacy|aceptar?|accettar|aceit|同意/iu;
const unavailable =
  /not available|not (?:yet )?(?:accepted|agreed|consented)|unavailable|blocked|cannot be (?:shown|displayed)|nicht (?:verfügbar|geladen|angezeigt)|blockiert|gesperrt|bloqu|indisponible|no disponible|non disponibile|niet beschikbaar|indisponível|niedostępn|недоступ|заблокирован|无法显示|表示できません/iu;
const showing =
  /load|display|view|show|see|watch|klick|anzeig|laden|sehen|affich|voir|ver\b|mostrar|vedere|visualizz|bekijk|tonen|wyświetl|показ|просмотр|查看|表示/iu;
/** Characters of the notice in the place of an embedded medium. Chosen by hand, not measured. */
const maxPlaceholder = 400;
const embedClass = /embed|placeholder|consent|cookie|external|blocked|two-?click|2-?click/i;
const controls = 'button, input, iframe, [role="button"]';
const policyLinks = 'a[href*="privacy" i], a[href*="cookie" i], a[href*="datenschutz" i]';
const reader = /\b(?:you|your|sie|ihre|vous|votre|usted|tus?|sus?)\b/iu;

/** Whether a line stands for embedded content that the reader has to allow: by its words, and by its box or because the text has it more than once. */
function isConsentPlaceholder({ text, element }: Block, boxes: readonly Element[], isRepeated: boolean): boolean {
  const isEmbedded = embedded.test(text);
  const asks =
    (consent.test(text) || (isEmbedded && weakConsent.test(text))) && (showing.test(text) || unavailable.test(text));
  if (asks ? !isEmbedded && !reader.test(text) : !(isEmbedded && unavailable.test(text))) return false;
  const isControl = (box: Element): boolean =>
    box.querySelector(controls) !== null || (box !== element && box.querySelector(policyLinks) !== null);
  return isRepeated || boxes.some((box) => embedClass.test(box.className) || isControl(box));
}

/** `{{ title }}`, `{% if paid %}`, `<%= title %>`, `${item.title}`, `%%SLOT%%`, `[[related]]`. */
const token =
  /\{\{[^{}]{0,80}\}\}|\{%[^%]{0,80}%\}|<%[^%]{0,80}%>|\$\{[^{}]{0,80}\}|%%[\w-]{1,40}%%|\[\[[\w\s.:|-]{1,80}\]\]/gu;
/** Letters beside the tokens of a line: the text of a condition that was not evaluated. */
const maxBesideTokens = 20;

/** Whether a line is what a template left. A text about templates has it in `code`. */
function isTemplateToken({ text, element, pieces }: Block): boolean {
  if (text.search(token) === -1) return false;
  const isCode = (box: Element): boolean => /^(?:pre|code|samp|kbd|textarea)$/.test(box.localName);
  if (closestWhere(element, isCode) !== null) return false;
  if (pieces.some(({ parentElement }) => parentElement !== null && closestWhere(parentElement, isCode) !== null))
    return false;
  return text.replace(token, '').replace(/[^\p{L}\p{N}]/gu, '').length <= maxBesideTokens;
}

/** Characters of a caption. Chosen by hand, not measured. */
const maxCaption = 300;
const captionClass =
  /(?:^|[-_\s])(?:(?:img|image|photo|picture|figure|media|wp|bild)?-?captions?(?:-text|__text)?|bildunterschrift|bildtext|legende?|credits?|(?:photo|image|img|bild)-?credits?)(?=$|[-_\s])/i;
const credit = /©|\b(?:photo|picture|image|foto|bild|crédit|credit)s?\s?[:：/]|[(（](?:photo|foto|picture)/iu;
const pictureTags = new Set(['img', 'picture', 'figure', 'video']);

/** Whether a line is the caption of the picture beside it, by the class of its box, or as the only text, in italics, in the picture's own paragraph. */
function isCaption({ text, element, pieces }: Block, boxes: readonly Element[]): boolean {
  if (text.length > maxCaption) return false;
  const named = boxes.slice(0, 2).find((box) => captionClass.test(box.className));
  if (named !== undefined && hasPictureBeside(named)) return true;
  if (element.localName !== 'p') return false;
  const before = elementBeside(element, 'previousSibling');
  const isOfPicture =
    element.querySelector('img, picture') !== null || (credit.test(text) && before !== null && isPicture(before));
  if (!isOfPicture) return false;
  const words = pieces.filter(({ data }) => data.trim() !== '');
  const isSet = ({ parentElement }: (typeof words)[number]): boolean =>
    parentElement !== null && parentElement !== element && /^(?:em|i|small|cite)$/.test(parentElement.localName);
  return words.length > 0 && words.every(isSet);
}

/** Whether the element before or after a box, or before its parent, is a picture. */
function hasPictureBeside(box: Element): boolean {
  const beside = [
    elementBeside(box, 'previousSibling'),
    elementBeside(box, 'nextSibling'),
    box.parentElement && elementBeside(box.parentElement, 'previousSibling'),
  ];
  return beside.some((sibling) => sibling !== null && isPicture(sibling));
}

const isPicture = (box: Element): boolean =>
  pictureTags.has(box.localName) || (box.querySelector('img') !== null && textLength(box.textContent) < maxCaption);

function elementBeside(box: Element, side: 'previousSibling' | 'nextSibling'): Element | null {
  let node = box[side];
  while (node !== null && !isElement(node)) {
    if (node.textContent.trim() !== '') return null;
    node = node[side];
  }
  return node;
}

const appealPath =
  /\/(?:donate|donation|spenden?|unterstuetzen|support-us|support|soutenir|don|faire-un-don|dona|donar|apoyanos|sostieni|subscribe|subscriptions?|abo|abonnement|abonnieren|abonnez-vous|suscri\p{L}*|membership|become-a-member|newsletters?)(?:[/?#.]|$)/iu;
const appealWords =
  /\b(?:support (?:us|our|the|independent)|supporting us|donat\w+|donation|subscri\w+|sign up|newsletters?|become a member|unterstütz\p{L}+|spende\p{L}*|abonnier\p{L}+|mitglied werden|soutene[zr]|faites un don|abonnez|apóy\p{L}+|suscr\p{L}+|dona(?:r|ción)?|sosten\p{L}+|abbonat\p{L}+|steun ons|doneer)/iu;
const mailField = 'input[type="email"], input[name*="mail" i]';

/** Whether a line asks for an address or money: in a box with a field for an address, or with a link to the site's own page for it and little else. */
function isAppeal({ text, element, linkLength }: Block, boxes: readonly Element[], appeals: AppealBoxes): boolean {
  if (linkLength > 0 && text.length <= maxCaption && appeals.links.has(element) && appealWords.test(text)) return true;
  return boxes.some(
    (box) =>
      box !== element &&
      (appeals.fields.has(box) || (appeals.links.has(box) && textLength(box.textContent) <= maxCaption)) &&
      appealWords.test(box.textContent),
  );
}

/** The boxes of a page around fields for an address, and around links to its own pages that ask for money or an address. */
interface AppealBoxes {
  readonly fields: ReadonlySet<Element>;
  readonly links: ReadonlySet<Element>;
}

function appealBoxes(body: readonly Block[]): AppealBoxes {
  let root = body[0]?.element ?? null;
  while (root?.parentElement) root = root.parentElement;
  if (root === null) return { fields: new Set(), links: new Set() };
  const links = root.querySelectorAll('a[href]').filter((link) => isAppealAddress(link.getAttribute('href') ?? ''));
  return { fields: boxesAround(root.querySelectorAll(mailField)), links: boxesAround(links) };
}

const boxesAround = (elements: readonly Element[]): ReadonlySet<Element> => {
  const boxes = new Set<Element>();
  for (const element of elements) {
    let box: Element | null = element;
    for (let level = 0; box !== null && level <= maxLevels; level++, box = box.parentElement) boxes.add(box);
  }
  return boxes;
};

/** An address of the site itself. */
const isAppealAddress = (href: string): boolean => /^(?:\/(?!\/)|[^/:]*$)/.test(href) && appealPath.test(href);
