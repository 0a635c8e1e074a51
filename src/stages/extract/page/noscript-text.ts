import type { RulesOff } from '../rules-off.ts';
import { type ParsedPage, parsePage } from './parse.ts';

/** Characters of text for visitors without scripts, at least: "please switch scripts on" and pictures that count visits have less. */
const minText = 500;
/** Latin letters of a page whose text is built by scripts, at most: its name, a menu, "loading". */
const maxShown = 300;

/**
 * The page as visitors without scripts see it, where the rest of it is empty: some forums and shops give such visitors the whole text. Null: it has no such text.
 * @param shown Latin letters that the page has without it
 */
export function parseWithoutScripts(html: string, shown: number, off: RulesOff): ParsedPage | null {
  if (shown > maxShown) return null;
  const parts = html.match(/<noscript[^>]*>[\s\S]*?<\/noscript\s*>/gi) ?? [];
  const text = parts
    .join(' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
  return text.length < minText ? null : parsePage(html.replace(/<\/?noscript[^>]*>/gi, ''), off);
}
