import type { Draft } from './draft.ts';

/** Longest text of an article that is stored, UTF-16 units: more than any article has. Three bytes for each fit into every store (storage/records/ending-size.ts). */
export const maxTextLength = 1_000_000;
/** Longest mark-up that is stored, UTF-16 units. */
const maxHtmlLength = 1_500_000;

type Texts = Pick<Draft, 'body' | 'bodyHtml' | 'markdown'>;

/** Cuts texts that are too long to be stored, after a paragraph. @returns the draft, and a sentence on what was cut; null: nothing was */
export function storableTexts<T extends Texts>(draft: T): { readonly draft: T; readonly cut: string | null } {
  const { body, bodyHtml, markdown } = draft;
  if (body.length <= maxTextLength && markdown.length <= maxTextLength && bodyHtml.length <= maxHtmlLength)
    return { draft, cut: null };
  const [text, inMarkdown] = [cutText(body), cutText(markdown)];
  const cut =
    text.length < body.length
      ? `the text was cut to ${text.length} of ${body.length} characters in its record; a blob has all of it`
      : `the text's mark-up is long: ${bodyHtml.length} letters, a blob has it`;
  return { draft: { ...draft, body: text, markdown: inMarkdown, bodyHtml: plainHtml(text) }, cut };
}

function cutText(text: string): string {
  if (text.length <= maxTextLength) return text;
  const end = text.lastIndexOf('\n\n', maxTextLength);
  // half of a surrogate pair at the cut is dropped
  return end > maxTextLength / 2 ? text.slice(0, end) : text.slice(0, maxTextLength).replace(/[\ud800-\udbff]$/, '');
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** The text as plain paragraphs: cut mark-up would have unclosed elements. */
function plainHtml(text: string): string {
  const paragraphs: string[] = [];
  let length = 0;
  for (const paragraph of text.split(/\n{2,}/)) {
    const html = `<p>${paragraph.replace(/[&<>]/g, (sign) => escapes[sign] ?? sign)}</p>`;
    length += html.length;
    if (length > maxHtmlLength) break;
    paragraphs.push(html);
  }
  return paragraphs.join('\n');
}
