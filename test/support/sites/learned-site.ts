import { siteFor } from '../../../src/config-files/load-scrapers.ts';
import { snapshotOfSource } from '../../../src/model/page/snapshot.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import type { Correction } from '../../../src/model/wrapper/correction.ts';
import type { PageProfile } from '../../../src/model/wrapper/page-profile.ts';
import { profilePage } from '../../../src/stages/extract/learning/profile-page.ts';
import { seededRandom } from '../../../tools/train-extractor/cut-pages.ts';

/** A generated site without scraper: unlike articles in one layout, which may change. */
export type SiteLayout = 'old' | 'new';

const nouns =
  'harbour council bridge ferry orchard museum library market garden quarry tunnel reservoir lighthouse station theatre mill chapel canal village meadow'.split(
    ' ',
  );
const verbs = 'opened closed repaired measured painted visited bought inspected restored flooded'.split(' ');
const others =
  'northern ancient wooden narrow public early stone eastern quiet crowded hidden modern granite yearly costly muddy'.split(
    ' ',
  );
const names = ['Ada Marsh', 'Ben Holt', 'Cora Lind', 'Dov Perry', 'Edda Quist', 'Finn Rowe'];

/** The same number gives the same article. */
export interface GeneratedArticle {
  readonly title: string;
  readonly author: string;
  readonly day: string;
  readonly paragraphs: readonly string[];
  /** Under the headline, outside of the text; the site's editors count it to the article. */
  readonly standfirst: string;
}

export function generatedArticle(number: number): GeneratedArticle {
  const random = seededRandom(number + 1);
  const pick = (words: readonly string[]): string => words[Math.floor(random() * words.length)] ?? '';
  const sentence = (): string =>
    `The ${pick(others)} ${pick(nouns)} was ${pick(verbs)} on day ${Math.floor(random() * 900)} after the ${pick(others)} ${pick(nouns)} near the ${pick(nouns)} had been ${pick(verbs)} by the ${pick(others)} ${pick(nouns)} board.`;
  const paragraph = (): string => `${sentence()} ${sentence()} ${sentence()}`;
  return {
    title: `The ${pick(others)} ${pick(nouns)} and the ${pick(others)} ${pick(nouns)} of ward ${number}`,
    author: names[number % names.length] ?? '',
    day: `2026-11-${String((number % 20) + 1).padStart(2, '0')}`,
    paragraphs: Array.from({ length: 5 + (number % 4) }, paragraph),
    standfirst: `${sentence()} It is the ${pick(others)} plan of ward ${number}.`,
  };
}

/** A line of the site that stands among the paragraphs of each article. */
export const followLine =
  'Follow the Ward Record on all its channels and never miss another story from the wards of the town again.';

const teasers = (number: number): string =>
  [1, 2, 3]
    .map((step) => `<li><a href="${articlePath(number + step)}">${generatedArticle(number + step).title}</a></li>`)
    .join('');

export const articlePath = (number: number): string => `/ward/2026/story-of-ward-${number}.html`;

const oldPage = (number: number, { title, author, day, paragraphs, standfirst }: GeneratedArticle): string => `
<body class="wr-page tag-${number}"><div class="wr-top"><ul><li><a href="/">Home</a></li><li><a href="/wards">Wards</a></li></ul></div>
<div class="wr-main"><h1 class="wr-hed">${title}</h1><div class="wr-dek">${standfirst}</div>
<div class="wr-meta"><span class="wr-by">By ${author}</span> <time class="wr-when" datetime="${day}">${day}</time></div>
<div class="wr-text">${paragraphs.map((text) => `<p>${text}</p>`).join('\n')}<p>${followLine}</p><p>Desk: Record ${author}</p></div>
<div class="wr-more"><h3>More</h3><ul>${teasers(number)}</ul></div></div><div class="wr-foot">Ward Record, Quay 1</div></body>`;

const newPage = (number: number, { title, author, day, paragraphs, standfirst }: GeneratedArticle): string => `
<body><header class="shell-head"><a href="/">Ward Record</a><a href="/wards">Wards</a></header>
<main class="shell-body"><section class="doc"><h2 class="doc-title">${title}</h2><p class="doc-lead">${standfirst}</p>
<div class="doc-info"><em class="doc-person">${author}</em><span class="doc-day">${day}</span></div>
<section class="doc-parts">${paragraphs.map((text) => `<div class="part"><span class="copy">${text}</span></div>`).join('\n')}</section></section>
<aside class="rail"><ul>${teasers(number)}</ul></aside></main><footer class="shell-foot">Ward Record</footer></body>`;

/** An article of the site as HTML. */
export function articleHtml(number: number, layout: SiteLayout = 'old'): string {
  const article = generatedArticle(number);
  const page = layout === 'old' ? oldPage(number, article) : newPage(number, article);
  return `<!doctype html><html lang="en"><head><title>${article.title} - Ward Record</title></head>${page}</html>`;
}

/** The site's front page, with links to some of its articles. */
export const homeHtml = (articles: readonly number[]): string =>
  `<!doctype html><html lang="en"><head><title>Ward Record</title></head><body><h1>Ward Record</h1><ul>${articles
    .map((number) => `<li><h2><a href="${articlePath(number)}">${generatedArticle(number).title}</a></h2></li>`)
    .join('')}</ul></body></html>`;

/** What an editor says: the standfirst belongs to the text, the line about channels does not. */
export const correctionOf = (number: number): Correction => {
  const { title, author, day, paragraphs, standfirst } = generatedArticle(number);
  return { title, body: [standfirst, ...paragraphs], authors: [author], publishedAt: day };
};

export const articleUrl = (number: number) => canonicalUrl(`https://ward-record.example${articlePath(number)}`);

export const articleSnapshot = (number: number, layout: SiteLayout = 'old') =>
  snapshotOfSource({
    url: articleUrl(number),
    html: articleHtml(number, layout),
    takenAt: new Date('2026-11-22T08:00:00Z'),
  });

/** The profile of an article. */
export function articleProfile(
  number: number,
  { layout = 'old', isCorrected = false }: { readonly layout?: SiteLayout; readonly isCorrected?: boolean } = {},
): PageProfile {
  const snapshot = articleSnapshot(number, layout);
  const profile = profilePage({
    id: `${layout} ${number}`,
    snapshot,
    site: siteFor([], snapshot.site),
    format: '/*/*/{slug}.html',
    correction: isCorrected ? correctionOf(number) : null,
  });
  if (profile === null) throw new Error('the page has no text');
  return profile;
}
