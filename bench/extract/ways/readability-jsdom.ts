import { Readability } from '@mozilla/readability';
import { JSDOM, VirtualConsole } from 'jsdom';
import { decodeHtml } from '../../../src/stages/fetch/http/decode.ts';
import { blockText } from '../block-text.ts';
import type { Way } from '../way.ts';

/** As its README says; style sheets that jsdom can't read are no news. */
export const way: Way = ({ url, bytes, headers }) => {
  const { html } = decodeHtml(bytes, headers);
  const { window } = new JSDOM(html, { url, virtualConsole: new VirtualConsole() });
  const article = new Readability(window.document).parse();
  window.close();
  return () => ({ title: article?.title ?? '', body: blockText(article?.content ?? '') });
};
