import { siteFor } from '../../../src/config-files/load-scrapers.ts';
import { snapshotOfSource } from '../../../src/model/page/snapshot.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import { extract } from '../../../src/stages/extract/extract.ts';
import { decodeHtml } from '../../../src/stages/fetch/http/decode.ts';
import type { Way } from '../way.ts';

/** The whole of it: bytes to characters, tree, blocks, features, model, all fields, links, text, clean HTML and Markdown. Without what stages before and after it do. */
export const way: Way = ({ url: address, bytes, headers, takenAt }) => {
  const { html } = decodeHtml(bytes, headers);
  const url = canonicalUrl(address);
  const snapshot = snapshotOfSource({ url, html, takenAt }, { headers });
  const { draft } = extract(snapshot, siteFor([], snapshot.site), { draftAlways: true });
  return () => ({ title: draft?.title ?? '', body: draft?.body ?? '' });
};
