import type { DemoArticle } from '../../articles.ts';
import { embedJson, escapeHtml } from '../../html.ts';
import { origin, pathOf } from './addresses.ts';
import { layout } from './layout.ts';
import { mostRead, photo, teaser } from './lists.ts';
import { player } from './player.ts';

/** Half of the sections have JSON-LD, the others only Open Graph, so that both are tested. */
const structured = new Set(['energy', 'science', 'culture']);
const longDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

export function articlePage(article: DemoArticle, all: readonly DemoArticle[]): string {
  const related = all
    .filter(({ section, slug, edition }) => section === article.section && slug !== article.slug && edition === 0)
    .slice(0, 3);
  return layout({
    title: `${article.title} | The Harbour Gazette`,
    head: metadata(article),
    current: article.section,
    ...(article.video === null ? {} : { banner: videoBanner }),
    main: `<article class="story">
${story(article, '')}
<footer class="story-foot"><p class="tags">${article.tags.map((tag) => `<a href="/tag/${encodeURIComponent(tag)}">${escapeHtml(tag)}</a>`).join(' ')}</p>
<ul class="share"><li><a href="/share?to=mail">Email</a></li><li><a href="/share?to=post">Post</a></li><li><a href="/share?to=link">Copy link</a></li></ul></footer>
</article>
<section class="related"><h2>Related stories</h2>${related.map(teaser).join('\n')}</section>
<section class="comments"><h2>Comments (2)</h2><p><b>tidewatcher</b> My grandfather would have had something to say about this.</p><p><b>Old Salt</b> He would, and at length. Good piece though.</p></section>`,
    aside: mostRead(all),
  });
}

/** A second copy of an article (AMP, print): the same text with little around it, rel=canonical to the first. */
export function twinPage(article: DemoArticle, kind: 'amp' | 'print'): string {
  return `<!doctype html>
<html lang="en"${kind === 'amp' ? ' amp' : ''}>
<head><meta charset="utf-8"><title>${escapeHtml(article.title)}</title>
<link rel="canonical" href="${origin}${pathOf(article)}">
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/assets/gazette.css"></head>
<body class="${kind}"><header class="masthead"><a class="logo" href="/">The Harbour Gazette</a></header>
<main><article class="story">${story(article, kind === 'print' ? '<p class="promo">Printed from harbour-gazette.example</p>' : '')}</article></main>
<footer class="foot"><p>&copy; 2026 The Harbour Gazette Ltd</p></footer></body></html>
`;
}

/** A page whose template failed after the byline. */
export function brokenPage(all: readonly DemoArticle[]): string {
  const article = {
    publishedAt: '2026-11-03T16:20:00+00:00',
    slug: 'ferry-timetable-consultation',
    section: 'harbour',
  };
  const title = 'Ferry timetable: what the consultation really says';
  return layout({
    title: `${title} | The Harbour Gazette`,
    head: `<link rel="canonical" href="${origin}${pathOf(article)}"><meta property="og:type" content="article"><meta property="og:title" content="${title}">`,
    current: 'harbour',
    main: `<article class="story"><p class="kicker">Harbour</p><h1 class="headline">${title}</h1>
${byline('Ruth Adebayo', article.publishedAt)}
<div class="story-body"><!-- render error: undefined is not an object (block.text.paragraphs) --></div></article>`,
    aside: mostRead(all),
  });
}

function story(article: DemoArticle, before: string): string {
  const paragraphs = article.paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`);
  const promo =
    '<aside class="promo"><h4>Sign up for The Morning Tide</h4><p>Our free newsletter brings the coast to your inbox at six.</p></aside>';
  if (article.video === null) paragraphs.splice(2, 0, promo);
  return `<p class="kicker">${escapeHtml(article.section)}</p>
<h1 class="headline">${escapeHtml(article.title)}</h1>
<p class="standfirst">${escapeHtml(article.summary)}</p>
${byline(article.author, article.publishedAt)}
${article.video === null ? photo(article) : player(article)}
<div class="story-body">
${before}${paragraphs.join('\n')}
</div>`;
}

const byline = (author: string, at: string): string =>
  `<p class="byline">By <span class="author">${escapeHtml(author)}</span> · <time class="published" datetime="${at}">${longDay.format(new Date(at))}, ${at.slice(11, 16)}</time></p>`;

const videoBanner =
  '<div class="banner"><video src="/media/loop.mp4" muted loop autoplay playsinline></video><p>Gazette Video</p></div>';

function metadata(article: DemoArticle): string {
  const url = origin + pathOf(article);
  const image = article.image === null ? [] : [`${origin}/media/images/${article.image}.svg`];
  const tags = [
    `<link rel="canonical" href="${url}">`,
    `<meta name="description" content="${escapeHtml(article.summary)}">`,
    `<meta property="og:title" content="${escapeHtml(article.title)}">`,
    `<meta property="og:type" content="${article.video === null ? 'article' : 'video.other'}">`,
    `<meta property="og:url" content="${url}">`,
    '<meta property="og:site_name" content="The Harbour Gazette">',
    ...image.map((src) => `<meta property="og:image" content="${src}">`),
  ];
  if (structured.has(article.section)) tags.push(jsonLd(newsArticle(article, url, image)));
  else tags.push(`<meta property="article:published_time" content="${article.publishedAt}">`);
  if (article.video === 'mp4') tags.push(jsonLd(videoObject(article)));
  return tags.join('\n');
}

const jsonLd = (value: object): string => `<script type="application/ld+json">${embedJson(value)}</script>`;

const newsArticle = (article: DemoArticle, url: string, image: readonly string[]) => ({
  '@context': 'https://schema.org',
  '@type': 'NewsArticle',
  mainEntityOfPage: url,
  headline: article.title,
  description: article.summary,
  datePublished: article.publishedAt,
  dateModified: article.modifiedAt,
  author: [{ '@type': 'Person', name: article.author }],
  publisher: { '@type': 'NewsMediaOrganization', name: 'The Harbour Gazette' },
  articleSection: article.section,
  keywords: article.tags,
  image,
});

const videoObject = (article: DemoArticle) => ({
  '@context': 'https://schema.org',
  '@type': 'VideoObject',
  name: article.title,
  description: article.summary,
  uploadDate: article.publishedAt,
  duration: 'PT6S',
  thumbnailUrl: `${origin}/media/images/poster-pilot.jpg`,
  contentUrl: `${origin}/media/pilot.mp4`,
});
