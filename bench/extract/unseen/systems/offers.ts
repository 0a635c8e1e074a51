// Shops, and companies about themselves.
import type { Draw } from '../types/draw.ts';
import { framed, paragraphs } from '../types/frame.ts';
import { meta, page, type System, systemsOf } from './system.ts';

const picture = (draw: Draw): string => `<img src="/media/${draw.slug()}.jpg" alt="">`;
const related = (draw: Draw): string =>
  `<section class="related"><h2>${draw.word('related')}</h2><ul>${draw.many(draw.number(3, 6), () => `<li><a href="/${draw.slug()}">${picture(draw)}<h3>${draw.thing()}</h3></a><span>${draw.price()}</span></li>`).join('')}</ul></section>`;
const reviews = (draw: Draw): string =>
  draw.chance(0.6)
    ? `<section><h2>${draw.word('reviews')}</h2>${draw.many(draw.number(1, 8), () => `<div class="rv"><strong>${draw.person()}</strong> <span>${draw.shown(draw.date())}</span><p>${draw.sentence()} ${draw.sentence()}</p></div>`).join('')}</section>`
    : '';
const specs = (draw: Draw): string =>
  `<table>${draw.many(draw.number(3, 10), () => `<tr><th>${draw.tag()}</th><td>${draw.number(1, 900)} mm</td></tr>`).join('')}</table>`;

const shop =
  (
    make: (draw: Draw, thing: string) => { path: string; body: string; head?: string; bodyClass?: string },
  ): System['page'] =>
  (draw) => {
    const thing = `${draw.thing()} ${draw.number(2, 900)}`;
    const { path, body, head = '', bodyClass = '' } = make(draw, thing);
    return { path, html: page(draw, `${thing} – Tin Harbour`, framed(draw, body), head, bodyClass) };
  };

