import type { Draft } from './draft.ts';

/** Letters of an article's text that are stored: more than any article has, and three bytes for each fit into every store (storage/records/ending-size.ts). */
export const longestText = 1_000_000;
/** Mark-up may take half as much again. */
const longestHtml = 1_500_000;

type Texts = Pick<Draft, 'body' | 'bodyHtml' | 'markdown'>;

/** A draft whose texts can be stored, cut behind a paragraph where they are longer. @returns also what was cut, in words; null: nothing */
export function storableTexts<T extends Texts>(draft: T): { readonly draft: T; readonly cut: string | null } {
  const { body, bodyHtml, markdown } = draft;
  if (body.length <= longestText && markdown.length <= longestText && bodyHtml.length <= longestHtml)
    return { draft, cut: null };
  const [text, inMarkdown] = [cutText(body), cutText(markdown)];
  const cut =
    text.length < body.length
      ? `the text was cut to ${text.length} of ${body.length} letters; the snapshot has all of it`
      : `the text's mark-up was left out: ${bodyHtml.length} letters; the snapshot has all of it`;
  return { draft: { ...draft, body: text, markdown: inMarkdown, bodyHtml: plainHtml(text) }, cut };
}

function cutText(text: string): string {
  if (text.length <= longestText) return text;
  const end = text.lastIndexOf('\n\n', longestText);
  // Half a letter at the cut is none.
  return end > longestText / 2 ? text.slice(0, end) : text.slice(0, longestText).replace(/[\ud800-\udbff]$/, '');
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Cut mark-up would have open ends: paragraphs of the text take its place. */
function plainHtml(text: string): string {
  const paragraphs: string[] = [];
  let length = 0;
  for (const paragraph of text.split(/\n{2,}/)) {
    const html = `<p>${paragraph.replace(/[&<>]/g, (sign) => escapes[sign] ?? sign)}</p>`;
    length += html.length;
    if (length > longestHtml) break;
    paragraphs.push(html);
  }
  return paragraphs.join('\n');
}
