import { type Layout, namedPath } from '../layout.ts';
import { each, escapeHtml, linksTo, partsHtml } from '../markup.ts';

/** Questions in bold, in the paragraph of their answer, parted by a line break; a box about the person floats in the middle. */
export const interview: Layout = {
  name: 'interview',
  pageType: 'article',
  path: namedPath('gespraech'),
  render: ({ article, site, published }) => {
    const { words } = site;
    const { aside } = article;
    const box =
      aside === undefined
        ? ''
        : `<div class="infobox"><div class="infobox__title">${escapeHtml(aside.title)}</div><p class="infobox__text">${escapeHtml(aside.text)}</p></div>`;
    const body = partsHtml(
      article.parts,
      { question: (html) => `<p><b>${html}</b><br>`, paragraph: (html) => `${html}</p>` },
      (at) =>
        at === 3
          ? box
          : at === 7
            ? `<div class="zitat-teaser"><a href="/x">${words.readAlso}: ${escapeHtml(site.headlines[7] ?? '')}</a></div>`
            : '',
    );
    return `<!DOCTYPE html><html lang="${article.lang}"><head><meta charset="utf-8"><title>${escapeHtml(article.title)} - ${article.section} - ${site.site}</title><meta name="date" content="${article.published}"></head><body>
<div id="top"><a href="/">${site.site}</a><ul>${each(site.nav, (name) => `<li><a href="/s">${name}</a></li>`)}</ul></div>
<div id="wrap"><div id="article"><div class="kicker">${article.section}</div><h1><span class="headline">${escapeHtml(article.title)}</span></h1><p class="intro">${escapeHtml(article.lead)}</p>
<p class="author">Interview: ${article.authors.join(', ')}</p><p class="stamp">${published('numeric')}</p>
<div class="photo"><img src="/f.jpg" alt=""><p class="caption">${escapeHtml(article.image.caption)} ${words.photo}: ${escapeHtml(article.image.credit)}</p></div>
<div class="textbody">${body}</div>
<p class="end">${escapeHtml(article.bios[0] ?? '')}</p><div class="tools"><a href="#">${words.print}</a><a href="#">${words.share}</a><a href="#top">${words.back}</a></div></div>
<div id="right"><h3>${words.mostRead}</h3>${linksTo(site.headlines, (link) => `<div class="t">${link}</div>`)}<h3>${site.newsletter.title}</h3><p>${site.newsletter.text}</p></div></div>
<div id="bottom">${each(site.legal, (name) => `<a href="/l">${name}</a>`)}<br>${site.copyright}</div></body></html>`;
  },
};