export const shops: readonly System[] = systemsOf('product', {
  'shopify bare': shop((draw, thing) => ({
    path: `/products/${draw.slug()}`,
    body: `<main id="MainContent"><section class="shopify-section"><div class="product grid"><div class="grid__item product__media-wrapper"><media-gallery>${draw.many(3, () => picture(draw)).join('')}</media-gallery></div><div class="product__info-wrapper"><h1>${thing}</h1><div class="price"><span class="price-item price-item--regular">${draw.price()}</span></div><variant-selects><fieldset><legend>${draw.tag()}</legend>${draw.many(3, (n) => `<input type="radio" name="o" id="o${n}"><label for="o${n}">${draw.tag()}</label>`).join('')}</fieldset></variant-selects><product-form><form method="post" action="/cart/add"><input type="hidden" name="id" value="4"><button type="submit" name="add">${draw.word('addToCart')}</button></form></product-form><div class="product__description rte">${paragraphs(draw, draw.number(1, 5))}</div></div></div></section>${reviews(draw)}${related(draw)}</main>`,
  })),
  'woocommerce block': shop((draw, thing) => ({
    path: `/${draw.one(['product', 'produkt', 'shop/tools'])}/${draw.slug()}/`,
    bodyClass: 'product-template-default single single-product woocommerce woocommerce-page',
    body: `<main><div class="wp-block-columns"><div class="wp-block-woocommerce-product-image-gallery">${picture(draw)}</div><div><h1 class="wp-block-post-title">${thing}</h1><div class="wp-block-woocommerce-product-price"><span class="woocommerce-Price-amount amount"><bdi>${draw.price()}</bdi></span></div><div class="wp-block-post-excerpt"><p>${draw.sentence()}</p></div><form class="cart" method="post"><div class="quantity"><input type="number" name="quantity" value="1"></div><button type="submit" name="add-to-cart" value="12" class="single_add_to_cart_button">${draw.word('addToCart')}</button></form><div class="product_meta">SKU: <span class="sku">${draw.number(100, 900)}</span></div></div></div><div class="woocommerce-tabs"><div class="woocommerce-Tabs-panel" id="tab-description"><h2>${draw.word('description')}</h2>${paragraphs(draw, draw.number(1, 6))}</div>${specs(draw)}</div>${related(draw)}</main>`,
  })),
  'magento open graph': shop((draw, thing) => ({
    path: `/${draw.slug()}-${draw.number(10, 900)}.html`,
    head: meta('og:type', 'product') + meta('product:price:amount', '12.00'),
    bodyClass: 'catalog-product-view product-x page-layout-1column',
    body: `<main id="maincontent" class="page-main"><div class="product-info-main"><div class="page-title-wrapper product"><h1 class="page-title"><span class="base" data-ui-id="page-title-wrapper">${thing}</span></h1></div><div class="product-info-price"><span class="price-container"><span class="price">${draw.price()}</span></span></div><div class="product-add-form"><form id="product_addtocart_form"><input type="number" name="qty" value="1"><button class="action primary tocart" id="product-addtocart-button">${draw.word('addToCart')}</button></form></div></div><div class="product media">${picture(draw)}</div><div class="product info detailed"><div class="product attribute description">${paragraphs(draw, draw.number(1, 4))}</div><div class="additional-attributes-wrapper">${specs(draw)}</div></div>${reviews(draw)}</main>`,
  })),
  'prestashop microdata': shop((draw, thing) => ({
    path: `/${draw.number(3, 900)}-${draw.slug()}.html`,
    body: `<section id="main" itemscope itemtype="https://schema.org/Product"><div class="row product-container"><div class="col-md-6">${picture(draw)}</div><div class="col-md-6"><h1 class="h1" itemprop="name">${thing}</h1><div class="product-prices"><div class="current-price" itemprop="offers" itemscope itemtype="https://schema.org/Offer"><span itemprop="price" content="12">${draw.price()}</span></div></div><div class="product-information"><div id="product-description-short"><p>${draw.sentence()}</p></div><form id="add-to-cart-or-refresh"><input name="qty" value="1"><button class="btn btn-primary add-to-cart" data-button-action="add-to-cart">${draw.word('addToCart')}</button></form></div></div></div><div class="tabs"><div class="product-description">${paragraphs(draw, draw.number(1, 4))}</div>${specs(draw)}</div></section>${related(draw)}`,
  })),
  opencart: shop((draw, thing) => ({
    path: `/index.php?route=product/product&product_id=${draw.number(10, 900)}`,
    body: `<div id="product-product" class="container"><div id="content" class="col"><div class="row"><div class="col-sm">${picture(draw)}</div><div class="col-sm"><h1>${thing}</h1><ul class="list-unstyled"><li>${draw.tag()}</li><li>${draw.word('inStock')}</li></ul><ul class="list-unstyled"><li><h2><span class="price-new">${draw.price()}</span></h2></li></ul><div id="product"><form id="form-product"><select name="option[2]"><option>${draw.tag()}</option></select><input type="text" name="quantity" value="1"><button type="submit" id="button-cart" class="btn">${draw.word('addToCart')}</button></form></div></div></div><ul class="nav nav-tabs"><li><a href="#d">${draw.word('description')}</a></li></ul><div id="tab-description">${paragraphs(draw, draw.number(1, 5))}</div></div></div>`,
  })),
  bigcommerce: shop((draw, thing) => ({
    path: `/${draw.slug()}/`,
    head: meta('og:type', 'product'),
    body: `<div class="page"><div class="productView"><section class="productView-images">${picture(draw)}</section><section class="productView-details"><div class="productView-product"><h1 class="productView-title">${thing}</h1><div class="productView-price"><div class="price-section"><span class="price price--withoutTax">${draw.price()}</span></div></div><dl class="productView-info"><dt>SKU:</dt><dd>${draw.number(100, 900)}</dd></dl></div></section><section class="productView-options"><form action="/cart.php" data-cart-item-add><input name="qty[]" type="tel" value="1"><input id="form-action-addToCart" class="button button--primary" type="submit" value="${draw.word('addToCart')}"></form></section><article class="productView-description"><div class="tab-content">${paragraphs(draw, draw.number(1, 4))}</div></article></div>${related(draw)}</div>`,
  })),
  squarespace: shop((draw, thing) => ({
    path: `/shop/p/${draw.slug()}`,
    head: meta('og:type', 'product'),
    body: `<main id="page"><article class="ProductItem" data-item-id="5"><section class="ProductItem-summary"><div class="ProductItem-gallery">${picture(draw)}</div><section class="ProductItem-details"><h1 class="ProductItem-details-title">${thing}</h1><div class="ProductItem-product-price"><div class="product-price">${draw.price()}</div></div><div class="ProductItem-details-excerpt">${paragraphs(draw, draw.number(1, 3))}</div><div class="sqs-add-to-cart-button-wrapper"><div class="sqs-add-to-cart-button" role="button">${draw.word('addToCart')}</div></div></section></section></article></main>`,
  })),
  'amazon-like': shop((draw, thing) => ({
    path: `/${draw.slug()}/dp/B0${draw.number(10_000_000, 99_999_999)}`,
    body: `<div id="dp"><div id="ppd"><div id="leftCol">${picture(draw)}</div><div id="centerCol"><div id="titleSection"><h1 id="title"><span id="productTitle">${thing}</span></h1></div><div id="bylineInfo_feature_div"><a id="bylineInfo" href="/b">${draw.person()}</a></div><div id="averageCustomerReviews"><span>4,3</span> <a>${draw.number(3, 9_000)}</a></div><div id="corePrice_feature_div"><span class="a-price"><span class="a-offscreen">${draw.price()}</span></span></div><div id="feature-bullets"><ul>${draw.many(5, () => `<li><span>${draw.sentence()}</span></li>`).join('')}</ul></div></div><div id="rightCol"><div id="buybox"><span>${draw.word('inStock')}</span><form action="/cart/add.html"><select name="quantity"><option>1</option></select><input id="add-to-cart-button" type="submit" value="${draw.word('addToCart')}"></form></div></div></div><div id="productDescription">${paragraphs(draw, draw.number(1, 4))}</div><div id="prodDetails">${specs(draw)}</div><div id="cm_cr_dp_d_rating">${draw.many(draw.number(2, 8), () => `<div class="review"><span class="a-profile-name">${draw.person()}</span><span class="review-date">${draw.shown(draw.date())}</span><div class="review-text"><span>${draw.paragraph()}</span></div></div>`).join('')}</div></div>`,
  })),
  'utility classes shop': shop((draw, thing) => ({
    path: `/${draw.one(['item', 'p', 'artikel'])}/${draw.number(1_000, 90_000)}`,
    body: `<div class="mx-auto max-w-7xl"><div class="grid grid-cols-2 gap-8"><div class="aspect-square">${picture(draw)}</div><div class="flex flex-col"><h1 class="text-3xl font-bold">${thing}</h1><p class="text-2xl mt-2">${draw.price()}</p><p class="mt-4">${draw.paragraph()}</p><div class="flex gap-2">${draw.many(4, () => `<button class="rounded border px-3">${draw.tag()}</button>`).join('')}</div><button class="bg-black text-white mt-6">${draw.word('addToCart')}</button></div></div><div class="prose mt-10">${paragraphs(draw, draw.number(0, 3))}</div>${reviews(draw)}${related(draw)}</div>`,
  })),
  'classified ad': shop((draw, thing) => ({
    path: `/${draw.one(['anzeige', 'ad', 'listing'])}/${draw.slug()}-${draw.number(1_000_000, 9_000_000)}`,
    body: `<article class="aditem"><div class="gallery">${picture(draw)}${picture(draw)}</div><h1 id="viewad-title">${thing}</h1><h2 id="viewad-price">${draw.price()}</h2><div id="viewad-locality">${draw.section()}</div><div>${draw.shown(draw.date())}</div><ul class="attributes">${draw.many(4, () => `<li>${draw.tag()}<span>${draw.tag()}</span></li>`).join('')}</ul><p id="viewad-description-text">${draw.paragraph()}</p><div class="seller"><a href="/u">${draw.nick()}</a><button>${draw.word('contact')}</button></div></article>${related(draw)}`,
  })),
});

