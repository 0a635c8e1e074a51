import type { Document } from '../dom/document.ts';
import type { Element } from '../dom/tree.ts';
import type { PageEvidence } from './page-evidence.ts';

const around = new Set(['nav', 'header', 'footer', 'aside', 'dialog']);
const aroundName =
  /(?:^|[-_\s])(?:header|top-?bar|nav(?:bar)?|menu|side-?bar|footer|modal|popup|dropdown|widget)(?:$|[-_\s])/i;

/** Whether a form with a field for a password stands in the content: those of menus, side bars and dialogs are on every page of a site. */
export function hasLoginForm(document: Document): boolean {
  return [...document.querySelectorAll('input[type="password"]')].slice(0, maxFields).some(isInContent);
}

/** Fields for passwords that are looked at: bounds the work. Chosen by hand, not measured. */
const maxFields = 4;

function isInContent(field: Element): boolean {
  for (let at: Element | null = field.parentElement; at !== null && at.localName !== 'body'; at = at.parentElement)
    if (around.has(at.localName) || aroundName.test(`${at.className} ${at.id}`)) return false;
  return true;
}

/** Latin letters of paragraphs beside the form: why one should log in. */
const maxText = 420;
/** Links to other pages with the length of a headline. */
const maxHeadlines = 8;

/** Whether the page is a form to log in or to register and little else. */
export const isLoginPage = (page: PageEvidence): boolean =>
  page.hasLoginForm &&
  page.paragraphLength <= maxText &&
  page.headlineLinks <= maxHeadlines &&
  page.entries.withText < 3 &&
  page.about.posts === 0;
