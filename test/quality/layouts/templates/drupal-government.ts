import { type Layout, namedPath } from '../layout.ts';
import { each, escapeHtml, linksTo, partsHtml } from '../markup.ts';

/** An authority's site: deep field wrappers, a menu of its tasks beside the text, contact and opening hours after it, two dates. */
export const drupalGovernment: Layout = {
  name: 'drupal-government',
  pageType: 'article',
  path: namedPath('aktuelles/meldungen'),
  hiddenFields: ['authors'],
  render: ({ article, site, published, modified }) => {
    const { words } = site;
    return `<!DOCTYPE html><html lang="${article.lang}" dir="ltr" prefix="content: http://purl.org/rss/1.0/modules/content/ dc: http://purl.org/dc/terms/"><head><meta charset="utf-8"/><meta name="Generator" content="Drupal 10 (https://www.drupal.org)"/><meta name="dcterms.issued" content="${article.published.slice(0, 10)}"/><meta name="dcterms.modified" content="${(article.modified ?? article.published).slice(0, 10)}"/><title>${escapeHtml(article.title)} | ${site.site}</title></head>
<body class="path-node page-node-type-news"><a href="#main-content" class="visually-hidden focusable">${words.back}</a><div class="dialog-off-canvas-main-canvas" data-off-canvas-main-canvas>
<header role="banner"><div class="region region-header"><div class="block block-system-branding">${site.site}</div><nav role="navigation" class="block block-menu">${each(site.nav, (name) => `<a href="/s" data-drupal-link-system-path="node/1">${name}</a>`)}</nav></div></header>
<div class="region region-breadcrumb"><ol><li><a href="/">${site.nav[0]}</a></li><li><a href="/m">${article.section}</a></li><li>${escapeHtml(article.title)}</li></ol></div>
<div class="layout-container"><aside class="layout-sidebar-first"><nav class="block-menu-block"><h2>${words.tags}</h2><ul>${linksTo(site.headlines.slice(0, 9), (link) => `<li class="menu-item">${link}</li>`)}</ul></nav></aside>
<main role="main"><a id="main-content" tabindex="-1"></a><div class="region region-content"><div data-drupal-messages-fallback class="hidden"></div>
<div class="block block-core block-page-title-block"><h1 class="page-title"><span class="field field--name-title field--type-string field--label-hidden">${escapeHtml(article.title)}</span></h1></div>
<article data-history-node-id="812" class="node node--type-news node--view-mode-full"><div class="node__content">
<div class="field field--name-field-date field--label-inline clearfix"><div class="field__label">${words.published}</div><div class="field__item"><time datetime="${article.published}" class="datetime">${published('long')}</time></div></div>
<div class="field field--name-field-teaser field__item"><p>${escapeHtml(article.lead)}</p></div>
<div class="clearfix text-formatted field field--name-body field--type-text-with-summary field--label-hidden field__item">${partsHtml(article.parts, { table: (rows, caption) => `<div class="table-responsive"><table class="table table-striped"><!-- ${caption} --><tbody>${rows.map((row) => `<tr>${row.map((cell) => `<td><p>${escapeHtml(cell)}</p></td>`).join('')}</tr>`).join('')}</tbody></table></div>` })}</div>
<div class="field field--name-field-attachments field--label-above"><div class="field__label">Downloads</div><div class="field__items"><div class="field__item"><span class="file file--mime-application-pdf"><a href="/f.pdf">${article.id}.pdf</a></span> <span>(PDF, 412 KB)</span></div></div></div>
<div class="field field--name-field-contact"><h2>Kontakt</h2><p>Pressestelle, Am Wehr 3, 00000 Lindenau<br>Telefon 0000 123-456, Mo–Do 9–15 Uhr, Fr 9–12 Uhr<br><a href="mailto:presse@amt.example">presse@amt.example</a></p></div></div></article>
<div class="block-views-block-related"><h2>${words.related}</h2>${each(site.teasers.slice(0, 3), ({ title, text, date }) => `<div class="views-row"><span class="views-field-created">${date}</span><h3><a href="/n">${escapeHtml(title)}</a></h3><p>${escapeHtml(text)}</p></div>`)}</div>
<div class="block-last-updated"><p>${words.updated}: ${modified('numeric') ?? published('numeric')}</p><p><a href="#">${words.print}</a></p></div></div></main></div>
<footer role="contentinfo"><p>${site.disclaimer}</p>${each(site.legal, (name) => `<a href="/l">${name}</a>`)}</footer></div></body></html>`;
  },
};
