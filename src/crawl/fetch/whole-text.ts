import type { Draft } from '../../model/article/draft.ts';
import type { WholeText } from '../../ports.ts';

/** The input of `Reader.weigh` for a text without its page. @param url after redirects */
export function wholeTextOf(
  { title, body, lang, section, markdown, tags, description }: Draft,
  url: string,
): Omit<WholeText, 'terms' | 'grown' | 'categories'> {
  const meta = [...tags, ...(description === null ? [] : [description])];
  return { title, body, lang, section, headings: headingsOf(markdown), meta, url };
}

/** Without the addresses of links and pictures, and without what Markdown escapes. */
const headingsOf = (markdown: string): string[] =>
  [...markdown.matchAll(/^#{1,4} (.+)$/gm)].map(([, text = '']) =>
    text
      .replace(/\]\([^)]*\)/g, ']')
      .replace(/\\(?=[^\w\s])/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&amp;', '&'),
  );
