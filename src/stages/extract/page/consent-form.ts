import type { Token } from 'parse5';
import type { Element } from '../dom/tree.ts';
import { consentNames } from './furniture-names.ts';

const consentClass = new RegExp(consentNames, 'i');

/** Whether an element looks like a consent dialog. It is called for every element: a selector would take ten times as long. */
export const isDialogLike = ({ localName, attributes }: Element): boolean =>
  localName === 'dialog' || attributes.some(saysDialog);

function saysDialog({ name, value }: Token.Attribute): boolean {
  switch (name) {
    case 'role':
      return value === 'dialog' || value === 'alertdialog';
    case 'aria-modal':
      return value === 'true';
    case 'id':
      return /consent|cookie|cmp/i.test(value);
    case 'class':
      return consentClass.test(value);
    default:
      return false;
  }
}

/** Whether a text asks for consent to cookies. */
export const asksForConsent = (text: string): boolean =>
  /before you continue|we (?:value|respect|care about) your privacy|your privacy (?:matters|is important)|consent to (?:the use of )?cookies|accept all cookies|alle akzeptieren|(?:schätzen|respektieren) ihre privatsphäre|ihre privatsphäre ist uns wichtig|tout accepter|respectons votre vie privée|aceptar todo|(?:valoramos|respetamos) su privacidad|valorizamos a sua privacidade|(?:rispettiamo|abbiamo a cuore) la (?:tua|vostra) privacy|accetta tutt[oi]|we (?:respecteren|waarderen) (?:uw|je) privacy|alles accepteren|(?:重视|尊重)您的隐私|接受(?:所有|全部)|プライバシーを(?:尊重|大切)|すべて(?:受け入れる|同意)|(?:نحترم|نقدر|نهتم ب)\s?خصوصيت(?:ك|كم)|قبول الكل/i.test(
    text,
  ) &&
  /cookie|consent|datenschutz|privatsphäre|privacy|confidentialité|vie privée|privacidad|隐私|クッキー|プライバシー|ملفات تعريف الارتباط|الخصوصية/i.test(
    text,
  );

/** Other words of consent dialogs; on a whole page they may be part of an article. */
const speaksOfCookies =
  /\b(?:we|our partners|this (?:web)?site)\b.{0,60}\b(?:use|store|set)s?\b.{0,60}\bcookies|wir (?:und unsere|verwenden|nutzen|setzen).{0,80}cookies|nous (?:et nos|utilisons).{0,80}cookies|(?:utilizamos|usamos|usiamo|utilizziamo|wij gebruiken).{0,40}cookies|使用.{0,20}cookie|cookieを使用|(?:当サイト|当社).{0,60}(?:クッキー|cookie)|partner.{0,60}(?:personenbezogene|cookies)|نستخدم.{0,40}ملفات (?:تعريف )?الارتباط/is;

/** Characters; no consent dialog has more text. */
const maxFormChars = 5_000;

/** Whether an element is a consent dialog. */
export const isConsentForm = (element: Element): boolean =>
  !/^(?:html|body|main|article)$/.test(element.localName) &&
  element.querySelector('main, article') === null &&
  element.textContent.length < maxFormChars &&
  (asksForConsent(element.textContent) || speaksOfCookies.test(element.textContent));

/** Levels of boxes around a button that are examined. */
const maxBoxLevels = 5;
const buttons = 'button, [role="button"], input[type="button"], input[type="submit"]';

/**
 * For each button the smallest box around it that is a consent dialog whatever its names are: it has at least two buttons, to accept and to refuse or to choose.
 * @param elements all elements of the page
 */
export function consentBoxes(elements: readonly Element[]): ReadonlySet<Element> {
  const verdicts = new Map<Element, boolean>();
  // many buttons may stand in one box: it is read once
  const isConsentBox = (box: Element): boolean => {
    const verdict = verdicts.get(box) ?? (isConsentForm(box) && box.querySelectorAll(buttons).length > 1);
    verdicts.set(box, verdict);
    return verdict;
  };
  return new Set(elements.filter(isButton).flatMap((button) => boxesAround(button).find(isConsentBox) ?? []));
}

/** The boxes around a button that are examined, from the inside. */
function boxesAround(button: Element): Element[] {
  const boxes: Element[] = [];
  for (let box = button.parentElement; box !== null && boxes.length < maxBoxLevels; box = box.parentElement)
    boxes.push(box);
  return boxes;
}

const isButton = ({ localName, attributes }: Element): boolean =>
  localName === 'button' || attributes.some(({ name, value }) => name === 'role' && value === 'button');
