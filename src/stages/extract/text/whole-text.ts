import { closestWhere } from '../dom/closest-where.ts';
import type { Element } from '../dom/tree.ts';
import { type Block, isLinkLine, lettersIn, textLength } from '../page/blocks.ts';
import { commentNames } from '../page/furniture-names.ts';
import type { PageTree } from '../page/page-tree.ts';

/** Class names of the box that holds a post's text and nothing else. */
const contentClass =
  /(?:^|[-_\s])(?:e-content|entry-content|(?:post|article|entry|story|blog|page|single|main)[-_]{1,2}(?:content|body|text|entry)|article-?body|post-?body|content__default|markdown-body|rich-?text|gh-content|prose)(?=[-_\s]|$)/i;

/** Whether an element is marked as the box of a post's text. */
const isContentBox = (element: Element): boolean =>
  (element.getAttribute('itemprop') ?? '').includes('articleBody') || contentClass.test(element.className);

const isPostBox = ({ localName }: Element): boolean => localName === 'article' || localName === 'main';

/** Latin letters of a text: less is a label, more needs no such evidence. */
const minTextLetters = 25;
const maxTextLetters = 600;
/** Latin letters of lines that a post has beside its text: date, author, tags, "3 min read". */
const maxLineLetters = 80;
const otherTags = new Set(['header', 'footer', 'nav', 'aside', 'form', 'button', 'figcaption']);
const commentBox = new RegExp(`(?:^|[-_\\s])(?:${commentNames})(?=[-_\\s]|$)`, 'i');

/**
 * Whether the body is all the text of a box that is marked as the article's (`e-content`, `entry-content`, `itemprop=articleBody`, `<article>`, `<main>`),
 * and no form asks for a password there. Then a single sentence may be a whole post.
 * @param body in document order
 */
export function isWholeText({ blocks }: PageTree, body: readonly Block[], headline: Block | null): boolean {
  const [first] = body;
  // a headline and a byline alone are a post whose text is missing
  const letters = lettersIn(body.filter((block) => block !== headline));
  if (first === undefined || letters < minTextLetters || letters > maxTextLetters) return false;
  const box = boxAround(first.element);
  if (box === null || !body.every(({ element }) => box.contains(element)) || asksForPassword(box)) return false;
  const inBody = new Set(body);
  return !blocks.some(
    (block) => !inBody.has(block) && block !== headline && box.contains(block.element) && isOtherText(block, box),
  );
}

const boxAround = (element: Element): Element | null =>
  closestWhere(element, isContentBox) ?? closestWhere(element, isPostBox);

const isOtherText = (block: Block, box: Element): boolean =>
  block.length > maxLineLetters &&
  !isLinkLine(block) &&
  closestWhere(block.element, (around) => around === box || otherTags.has(around.localName) || isComment(around)) ===
    box;

const isComment = ({ className, id }: Element): boolean => commentBox.test(`${className} ${id}`);

/** Notes in place of a text that only some readers may see. */
const lockedWords =
  /password[- ]protected|enter (?:your|the) password|(?:members|subscribers)[- ]only|for (?:paying |paid |our )*(?:subscribers|members)\b|(?:sign|log) ?(?:in|up)(?: now)? to (?:read|view|continue|access|see)|passwort(?:geschützt| ein)|nur für (?:mitglieder|abonnent)|jetzt anmelden, um|protégé par (?:un )?mot de passe|réservée? aux (?:abonn|membr)|connectez-vous pour|protegid[ao] (?:con|por) (?:una )?(?:contraseña|senha)|(?:solo|exclusivo|apenas) para (?:suscriptores|miembros|assinantes|membros)|protett[oa] da password|riservato agli abbonati|beveiligd met een wachtwoord|alleen voor (?:leden|abonnees)|受密码保护|会员(?:专享|可见)|登录后(?:可见|查看|阅读)|パスワードで保護|会員限定|защищен[ао]? паролем|только для (?:подписчиков|участников)|محمي(?:ة)? بكلمة مرور|للمشتركين فقط/iu;
/** Latin letters. A longer text is the post itself, with an offer below it. */
const maxLockedLetters = 600;

/** Whether a box shows a form for a password, or a note that only members may read the text. */
function asksForPassword(box: Element): boolean {
  if (box.querySelector('input[type="password"]') !== null) return true;
  const text = box.textContent;
  return textLength(text) <= maxLockedLetters && lockedWords.test(text);
}

/** The body's blocks in comments, where a marked box holds the text: the comments on a short post are longer than the post. */
export function commentsBesideText(body: readonly Block[]): ReadonlySet<Block> {
  const box = body.map(({ element }) => closestWhere(element, isContentBox)).find((around) => around !== null);
  if (box === undefined || box === null || closestWhere(box, isComment) !== null) return new Set();
  return new Set(body.filter(({ element }) => !box.contains(element) && closestWhere(element, isComment) !== null));
}
