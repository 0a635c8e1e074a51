// Pages that lead to others: categories of shops, boards, directories, results.
import type { Draw } from '../types/draw.ts';
import { framed } from '../types/frame.ts';
import { meta, page, type System, systemsOf } from './system.ts';

const index =
  (
    make: (draw: Draw, title: string) => { path: string; body: string; head?: string; bodyClass?: string },
  ): System['page'] =>
  (draw) => {
    const title = draw.section();
    const { path, body, head = '', bodyClass = '' } = make(draw, title);
    return { path, html: page(draw, `${title} – Tin Harbour`, framed(draw, body), head, bodyClass) };
  };
const pager = (draw: Draw): string =>
  `<div class="pages"><span>1</span> <a href="?page=2">2</a> <a href="?page=3">3</a> <a href="?page=2">${draw.word('nextPage')}</a></div>`;

export const indexes: readonly System[] = systemsOf('list', {
  'shopify collection': index((draw, title) => ({
    path: `/collections/${draw.slug()}`,
    body: `<main><div class="collection-hero"><h1>${title}</h1><div class="rte"><p>${draw.paragraph()}</p></div></div><facet-filters-form><form><details><summary>${draw.tag()}</summary><input type="checkbox"></details></form></facet-filters-form><ul id="product-grid" class="grid product-grid">${draw.many(draw.number(6, 24), () => `<li class="grid__item"><div class="card-wrapper"><img src="/i.jpg" alt=""><h3 class="card__heading"><a href="/collections/x/products/${draw.slug()}">${draw.thing()}</a></h3><div class="price">${draw.price()}</div></div></li>`).join('')}</ul>${pager(draw)}</main>`,
  })),
  'woocommerce category': index((draw, title) => ({
    path: `/product-category/${draw.slug()}/`,
    bodyClass: 'archive tax-product_cat woocommerce',
    body: `<main><header><h1 class="page-title">${title}</h1></header><p class="woocommerce-result-count">1–12</p><form class="woocommerce-ordering"><select name="orderby"><option>x</option></select></form><ul class="products columns-4">${draw.many(draw.number(4, 16), () => `<li class="product type-product"><a href="/product/${draw.slug()}/"><img src="/i.jpg" alt=""><h2 class="woocommerce-loop-product__title">${draw.thing()}</h2><span class="price">${draw.price()}</span></a><a href="?add-to-cart=3" class="button add_to_cart_button">${draw.word('addToCart')}</a></li>`).join('')}</ul>${pager(draw)}</main>`,
  })),
  'buying guide category': index((draw, title) => ({
    path: `/${draw.slug()}/c/${draw.number(10, 900)}`,
    body: `<div class="plp"><h1>${title}</h1><aside class="filters">${draw.many(5, () => `<h4>${draw.tag()}</h4><label><input type="checkbox"> ${draw.tag()}</label>`).join('')}</aside><div class="tiles">${draw.many(draw.number(8, 30), () => `<div class="tile"><a href="/${draw.slug()}/p/${draw.number(100, 90_000)}"><img src="/t.jpg" alt=""><div class="name">${draw.thing()} ${draw.number(1, 99)}</div></a><div class="amount">${draw.price()}</div></div>`).join('')}</div><div class="seo-text"><h2>${draw.heading()}</h2><p>${draw.paragraph()}</p><p>${draw.paragraph()}</p></div></div>`,
  })),
  'board index': index((draw, title) => ({
    path: `/forums/${draw.slug()}.${draw.number(2, 90)}/`,
    body: `<h1 class="p-title-value">${title}</h1><div class="structItemContainer">${draw.many(draw.number(8, 25), () => `<div class="structItem structItem--thread"><div class="structItem-cell structItem-cell--main"><div class="structItem-title"><a href="/threads/${draw.slug()}.${draw.number(100, 9_000)}/">${draw.title()}</a></div><div class="structItem-minor"><ul><li><a class="username" href="/members/${draw.nick()}.3/">${draw.nick()}</a></li><li><time datetime="${draw.date().toISOString()}">${draw.shown(draw.date())}</time></li></ul></div></div><div class="structItem-cell--meta"><dl><dt>${draw.word('answers')}</dt><dd>${draw.number(0, 90)}</dd></dl></div></div>`).join('')}</div>${pager(draw)}`,
  })),
  'table of topics': index((draw, title) => ({
    path: `/viewforum.php?f=${draw.number(2, 90)}`,
    body: `<h2>${title}</h2><table class="forumline"><tr><th>${draw.word('forum')}</th><th>${draw.word('answers')}</th></tr>${draw.many(draw.number(10, 30), () => `<tr><td class="row1"><a href="viewtopic.php?t=${draw.number(100, 9_000)}" class="topictitle">${draw.title()}</a><br>${draw.nick()}</td><td class="row2">${draw.number(0, 90)}</td><td class="row3">${draw.shown(draw.date())}<br><a href="profile.php?u=3">${draw.nick()}</a></td></tr>`).join('')}</table>`,
  })),
  'question list': index((draw) => ({
    path: `/questions${draw.one(['', '/tagged/harbour', '?tab=newest'])}`,
    body: `<h1>${draw.word('answers')}</h1><div id="questions">${draw.many(draw.number(10, 30), () => `<div class="s-post-summary" data-post-id="3"><div class="s-post-summary--stats"><span>${draw.number(0, 9)}</span></div><div class="s-post-summary--content"><h3 class="s-post-summary--content-title"><a href="/questions/${draw.number(1_000, 90_000)}/${draw.slug()}" class="s-link">${draw.title()}</a></h3><div class="s-post-summary--content-excerpt">${draw.sentence()} ${draw.sentence()}</div><div class="s-user-card"><a href="/users/3/${draw.nick()}">${draw.nick()}</a> <time><span title="${draw.date().toISOString()}" class="relativetime">3 hours ago</span></time></div></div></div>`).join('')}</div>${pager(draw)}`,
  })),
  'job listing': index((draw) => ({
    path: `/${draw.one(['jobs', 'careers/openings', 'stellen'])}${draw.one(['', '/search?q=ferry'])}`,
    body: `<h1>${draw.word('jobs')}</h1><ul class="openings">${draw.many(draw.number(6, 25), () => `<li><a href="/jobs/${draw.number(100, 9_000)}-${draw.slug()}"><h2>${draw.heading()}</h2></a><div><span>${draw.section()}</span> · <span>${draw.tag()}</span></div></li>`).join('')}</ul>`,
  })),
  'business directory': index((draw, title) => ({
    path: `/${draw.one(['directory', 'branchen', 'search'])}?q=${draw.slug()}`,
    body: `<h1>${title}</h1><div class="results">${draw.many(draw.number(6, 20), () => `<div class="result"><h3><a href="/biz/${draw.slug()}">${draw.thing()} Ltd.</a></h3><div class="addr">${draw.section()} ${draw.number(1, 90)}</div><div><a href="tel:+155">+1 55</a> · 4.${draw.number(0, 9)} (${draw.number(2, 300)})</div><p>${draw.sentence()}</p></div>`).join('')}</div>${pager(draw)}`,
  })),
  'archive list': index((draw) => ({
    path: `/pipermail/harbour/2024-March/thread.html`,
    head: meta('generator', 'Pipermail'),
    body: `<h1>${draw.word('archive')}</h1><ul>${draw.many(draw.number(10, 40), () => `<li><a href="0${draw.number(1_000, 9_000)}.html">[Harbour] ${draw.title()}</a> <i>${draw.person()}</i></li>`).join('')}</ul>`,
  })),
  'card blog index': index((draw, title) => ({
    path: draw.one(['/blog', '/insights/', `/magazin/${draw.slug()}/`]),
    head: meta('og:type', 'website'),
    body: `<main><h1>${title}</h1><div class="cards">${draw.many(draw.number(6, 18), () => `<div class="card"><img src="/c.jpg" alt=""><span class="cat">${draw.tag()}</span><h3><a href="/blog/${draw.slug()}">${draw.title()}</a></h3><p>${draw.sentence()}</p><div class="by">${draw.person()} · ${draw.shown(draw.date())}</div></div>`).join('')}</div>${pager(draw)}</main>`,
  })),
  'package search': index((draw) => ({
    path: `/search?q=${draw.slug()}`,
    body: `<div class="hits"><h2>${draw.number(20, 900)}</h2>${draw.many(draw.number(8, 20), () => `<section><a href="/package/${draw.slug()}"><h3>${draw.slug()}</h3></a><p>${draw.sentence()}</p><ul><li>${draw.tag()}</li></ul><a href="/~${draw.nick()}">${draw.nick()}</a> • 1.${draw.number(0, 9)}.0 • 2 years ago</section>`).join('')}</div>${pager(draw)}`,
  })),
  'category of a manual': index((draw, title) => ({
    path: `/hc/en-us/${draw.one(['categories', 'sections'])}/${draw.number(100_000, 999_999)}-${draw.slug()}`,
    body: `<main><header class="page-header"><h1>${title}</h1></header><div id="main-content" class="section-tree">${draw.many(draw.number(3, 7), () => `<section class="section"><h2 class="section-tree-title"><a href="/hc/en-us/sections/${draw.number(100, 999)}">${draw.heading()}</a></h2><ul class="article-list">${draw.many(5, () => `<li class="article-list-item"><a href="/hc/en-us/articles/${draw.number(100_000, 900_000)}-${draw.slug()}">${draw.title()}</a></li>`).join('')}</ul></section>`).join('')}</div></main>`,
  })),
});
