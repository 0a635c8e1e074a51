import { type Layout, numberOf } from '../layout.ts';
import { each, escapeHtml, linksTo, partsHtml } from '../markup.ts';

/** An application's server-rendered page: class names are hashes, everything is a div, also paragraphs and the headline; the data come again in a script. */
export const hashedModules: Layout = {
  name: 'hashed-modules',
  pageType: 'article',
  path: (article) => `/a/${numberOf(article).toString(36)}`,
  render: ({ article, site, published }) => {
    const { words } = site;
    const item = (text: string) => `<div class="css-1x9k2l"><div class="css-0 e1abq0d4">${text}</div></div>`;
    const text = (html: string) => `<div class="_2kQbz css-at9mc1"><div class="_1rPz">${html}</div></div>`;
    return `<!DOCTYPE html><html lang="${article.lang}"><head><meta charSet="utf-8"/><meta name="viewport" content="width=device-width"/>
<title data-rh="true">${escapeHtml(article.title)} – ${site.site}</title><meta data-rh="true" property="og:title" content="${escapeHtml(article.title)}"/>
<style data-emotion="css 1x9k2l at9mc1">.css-at9mc1{margin:0 0 15px}</style></head><body><div id="__app"><div class="_3xKd1 css-1dbjc4n">
<div class="_7pLm"><div class="_9aBc">${each(site.nav, (name) => `<div class="css-901oao"><a href="/s/" class="_0qW">${name}</a></div>`)}</div></div>
<div class="_3xKd1"><div class="_5tYh css-1dbjc4n r-13awgt0"><div class="_6uZi">
<div class="_8vWx" role="heading" aria-level="1">${escapeHtml(article.title)}</div>
<div class="_4dRt"><div class="css-901oao">${article.authors.map((name) => `<div class="_bY1">${name}</div>`).join('')}</div><div class="css-901oao _dT2">${published('long')}</div><div class="css-901oao">${words.minutes}</div></div>
<div class="_im1"><img src="/i.webp" alt=""/><div class="_cp9">${escapeHtml(article.image.caption)}</div><div class="_cp8">${escapeHtml(article.image.credit)}</div></div>
${partsHtml(
  article.parts,
  {
    paragraph: text,
    heading: (html) => `<div class="_2kQbz _hh3">${html}</div>`,
    list: (items) =>
      items
        .map((one) => `<div class="_2kQbz _li5"><span class="_dot">•</span><div class="_1rPz">${one}</div></div>`)
        .join(''),
    quote: (html) => `<div class="_2kQbz _qq7"><div>${html}</div></div>`,
    question: (html) => `<div class="_2kQbz _b4"><div class="_1rPz"><span class="_bold">${html}</span></div></div>`,
    table: (rows) =>
      `<div class="_tb">${rows.map((row) => `<div class="_tr">${row.map((cell) => `<div class="_td">${escapeHtml(cell)}</div> `).join('')}</div>`).join('')}</div>`,
  },
  (at) =>
    at === 2
      ? `<div class="_2kQbz"><div class="_1rPz"><div class="_pm0">${site.newsletter.title}</div><div class="_pm1">${site.newsletter.text}</div></div></div>`
      : '',
)}
</div><div class="_6uZi _rl">${linksTo(site.headlines.slice(0, 6), item)}</div></div>
<div class="_5tYh">${each(site.teasers, ({ title, text: body }) => `<div class="_cd1"><div class="_cd2">${escapeHtml(title)}</div><div class="_cd3">${escapeHtml(body)}</div></div>`)}</div></div>
<div class="_ft0"><div>${site.copyright}</div>${each(site.legal, (name) => `<div><a href="/l">${name}</a></div>`)}</div></div></div>
<script>window.__STATE__={"route":"article","id":"${numberOf(article)}","publishedAt":${Date.parse(article.published)},"related":${JSON.stringify(site.headlines.slice(0, 3))}}</script></body></html>`;
  },
};
