import { type Layout, numberOf } from '../layout.ts';
import { each, escapeHtml, jsonLd, linksTo, partsHtml } from '../markup.ts';

/** Structured data of another article comes first, Open Graph is the site's own, and the first h1 is the logo: only what a reader sees is right. */
export const wrongGraph: Layout = {
  name: 'wrong-graph',
  pageType: 'article',
  path: (article) => `/index.php?option=content&view=item&id=${numberOf(article)}`,
  render: ({ article, site, host, published, today }) => {
    const { words } = site;
    const [other] = site.teasers;
    const graph = {
      '@context': 'https://schema.org',
      '@graph': [
        {
          '@type': 'NewsArticle',
          headline: other?.title,
          datePublished: '2024-11-05T09:00:00Z',
          author: { '@type': 'Person', name: other?.author },
          url: `https://${host}/index.php?option=content&view=item&id=99`,
        },
        { '@type': 'Organization', name: site.site, founder: { '@type': 'Person', name: site.teasers[1]?.author } },
        { '@type': 'WebPage', name: site.site, dateModified: '2026-06-30T00:00:00Z' },
      ],
    };
    return `<!DOCTYPE html><html><head><meta charset="utf-8"><title>${site.site} – ${site.slogan}</title><meta property="og:title" content="${site.site}"><meta property="og:type" content="website"><meta name="author" content="${site.site}"><meta name="description" content="${site.slogan}">${jsonLd(graph)}</head><body>
<h1 class="logo"><a href="/">${site.site}</a></h1><div class="date-today">${today('long')}</div><ul class="nav">${each(site.nav, (name) => `<li><a href="/s">${name}</a></li>`)}</ul>
<div class="container"><div class="featured"><h2><a href="/f">${escapeHtml(other?.title ?? '')}</a></h2><p>${escapeHtml(other?.text ?? '')}</p><span class="author">${other?.author}</span></div>
<div class="item-page"><h2 class="item-title">${escapeHtml(article.title)}</h2><dl class="article-info"><dt>${words.about}</dt><dd class="createdby">${words.by} ${article.authors.join(', ')}</dd><dd class="published">${words.published} ${published('long')}</dd><dd class="hits">Hits: 1873</dd></dl>
<div class="item-body">${partsHtml(article.parts, { heading: (html) => `<p><strong>${html}</strong></p>` })}</div>
<ul class="pager"><li class="previous"><a href="/p">&lt;</a></li><li class="next"><a href="/n">${words.next} &gt;</a></li></ul></div>
<div class="moduletable"><h3>${words.mostRead}</h3><ul>${linksTo(site.headlines, (link) => `<li>${link}</li>`)}</ul></div>
<div class="moduletable"><h3>${site.newsletter.title}</h3><p>${site.newsletter.text}</p></div></div><div class="footer">${site.copyright} ${site.disclaimer}</div></body></html>`;
  },
};
