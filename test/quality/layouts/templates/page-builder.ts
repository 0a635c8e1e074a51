import { datedPath, type Layout } from '../layout.ts';
import { each, escapeHtml, linksTo, partsHtml } from '../markup.ts';

/** A page from a visual builder: each paragraph in a widget, a separate column and section, among other widgets that look the same. */
export const pageBuilder: Layout = {
  name: 'page-builder',
  pageType: 'article',
  path: datedPath,
  render: ({ article, site, published }) => {
    const { words } = site;
    const widget = (kind: string, html: string, id: string) =>
      `<section class="elementor-section elementor-top-section elementor-element elementor-element-${id}" data-id="${id}"><div class="elementor-container elementor-column-gap-default"><div class="elementor-column elementor-col-100"><div class="elementor-widget-wrap"><div class="elementor-element elementor-widget elementor-widget-${kind}"><div class="elementor-widget-container">${html}</div></div></div></div></div></section>`;
    const text = (html: string, id: string) => widget('text-editor', html, id);
    return `<!DOCTYPE html><html lang="${article.lang}"><head><meta charset="utf-8"><title>${escapeHtml(article.title)} &#8211; ${site.site}</title><meta property="article:published_time" content="${article.published}"></head><body class="elementor-default elementor-page">
<div data-elementor-type="header">${widget('nav-menu', `<ul>${each(site.nav, (name) => `<li><a href="/s">${name}</a></li>`)}</ul>`, 'a01')}</div>
<div data-elementor-type="single-post">${widget('theme-post-title', `<h1 class="elementor-heading-title">${escapeHtml(article.title)}</h1>`, 'b01')}
${widget('post-info', `<ul><li><a href="/a">${article.authors.join(words.and)}</a></li><li>${published('long')}</li><li>${site.comments.length} ${words.comments}</li></ul>`, 'b02')}
${widget('image', `<figure><img src="/i.jpg" alt=""><figcaption class="widget-image-caption">${escapeHtml(article.image.caption)}</figcaption></figure>`, 'b03')}
${partsHtml(
  article.parts,
  {
    paragraph: (html, at) => text(`<p>${html}</p>`, `c${at}`),
    heading: (html) => widget('heading', `<h2 class="elementor-heading-title">${html}</h2>`, 'd01'),
    list: (items) =>
      widget(
        'icon-list',
        `<ul>${items.map((item) => `<li><span class="elementor-icon-list-text">${item}</span></li>`).join('')}</ul>`,
        'd02',
      ),
    quote: (html) => text(`<blockquote>${html}</blockquote>`, 'd03'),
  },
  (at) =>
    at === 2
      ? text(`<p><strong>${site.newsletter.title}</strong></p><p>${site.newsletter.text}</p>`, 'e01')
      : at === 4
        ? widget('button', `<a href="/abo">${site.paywall.button}</a>`, 'e02')
        : '',
)}
${text(`<p>${escapeHtml(article.bios.join(' '))}</p>`, 'f01')}${widget('share-buttons', `<span>${words.share}</span>`, 'f02')}
${widget(
  'posts',
  each(
    site.teasers.slice(0, 3),
    ({ title, text: body }) =>
      `<article class="elementor-post"><h3><a href="/p">${escapeHtml(title)}</a></h3><div class="elementor-post__excerpt"><p>${escapeHtml(body)}</p></div><a href="/p">${words.readMore} »</a></article>`,
  ),
  'f03',
)}</div>
<div data-elementor-type="footer">${text(`<p>${site.disclaimer}</p><p>${site.copyright}</p>`, 'g01')}${widget(
      'nav-menu',
      linksTo(site.headlines.slice(0, 5), (link) => `<p>${link}</p>`),
      'g02',
    )}</div></body></html>`;
  },
};