const company =
  (make: (draw: Draw, title: string) => { path: string; body: string; head?: string }): System['page'] =>
  (draw) => {
    const title = draw.sentence();
    const { path, body, head = '' } = make(draw, title);
    return { path, html: page(draw, `${title} | Tin Harbour`, framed(draw, body), head) };
  };
const cta = (draw: Draw): string =>
  `<a class="${draw.one(['btn', 'cta', 'elementor-button', 'x1'])}" href="/contact">${draw.word(draw.one(['start', 'contact', 'readMore']))}</a>`;
const cards = (draw: Draw): string =>
  `<div class="grid">${draw.many(draw.number(3, 6), () => `<div class="card"><img src="/i.svg" alt=""><h3>${draw.heading()}</h3><p>${draw.sentence()}</p></div>`).join('')}</div>`;

export const companies: readonly System[] = systemsOf('service', {
  'elementor page': company((draw, title) => ({
    path: `/${draw.slug()}/`,
    head:
      meta('generator', 'Elementor 3.25') +
      meta('og:type', 'article') +
      meta('article:modified_time', draw.date().toISOString()),
    body: `<div class="elementor elementor-12"><section class="elementor-section"><h1 class="elementor-heading-title">${title}</h1><div class="elementor-text-editor"><p>${draw.paragraph()}</p></div>${cta(draw)}</section>${draw.many(draw.number(2, 5), () => `<section class="elementor-section"><h2 class="elementor-heading-title">${draw.heading()}</h2>${paragraphs(draw, draw.number(1, 2))}${draw.chance(0.5) ? cards(draw) : ''}</section>`).join('')}<section>${draw.many(3, () => `<details class="e-n-accordion-item"><summary>${draw.sentence()}</summary><p>${draw.paragraph()}</p></details>`).join('')}</section></div>`,
  })),
  'law firm page': company((draw, title) => ({
    path: `/${draw.one(['practice-areas', 'leistungen', 'services'])}/${draw.slug()}/`,
    body: `<main><div class="banner"><h1>${title}</h1></div><div class="two-col"><div class="main-col">${draw.many(draw.number(3, 6), () => `<h2>${draw.heading()}</h2>${paragraphs(draw, draw.number(1, 3))}${draw.chance(0.4) ? `<ul>${draw.many(5, () => `<li>${draw.tag()}</li>`).join('')}</ul>` : ''}`).join('')}</div><aside><h3>${draw.word('contact')}</h3><p><a href="tel:+4930123">+49 30 123</a></p><form><input name="name"><input type="email" name="mail"><textarea name="text"></textarea><button>${draw.word('send')}</button></form><ul>${draw.many(6, () => `<li><a href="/services/${draw.slug()}">${draw.heading()}</a></li>`).join('')}</ul></aside></div></main>`,
  })),
  'software landing': company((draw, title) => ({
    path: draw.one(['/', `/features/${draw.slug()}`, `/solutions/${draw.slug()}`]),
    head: meta('og:type', 'website'),
    body: `<div class="hero"><h1>${title}</h1><p>${draw.sentence()}</p>${cta(draw)}${cta(draw)}</div><div class="logos">${draw.many(6, () => '<img src="/l.svg" alt="">').join('')}</div>${draw.many(draw.number(2, 5), () => `<div class="split"><div><h2>${draw.heading()}</h2><p>${draw.sentence()} ${draw.sentence()}</p>${cta(draw)}</div><img src="/s.png" alt=""></div>`).join('')}${cards(draw)}<div class="quote"><blockquote>${draw.paragraph()}</blockquote><cite>${draw.person()}, ${draw.tag()}</cite></div>`,
  })),
  'clinic page': company((draw, title) => ({
    path: `/${draw.one(['treatments', 'behandlungen', 'conditions'])}/${draw.slug()}`,
    head: `<script type="application/ld+json">{"@context":"https://schema.org","@type":"MedicalBusiness","name":"Tin Harbour","telephone":"+1 555"}</script>`,
    body: `<main id="main"><nav class="crumbs"><a href="/">${draw.word('home')}</a></nav><h1>${title}</h1>${paragraphs(draw, 2)}${cta(draw)}${draw.many(draw.number(2, 5), () => `<h2>${draw.heading()}</h2>${paragraphs(draw, draw.number(1, 2))}`).join('')}<h2>${draw.word('faq')}</h2>${draw.many(3, () => `<h3>${draw.sentence()}</h3><p>${draw.sentence()}</p>`).join('')}<div class="book"><a href="tel:+1555">+1 555</a>${cta(draw)}</div></main>`,
  })),
  'hotel page': company((draw, title) => ({
    path: draw.one(['/rooms', `/zimmer/${draw.slug()}`, '/']),
    body: `<section class="slider">${picture(draw)}${picture(draw)}</section><section class="intro"><h1>${title}</h1><p>${draw.paragraph()}</p></section><section class="amenities"><h2>${draw.heading()}</h2><ul>${draw.many(8, () => `<li>${draw.tag()}</li>`).join('')}</ul></section><section class="booking"><form><input type="date" name="a"><input type="date" name="d"><select name="guests"><option>2</option></select><button>${draw.word('send')}</button></form></section><section>${paragraphs(draw, draw.number(1, 3))}<p>${draw.word('contact')}: <a href="mailto:a@b.example">a@b.example</a></p></section>`,
  })),
  'university course': company((draw, title) => ({
    path: `/${draw.one(['courses', 'studium', 'programs'])}/${draw.slug()}`,
    body: `<main><h1>${title}</h1><div class="key-facts"><dl>${draw.many(5, () => `<dt>${draw.tag()}</dt><dd>${draw.tag()}</dd>`).join('')}</dl>${cta(draw)}</div>${draw.many(draw.number(3, 5), () => `<section><h2>${draw.heading()}</h2>${paragraphs(draw, draw.number(1, 2))}</section>`).join('')}<section class="faq">${draw.many(3, () => `<button class="accordion">${draw.heading()}</button><div class="panel"><p>${draw.paragraph()}</p></div>`).join('')}</section></main>`,
  })),
  'nonprofit page': company((draw, title) => ({
    path: `/${draw.one(['what-we-do', 'our-work', 'mitmachen'])}/${draw.slug()}`,
    head: meta('og:type', 'article'),
    body: `<article class="page"><h1>${title}</h1><p class="lead">${draw.sentence()}</p>${paragraphs(draw, draw.number(2, 4))}<div class="stats">${draw.many(3, () => `<div><b>${draw.number(2, 90)}%</b> ${draw.tag()}</div>`).join('')}</div>${cards(draw)}<div class="donate">${cta(draw)}</div></article>`,
  })),
});
