import { Defuddle } from 'defuddle/node';
import { decodeHtml } from '../../../src/stages/fetch/http/decode.ts';
import { blockText } from '../block-text.ts';
import type { Way } from '../way.ts';

/** Its own way to parse: linkedom. Without what it would ask of other hosts for some pages. */
export const way: Way = async ({ url, bytes, headers }) => {
  const { html } = decodeHtml(bytes, headers);
  const article = await Defuddle(html, url, { useAsync: false });
  return () => ({ title: article.title, body: blockText(article.content) });
};
