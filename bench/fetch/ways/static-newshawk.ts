import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import { findLinks } from '../../../src/stages/extract/links/links.ts';
import { parsePage } from '../../../src/stages/extract/page/parse.ts';
import { decodeHtml } from '../../../src/stages/fetch/http/decode.ts';
import { browsersFor, openParts } from '../own-parts.ts';
import { eachPage, type Way } from '../way.ts';

/** The HTTP client with identity and guard, decoding, the parse that extraction works on, all links with their regions. */
export const way: Way = async (plan, onPage) => {
  await using parts = await openParts(plan, browsersFor(plan));
  await eachPage(plan, onPage, async (url) => {
    const identity = await parts.identities.pick(new URL(url).hostname);
    const { body, headers } = await parts.http.fetch({ url, identity, maxBytes: parts.maxBytes, timeoutMs: 20_000 });
    const { html } = decodeHtml(body, headers);
    const { document } = parsePage(html);
    const links = findLinks({ document, baseUrl: url, foundOn: canonicalUrl(url), selector: null });
    if (links.length === 0) throw new Error('no links');
    return html;
  });
};
