import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { decodeHtml } from '../../../src/stages/fetch/http/decode.ts';
import { blockText } from '../block-text.ts';
import type { Way } from '../way.ts';

/** The quick way to use it. Without an address: linkedom has none, so links stay relative. */
export const way: Way = ({ bytes, headers }) => {
  const { html } = decodeHtml(bytes, headers);
  const { document } = parseHTML(html);
  const article = new Readability(document).parse();
  return () => ({ title: article?.title ?? '', body: blockText(article?.content ?? '') });
};
