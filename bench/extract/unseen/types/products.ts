import type { Draw, Family } from './draw.ts';
import { documentOf, framed, paragraphs } from './frame.ts';

const reviewsOf = (draw: Draw, count: number): string =>
  `<div id="reviews"><h2>${draw.word('reviews')} (${count})</h2><ol>${draw
    .many(
      count,
      () =>
        `<li class="review"><span class="stars">${'★'.repeat(draw.number(1, 5))}</span> <strong>${draw.nick()}</strong> <time>${draw.shown(draw.date())}</time><p>${draw.sentence()} ${draw.chance(0.4) ? draw.paragraph() : ''}</p></li>`,
    )
    .join('')}</ol></div>`;

const attributes = (draw: Draw): string =>
  `<table class="attributes">${draw.many(draw.number(3, 8), () => `<tr><th>${draw.tag()}</th><td>${draw.thing()}</td></tr>`).join('')}</table>`;

type Manner = (
  draw: Draw,
  name: string,
  texts: { short: string; long: string; reviews: string; price: string },
) => string;

const manners: Readonly<Record<string, Manner>> = {
  woocommerce: (draw, name, { short, long, reviews, price }) =>
    `<div id="primary" class="content-area"><nav class="woocommerce-breadcrumb"><a href="/">${draw.word('home')}</a> / ${draw.section()}</nav><div class="product type-product"><div class="woocommerce-product-gallery"><img src="/p.jpg" alt="${name}"></div><div class="summary entry-summary"><h1 class="product_title entry-title">${name}</h1><p class="price"><span class="woocommerce-Price-amount amount">${price}</span></p><div class="woocommerce-product-details__short-description">${short}</div><p class="stock in-stock">${draw.word('inStock')}</p><form class="cart"><input type="number" value="1"><button class="single_add_to_cart_button">${draw.word('addToCart')}</button></form><span class="sku">SKU ${draw.number(100, 9_999)}</span></div><div class="woocommerce-tabs"><div id="tab-description"><h2>${draw.word('description')}</h2>${long}</div><div id="tab-additional_information">${attributes(draw)}</div>${reviews}</div></div></div>`,
  shopify: (draw, name, { short, long, reviews, price }) =>
    `<main id="MainContent"><section class="product grid"><div class="product__media-wrapper"><img src="/p.jpg" alt=""></div><div class="product__info-wrapper"><p class="product__text caption">Tin Harbour</p><div class="product__title"><h1>${name}</h1></div><div class="price"><span class="price-item price-item--regular">${price}</span></div><form action="/cart/add"><select><option>S</option><option>M</option></select><button class="product-form__submit">${draw.word('addToCart')}</button></form><div class="product__description rte">${short}${long}</div></div></section>${reviews}<section class="related"><h2>${draw.word('related')}</h2>${draw.many(4, () => `<a href="/products/${draw.slug()}">${draw.thing()} ${draw.price()}</a>`).join('')}</section></main>`,
  magento: (draw, name, { short, long, reviews, price }) =>
    `<main id="maincontent" class="page-main"><div class="page-title-wrapper product"><h1 class="page-title"><span class="base">${name}</span></h1></div><div class="columns"><div class="product-info-main"><div class="product-info-price"><span class="price">${price}</span></div><div class="stock available">${draw.word('inStock')}</div><div class="product attribute overview">${short}</div><button class="action primary tocart">${draw.word('addToCart')}</button></div><div class="product media"><img src="/p.jpg" alt=""></div><div class="product info detailed"><div class="data item title">${draw.word('details')}</div><div class="product attribute description"><div class="value">${long}</div></div>${attributes(draw)}${reviews}</div></div></main>`,
  marketplace: (draw, name, { short, long, reviews, price }) =>
    `<div id="dp"><div id="leftCol"><img src="/p.jpg" alt=""></div><div id="centerCol"><h1 id="title"><span id="productTitle">${name}</span></h1><span class="rating">${draw.number(1, 5)},${draw.number(0, 9)} (${draw.number(2, 900)})</span><span class="a-price">${price}</span><ul id="feature-bullets">${draw.many(5, () => `<li>${draw.sentence()}</li>`).join('')}</ul></div><div id="buybox">${draw.word('inStock')} <button>${draw.word('addToCart')}</button></div><div id="productDescription">${short}${long}</div>${reviews}</div>`,
  plain: (draw, name, { short, long, reviews, price }) =>
    `<div class="detail"><h2>${name}</h2><b>${price}</b> <a href="/cart?add=1">${draw.word('addToCart')}</a>${short}<h3>${draw.word('description')}</h3>${long}${attributes(draw)}${reviews}</div>`,
};

export const products: readonly Family[] = Object.entries(manners).map(([family, manner]) => (draw: Draw) => {
  const [name, price, reviews, length] = [
    `${draw.thing()} ${draw.number(100, 900)}`,
    draw.price(),
    draw.one([0, 0, 2, 4, 8]),
    draw.number(0, 5),
  ];
  const declared = draw.one(['json-ld', 'og', 'none']);
  const jsonLd = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name,
    offers: { '@type': 'Offer', price: '19.90', priceCurrency: 'EUR' },
  };
  const texts = {
    short: `<p>${draw.sentence()}</p>`,
    long: paragraphs(draw, length),
    reviews: reviews === 0 ? '' : reviewsOf(draw, reviews),
    price,
  };
  const head = {
    title: name,
    ...(declared === 'json-ld' ? { jsonLd } : declared === 'og' ? { ogType: 'product' } : {}),
  };
  const path = draw.one([
    `/product/${draw.slug()}/`,
    `/products/${draw.slug()}`,
    `/${draw.slug()}.html`,
    `/dp/${draw.number(10_000, 99_999)}`,
  ]);
  return {
    family,
    path,
    html: documentOf(draw, head, framed(draw, manner(draw, name, texts))),
    axes: { reviews, length, declared },
  };
});
