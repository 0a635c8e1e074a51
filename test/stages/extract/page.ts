import { type Snapshot, snapshotOfSource } from '../../../src/model/page/snapshot.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';

/** A snapshot of a test's page, fetched on 21 November 2026 at noon UTC. */
export function snapshot(html: string, change: Partial<Snapshot> & { readonly at?: string } = {}): Snapshot {
  const { at = 'https://gazette.example/2026/11/20/harbour-bridge-reopens', ...rest } = change;
  const url = canonicalUrl(at);
  return snapshotOfSource({ url, html, takenAt: new Date('2026-11-21T12:00:00Z') }, rest);
}

export const paragraphs = [
  'The harbour bridge opened again on Friday morning, eleven months after a barge had struck its northern pier and closed the only road between the two halves of the town.',
  'About four hundred people walked across before the first bus was let through, some of them carrying the lanterns that they had used on the ferry during the winter.',
  'The council says that the repair cost nine million, a third less than was feared, because the foundations turned out to be sound and only the upper courses had to be rebuilt.',
  'The ferry will run for two more weeks, after which its crew of six moves to the museum ship, where visitors will hear the story of the winter on the water from them.',
];

/** An article page with boilerplate around the text. */
export function articlePage(parts: { head?: string; body?: string; after?: string; byline?: string } = {}): string {
  const text = parts.body ?? paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n');
  return `<!doctype html><html lang="en"><head><title>Harbour bridge reopens after eleven months - The Gazette</title>${parts.head ?? ''}</head><body>
<header><a href="/">The Gazette</a></header>
<nav><ul><li><a href="/news">News</a></li><li><a href="/sport">Sport</a></li><li><a href="/arts">Arts</a></li><li><a href="/food">Food</a></li></ul></nav>
<main><article><h1>Harbour bridge reopens after eleven months</h1>
<div class="meta">${parts.byline ?? '<p class="byline">By Ada Marsh and Tom Quill</p><p>Published 20 November 2026</p>'}</div>
<div class="story">${text}</div></article>
<section class="comments"><h2>Comments</h2><p>${'I crossed it twice and my dog did too, and we were both very happy about how little it shakes now. '.repeat(12)}</p></section>${parts.after ?? ''}</main>
<footer><a href="/imprint">Imprint</a> © 2026 The Gazette</footer></body></html>`;
}
