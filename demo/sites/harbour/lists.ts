import type { DemoArticle } from '../../articles.ts';
import { escapeHtml } from '../../html.ts';
import { pathOf, sections, special, twins } from './addresses.ts';
import { layout } from './layout.ts';

/** Articles on one page of `/latest/`: three pages in all. */
const pageSize = 16;

export const pagesOfLatest = (all: readonly DemoArticle[]): number => Math.ceil(all.length / pageSize);

export const teaser = (article: DemoArticle): string => `<article class="teaser">
${photo(article)}<h3><a href="${pathOf(article)}">${escapeHtml(article.title)}</a></h3><p>${escapeHtml(article.summary)}</p><p class="when">${article.publishedAt.slice(0, 10)}</p></article>`;

export const photo = ({ image }: DemoArticle): string =>
  image === null
    ? ''
    : `<figure class="photo"><img src="/media/images/${image}.svg" alt="Drawing: ${image}" width="640" height="360"></figure>`;

/** Five articles of the first edition, so that an article's page does not change with every edition. */
export function mostRead(all: readonly DemoArticle[]): string {
  const read = all.filter(({ edition }) => edition === 0).filter((_, index) => index % 7 === 3);
  return `<section class="most-read"><h3>Most read</h3><ol>${read
    .slice(0, 5)
    .map((article) => `<li><a href="${pathOf(article)}">${escapeHtml(article.title)}</a></li>`)
    .join('')}</ol></section>`;
}

export function frontPage(all: readonly DemoArticle[]): string {
  const [lead, ...rest] = all.filter(({ video }) => video === null);
  return layout({
    title: 'The Harbour Gazette: news from Carrow, Skell and the Elver coast',
    main: `<section class="lead">${lead === undefined ? '' : teaser(lead)}</section>
<section class="grid">${rest.slice(0, 9).map(teaser).join('\n')}</section>
<section class="picks"><h2>Editor's picks</h2><ul>${picks.map(([path, text]) => `<li><a href="${path}">${text}</a></li>`).join('')}</ul></section>
<p class="more"><a href="/latest/">All the latest stories</a></p>`,
    aside: mostRead(all),
  });
}

/** Real front pages link to all of this: a deleted story, a short link, AMP and print twins, a page for subscribers, a campaign's parameters. */
const picks: readonly (readonly [path: string, text: string])[] = [
  [special.broken, 'Ferry timetable: what the consultation really says'],
  [special.hung, 'Live from the harbour radio room: a night on channel 12'],
  [special.gone, 'Quayside market moves to Shed 9'],
  [special.forbidden, 'Subscribers: a day inside the pilot office'],
  [special.moved, 'The first freight train leaves the port by rail'],
  ...twins.map(
    ({ path, kind }) =>
      [
        path,
        kind === 'amp' ? 'On your phone: the tug that put out a yacht' : 'To print: cruise ships will plug in',
      ] as const,
  ),
  [
    '/2026/09/19/sail-cargo-returns-to-east-quay?utm_source=home&amp;utm_campaign=weekend',
    'Weekend read: coffee under canvas',
  ],
];

export function sectionPage(slug: string, all: readonly DemoArticle[]): string | null {
  const name = sections.find(([section]) => section === slug)?.[1];
  if (name === undefined) return null;
  const own = all.filter(({ section }) => section === slug);
  const banner =
    '<div class="banner"><video src="/media/loop.mp4" muted loop autoplay playsinline></video><p>Gazette Video</p></div>';
  return layout({
    title: `${name} | The Harbour Gazette`,
    current: slug,
    ...(slug === 'video' ? { banner } : {}),
    main: `<h1 class="section-title">${escapeHtml(name)}</h1><section class="grid">${own.map(teaser).join('\n')}</section>`,
    aside: mostRead(all),
  });
}

/** `/latest/` and `/latest/page/<n>`; null beyond the last page. */
export function latestPage(page: number, all: readonly DemoArticle[]): string | null {
  const count = pagesOfLatest(all);
  if (page < 1 || page > count) return null;
  const link = (n: number, rel: string, text: string) =>
    n < 1 || n > count ? '' : `<a rel="${rel}" href="${n === 1 ? '/latest/' : `/latest/page/${n}`}">${text}</a>`;
  const shown = all.slice((page - 1) * pageSize, page * pageSize);
  return layout({
    title: `Latest stories, page ${page} | The Harbour Gazette`,
    main: `<h1 class="section-title">Latest stories</h1><section class="rows">${shown.map(teaser).join('\n')}</section>
<nav class="pages">${link(page - 1, 'prev', 'Newer stories')} <span>Page ${page} of ${count}</span> ${link(page + 1, 'next', 'Older stories')}</nav>`,
    aside: mostRead(all),
  });
}
