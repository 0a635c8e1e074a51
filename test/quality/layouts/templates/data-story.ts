import { type Layout, namedPath } from '../layout.ts';
import { each, escapeHtml, jsonLd, linksTo, partsHtml, rowsOf } from '../markup.ts';

/** Tables between the paragraphs, charts as frames with a text for screen readers, a table of contents, and a box that explains how to use them. */
export const dataStory: Layout = {
  name: 'data-story',
  pageType: 'article',
  path: namedPath('data'),
  render: ({ article, site, published, modified }) => {
    const { words } = site;
    const headings = article.parts.flatMap((part) =>
      typeof part === 'object' && 'heading' in part ? [part.heading] : [],
    );
    const news = {
      '@context': 'https://schema.org',
      '@type': ['NewsArticle', 'Dataset'],
      headline: article.title,
      datePublished: article.published,
      author: article.authors.map((name) => ({ name })),
    };
    return `<!DOCTYPE html><html lang="${article.lang}"><head><meta charset="utf-8"><title>${site.site}: ${escapeHtml(article.title)}</title>${jsonLd(news)}</head><body>
<header><a href="/">${site.site}</a>${each(site.nav, (name) => `<a href="/s">${name}</a>`)}</header>
<main><h1>${escapeHtml(article.title)}</h1><p class="dek">${escapeHtml(article.lead)}</p><address>${article.authors.map((name) => `<a href="/w">${name}</a>`).join(', ')}</address><p class="pub">${words.published} ${published('long')}${modified('long') === null ? '' : `, ${words.updated} ${modified('long')}`}</p>
<nav class="toc"><ol>${headings.map((heading) => `<li><a href="#h">${heading}</a></li>`).join('')}</ol></nav>
<div class="prose">${partsHtml(
      article.parts,
      {
        heading: (html) => `<h2 id="h">${html} <a class="anchor" href="#h">#</a></h2>`,
        table: (rows, caption) =>
          `<div class="chart"><div class="chart-title" role="presentation" hidden>${caption}</div><div class="scroll"><table class="dw"><thead>${rowsOf(rows.slice(0, 1))}</thead><tbody>${rows
            .slice(1)
            .map((row) => `<tr>${row.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`)
            .join(
              '',
            )}</tbody></table></div><div class="chart-foot"><button>Get the data</button> <button>Embed</button> <button>Download image</button></div></div>`,
      },
      (at) =>
        at === 1
          ? `<iframe src="/embed/map" title="map"></iframe><div class="sr-only">Interactive map. Use arrow keys to move and plus to zoom.</div>`
          : '',
    )}</div>
<div class="share-row"><span>${words.share}</span><a href="#">Link</a></div></main>
<section class="next"><h2>${words.related}</h2>${linksTo(site.headlines.slice(3, 9), (link) => `<div>${link}</div>`)}</section>
<section class="signup"><h2>${site.newsletter.title}</h2><p>${site.newsletter.text}</p></section><footer>${site.copyright}</footer></body></html>`;
  },
};
