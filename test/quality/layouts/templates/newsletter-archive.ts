import type { Language } from '../article.ts';
import type { DateStyle } from '../dates.ts';
import { type Layout, numberOf } from '../layout.ts';
import { each, escapeHtml, linksTo, partsHtml } from '../markup.ts';

const cell = 'font-family:Georgia,serif;font-size:17px;line-height:27px;color:#222222;padding:0 24px 18px 24px';

/** Traditional date styles: Japanese eras, native digits, Levantine months. */
const dateStyles: Readonly<Partial<Record<Language, DateStyle>>> = { ja: 'era', zh: 'native-digits', ar: 'levantine' };

/** An e-mail in the web archive: tables in tables, one paragraph a row, inline styles, a hidden preheader, no semantics and no metadata. */
export const newsletterArchive: Layout = {
  name: 'newsletter-archive',
  pageType: 'article',
  path: (article) => `/?u=9f1c&id=${numberOf(article).toString(16)}`,
  render: ({ article, site, published }) => {
    const { words } = site;
    const row = (html: string, style = cell) =>
      `<table border="0" cellpadding="0" cellspacing="0" width="100%" role="presentation"><tbody><tr><td valign="top" style="${style}">${html}</td></tr></tbody></table>`;
    return `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><html xmlns="http://www.w3.org/1999/xhtml"><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"><title>${escapeHtml(article.title)}</title><style>@media only screen and (max-width:480px){.mcn{width:100% !important}}</style></head>
<body style="margin:0;background:#f4f4f4"><div id="awesomewrap"><ul id="awesomebar"><li><a href="/signup">${site.newsletter.button}</a></li><li><a href="/archive">Past Issues</a></li><li>Translate</li></ul></div>
<div style="display:none;font-size:1px;line-height:1px;max-height:0;opacity:0;overflow:hidden">${escapeHtml(article.lead)} &zwnj;&nbsp;&zwnj;&nbsp;&zwnj;&nbsp;</div>
<center><table align="center" width="100%" id="bodyTable"><tr><td align="center" id="bodyCell"><table class="templateContainer" width="600"><tr><td>
${row(`<a href="#">View this email in your browser</a>`, 'font-size:11px;text-align:center')}
${row(`<img src="/logo.png" width="220" alt="${site.site}">`)}
${row(`<h1 style="font-size:30px;margin:0">${escapeHtml(article.title)}</h1>`)}
${row(`${words.by} ${article.authors.join(words.and)} &bull; ${published(dateStyles[article.lang] ?? 'long')}`, 'font-size:13px;color:#777')}
${partsHtml(article.parts, { paragraph: (html) => row(html), heading: (html) => row(`<h2 style="font-size:22px;margin:0">${html}</h2>`), list: (items) => row(`<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`), quote: (html) => row(`<em>${html}</em>`), question: (html) => row(`<strong>${html}</strong>`) }, (at) => (at === 4 ? row(`<span style="font-size:11px">${words.advert}</span><br><strong>${escapeHtml(site.product.title)}</strong><br>${escapeHtml(site.product.text)} <a href="#">${site.product.price}</a>`) : ''))}
${row(
  linksTo(site.headlines.slice(0, 4), (link) => `${link}<br>`),
  'font-size:14px',
)}
${row(`<table><tr>${['Facebook', 'Mastodon', 'Website'].map((name) => `<td><a href="#"><img src="/i.png" alt="${name}"></a></td>`).join('')}</tr></table>`)}
${row(`<em>${site.copyright}</em><br><br><strong>Our mailing address is:</strong><br>1 Old Quay, Port Sallow<br><br>Want to change how you receive these emails?<br>You can <a href="#">update your preferences</a> or <a href="#">unsubscribe from this list</a>.<br>${each(site.legal.slice(0, 3), (name) => `<a href="/l">${name}</a>`)}`, 'font-size:11px;text-align:center')}
</td></tr></table></td></tr></table></center></body></html>`;
  },
};
