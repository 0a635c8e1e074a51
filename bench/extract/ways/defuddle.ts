import { Defuddle } from 'defuddle/node';
import { decodeHtml } from '../../../src/stages/fetch/decode.ts';
import { blockText } from '../block-text.ts';
import type { Way } from '../way.ts';

/** Its own way to parse: linkedom. */
export const way: Way = async ({ url, bytes, headers }) => {
  const { html } = decodeHtml(bytes, headers);
  const article = await Defuddle(html, url);
  return () => ({ title: article.title, body: blockText(article.content) });
};
