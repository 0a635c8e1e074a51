import type { Document } from '../dom/document.ts';
import type { Element } from '../dom/tree.ts';
import type { Block } from '../page/blocks.ts';
import type { PageTree } from '../page/page-tree.ts';
import type { PageEvidence } from './page-evidence.ts';

/** Sentences that stand in the place of a text for members or subscribers. */
const membersOnly =
  /\b(?:this|the (?:full|rest of (?:this|the))) (?:post|article|story|content|page|newsletter) is (?:for|only (?:for|available to)|available (?:only )?(?:to|for)|reserved for|exclusively for)\b|\b(?:paying|paid|registered) (?:subscribers|members) only\b|\b(?:log|sign) in to (?:read|view|continue)|\b(?:nur|exklusiv|ausschließlich) für (?:abonnent|mitglieder|registrierte)|\bréservé(?:e|s)? aux (?:abonné|membre)|\b(?:solo|exclusivo|sólo) para (?:suscriptores|socios|miembros)|\bsolo per (?:gli )?abbonati|только для (?:подписчиков|участников)|会员(?:专享|可见)|登录后(?:查看|阅读)|会員限定|للمشتركين فقط|فقط للأعضاء|למנויים בלבד/iu;
/** Latin letters of a text: a longer one is there, whatever is said around it. */
const maxLockedText = 500;

/** Why a page's text is not for everybody: a form for its password, or a sentence for members; null: nothing says so. */
export function findLock(document: Document, tree: PageTree, isAround: (block: Block) => boolean): string | null {
  const password = document.querySelector('form input[type="password"]');
  if (password !== null && isInContent(password, tree)) return 'the text is behind a password';
  const line = tree.blocks.find((block) => block.length < 400 && membersOnly.test(block.text) && !isAround(block));
  return line === undefined ? null : `the text is for members: "${line.text.slice(0, 80)}"`;
}

/** The form of a login stands in a menu, header or dialog, and asks for a name. */
function isInContent(input: Element, { elements, parents }: PageTree): boolean {
  const form = input.closest('form');
  const fields = form?.querySelectorAll('input[type="text"], input[type="email"], input:not([type])') ?? [];
  if (fields.length > 0) return false;
  for (let at = elements.indexOf(form ?? input); at >= 0; at = parents[at] ?? -1)
    if (/^(?:nav|header|footer|aside|dialog)$/.test(elements[at]?.localName ?? '')) return false;
  return true;
}

/** Whether the page lacks its text because it is not for everybody. A list has entries. */
export const isLocked = ({ lock, bodyLength, claim, entries }: PageEvidence): boolean =>
  lock !== null && bodyLength < maxLockedText && (claim !== null || entries.hasOwnDate || entries.count < 2);
