import { type Layout, namedPath } from '../layout.ts';
import { each, escapeHtml, inline, linksTo, partsHtml } from '../markup.ts';

/** The text is only in the application's state, as HTML in JSON; what is in the markup is the frame. */
export const stateOnly: Layout = {
  name: 'state-only',
  pageType: 'article',
  path: namedPath('read'),
  render: ({ article, site, published }) => {
    const { words } = site;
    const state = {
      props: {
        pageProps: {
          story: {
            id: article.id,
            headline: article.title,
            standfirst: article.lead,
            byline: article.authors.join(words.and),
            firstPublished: article.published,
            bodyHtml: partsHtml(article.parts, { inline }),
          },
          related: site.teasers.map(({ title, text }) => ({ title, summary: text })),
          consent: site.cookies.paragraphs,
        },
      },
      page: '/read/[slug]',
      buildId: 'x1',
    };
    return `<!DOCTYPE html><html lang="${article.lang}"><head><meta charset="utf-8"><title>${escapeHtml(article.title)} | ${site.site}</title><meta property="og:title" content="${escapeHtml(article.title)}"><meta property="og:type" content="article"><meta property="article:published_time" content="${article.published}"><meta name="author" content="${article.authors.join(', ')}"></head><body>
<div id="__next"><header><a href="/">${site.site}</a>${each(site.nav, (name) => `<a href="/s">${name}</a>`)}</header><main><h1>${escapeHtml(article.title)}</h1><p>${article.authors.join(words.and)}</p><time>${published('long')}</time><div class="skeleton"><div></div><div></div></div></main>
<aside>${linksTo(site.headlines.slice(0, 6), (link) => `<div>${link}</div>`)}</aside><footer><p>${site.disclaimer}</p><p>${site.copyright}</p></footer></div>
<script id="__NEXT_DATA__" type="application/json">${JSON.stringify(state).replace(/</g, '\\u003c')}</script></body></html>`;
  },
};
