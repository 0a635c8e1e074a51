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
  /before you continue|we (?:value|care about) your privacy|consent to (?:the use of )?cookies|accept all cookies|alle akzeptieren|tout accepter|aceptar todo/i.test(
    text,
  ) && /cookie|consent|datenschutz|privacy|confidentialité|privacidad/i.test(text);

/** Other words of consent dialogs; on a whole page they may be part of an article. */
const speaksOfCookies =
  /\b(?:we|our partners|this (?:web)?site)\b.{0,60}\b(?:use|store|set)s?\b.{0,60}\bcookies|wir (?:und unsere|verwenden|nutzen|setzen).{0,80}cookies|nous (?:et nos|utilisons).{0,80}cookies|(?:utilizamos|usamos|usiamo|utilizziamo|wij gebruiken).{0,40}cookies|使用.{0,20}cookie|cookieを使用/is;

/** Characters; no consent dialog has more text. */
const maxFormChars = 5_000;

/** Whether an element is a consent dialog. */
export const isConsentForm = (element: Element): boolean =>
  !/^(?:html|body|main|article)$/.test(element.localName) &&
  element.querySelector('main, article') === null &&
  element.textContent.length < maxFormChars &&
  (asksForConsent(element.textContent) || speaksOfCookies.test(element.textContent));
