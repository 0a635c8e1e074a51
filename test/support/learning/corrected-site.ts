import type { Snapshot } from '../../../src/model/page/snapshot.ts';
import { snapshotOfSource } from '../../../src/model/page/snapshot.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import { freeze } from '../../../src/stages/snapshot/freeze.ts';
import type { Store } from '../../../src/storage/port.ts';
import { article, at, claimOf, ending, entry, visit } from '../../storage/records.ts';

// A site whose articles end with a long note of its editors in the text's own column: no generic rule can know that it does not belong to the article.

export const correctedSite = 'quayside.example';

const places = ['harbour', 'market', 'library', 'theatre', 'station', 'museum', 'bridge', 'school', 'garden', 'tower'];
const doings = ['reopens', 'is repaired', 'gets a new roof', 'closes for the winter', 'welcomes its visitors'];

export const pageUrl = (number: number): string => `http://${correctedSite}/news/story-${number}`;

/** What the page of this number should give. */
export const pageText = (number: number): readonly string[] => {
  const [place, doing] = [places[number % places.length] ?? '', doings[number % doings.length] ?? ''];
  return [
    `The ${place} of the old town ${doing} this week, the council said on Friday after a meeting that lasted ${number + 2} hours and ended with a vote.`,
    `Residents who live beside the ${place} had asked for it since the spring of last year. "We have waited for ${number + 3} months," said one of them, who did not want to be named.`,
    `The work costs ${number + 4} million, half of which comes from the region. The mayor called the ${place} the heart of the town and promised that no tree would be felled for it.`,
  ];
};

export const pageTitle = (number: number): string =>
  `The ${places[number % places.length]} ${doings[number % doings.length]} after ${number + 3} months`;

/** Differs from page to page, as text does: only a correction can say what it is. */
export const editorsNote = (number: number): string =>
  `Our reporters visited the ${places[(number + 3) % places.length]} last week and wrote ${number + 5} pages about what they saw there, which the weekend edition prints together with the pictures that our readers have sent us since the summer.`;

export function pageHtml(number: number): string {
  const paragraphs = pageText(number).map((text) => `<p class="text">${text}</p>`);
  return `<!doctype html><html lang="en"><head><title>${pageTitle(number)} | Quayside</title></head><body>
<nav class="menu"><a href="/">Home</a> <a href="/news">News</a> <a href="/sport">Sport</a></nav>
<main><article><h1>${pageTitle(number)}</h1><p class="credit">By Ada Quill</p><time datetime="2026-11-${10 + (number % 10)}">${10 + (number % 10)} November 2026</time>
<div class="column">${paragraphs.join('\n')}
<p class="aside">${editorsNote(number)}</p></div></article></main>
<footer><p>Imprint and contact</p></footer></body></html>`;
}

export const pageSnapshot = (number: number): Snapshot =>
  snapshotOfSource({ url: canonicalUrl(pageUrl(number)), html: pageHtml(number), takenAt: at(number) });

/** Stores these pages as a crawl would: an article, its visit and its snapshot. */
export async function storePages(store: Store, numbers: readonly number[]): Promise<void> {
  for (const number of numbers) {
    const snapshot = pageSnapshot(number);
    const hash = await store.blobs.put(await freeze(snapshot));
    await store.frontier.put([entry(snapshot.url)], at(0));
    const [task] = await store.frontier.claim(claimOf({ limit: 1 }));
    if (task === undefined) throw new Error(`${snapshot.url} could not be claimed`);
    const stored = article(`q${number}`, {
      url: snapshot.url,
      canonicalUrl: snapshot.url,
      site: correctedSite,
      title: pageTitle(number),
      body: [...pageText(number), editorsNote(number)].join('\n\n'),
      snapshot: hash,
      fetchedAt: at(number),
    });
    await store.commit(ending(task, { article: stored, visit: visit(task, { snapshot: hash, articleId: stored.id }) }));
  }
}
