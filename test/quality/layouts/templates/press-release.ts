import { type Layout, numberOf } from '../layout.ts';
import { each, escapeHtml, partsHtml } from '../markup.ts';

/** A distributor's page: dateline in the first line, then the company about itself, its press contact and the distributor about itself. */
export const pressRelease: Layout = {
  name: 'press-release',
  pageType: 'article',
  path: (article) => `/releases/${numberOf(article)}/${article.id}`,
  hiddenFields: ['authors'],
  render: ({ article, site, published }) => {
    const { words } = site;
    const about = article.aside ?? { title: words.about, text: site.disclaimer };
    return `<!DOCTYPE html><html lang="${article.lang}"><head><meta charset="utf-8"><title>${escapeHtml(article.title)} | ${site.site} Wire</title><meta name="description" content="${escapeHtml(article.lead)}"></head><body>
<div id="nav">${each(site.nav, (name) => `<a href="/s">${name}</a>`)}</div>
<div id="release"><div class="pr-tools"><a href="#">${words.print}</a> <a href="#">PDF</a> <a href="#">${words.share}</a></div>
<h1 class="pr-title">${escapeHtml(article.title)}</h1><p class="pr-sub">${escapeHtml(article.lead)}</p>
<p class="pr-date">${published('year-last-words')} | ${words.source}: ${site.site} Wire</p>
<div class="pr-body">${partsHtml(article.parts)}
<p>###</p>
<p><strong>${escapeHtml(about.title)}</strong><br>${escapeHtml(about.text)}</p>
<p><strong>Press contact</strong><br>Jane Sample, head of communications<br>Tel. +44 20 7946 0000<br><a href="mailto:press@company.example">press@company.example</a></p>
<p><em>Forward-looking statements: this release contains statements about future events that are subject to risks and uncertainties. Actual results may differ materially from those expressed or implied. The company undertakes no obligation to update such statements.</em></p></div>
<div class="pr-logo"><img src="/logo.png" alt="logo"></div>
<div class="pr-source"><p>${words.source}: ${site.site} Wire</p><p>${site.disclaimer}</p></div></div>
<div id="also"><h3>${words.related}</h3>${each(site.teasers.slice(0, 4), ({ title, text }) => `<div><h4><a href="/r">${escapeHtml(title)}</a></h4><p>${escapeHtml(text)}</p></div>`)}</div><div id="foot">${site.copyright}</div></body></html>`;
  },
};
