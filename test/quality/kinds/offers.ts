import { capital, dateStyles, jsonLd, type MadePage, type Making, wholePage } from './making.ts';

const button = (m: Making): string =>
  m.pick([
    `<a class="btn btn-primary" href="/contact">${m.title(1, 3)}</a>`,
    `<a class="cta" href="/demo">${m.title(2, 4)}</a>`,
    `<button class="button">${m.title(1, 3)}</button>`,
    `<a href="/contact-us">${m.title(1, 3)}</a>`,
  ]);
const form = (m: Making): string =>
  `<form action="/send">${m.times(2, 6, (at) => `<label>${m.title(1, 2)} <input type="${at === 1 ? 'email' : 'text'}" name="f${at}"></label>`)}<textarea name="message"></textarea><button type="submit">${m.title(1, 2)}</button></form>`;
const quotes = (m: Making): string =>
  `<div class="testimonials">${m.times(1, 4, () => `<blockquote><p>${m.text(1, 3)}</p><cite>${m.name()}, ${capital(m.words(2))}</cite></blockquote>`)}</div>`;
const faq = (m: Making): string =>
  `<section class="faq"><h2>${m.title()}</h2>${m.times(2, 6, () => m.pick([`<details><summary>${m.sentence(5, 9)}</summary><p>${m.text(1, 3)}</p></details>`, `<h3>${m.sentence(5, 9)}</h3><p>${m.text(1, 3)}</p>`]))}</section>`;
const cards = (m: Making): string =>
  `<section><h2>${m.title(2, 6)}</h2><div class="row">${m.times(3, 6, () => `<div class="col"><img src="/i.svg"><h3>${m.title(1, 4)}</h3><p>${m.text(1, 2)}</p>${m.chance(0.5) ? `<a href="/services/${m.slug(1, 3)}">${m.title(1, 2)}</a>` : ''}</div>`)}</div></section>`;
const prose = (m: Making): string =>
  `<section><h2>${m.title(2, 8)}</h2>${m.paragraphs(1, 3)}${m.chance(0.4) ? `<ul>${m.times(3, 7, () => `<li>${m.sentence(3, 10)}</li>`)}</ul>` : ''}${m.chance(0.3) ? button(m) : ''}</section>`;
const numbers = (m: Making): string =>
  `<div class="stats">${m.times(3, 4, () => `<div><strong>${m.int(10, 900)}+</strong> <span>${m.words(2)}</span></div>`)}</div>`;
const plans = (m: Making): string =>
  `<div class="plans">${m.times(2, 4, () => `<div class="plan"><h3>${m.title(1, 1)}</h3><p>$${m.int(5, 99)}/mo</p><ul>${m.times(3, 7, () => `<li>${m.words(4)}</li>`)}</ul>${button(m)}</div>`)}</div>`;

interface Service {
  readonly family: string;
  readonly path: (m: Making) => string;
  readonly parts: (m: Making) => readonly string[];
}

const services: readonly Service[] = [
  {
    family: 'software',
    path: (m) => m.pick(['/', `/product/${m.slug(1, 2)}`, `/features/${m.slug(1, 2)}`, `/solutions/${m.slug(1, 3)}`]),
    parts: (m) => [cards(m), numbers(m), prose(m), quotes(m), cards(m)],
  },
  {
    family: 'practice',
    path: (m) => `/${m.pick(['services', 'practice-areas', 'treatments', 'what-we-do'])}/${m.slug(1, 5)}/`,
    parts: (m) => [prose(m), prose(m), prose(m), ...(m.chance(0.6) ? [faq(m)] : []), form(m)],
  },
  {
    family: 'local',
    path: (m) => `/${m.slug(2, 5)}/`,
    parts: (m) => [
      prose(m),
      cards(m),
      prose(m),
      quotes(m),
      `<p><a href="tel:+1555">+1 555 01</a> <a href="mailto:a@b.test">a@b.test</a> ${m.words(4)}</p>`,
      form(m),
    ],
  },
  {
    family: 'pricing',
    path: (m) => m.pick(['/pricing', '/plans', `/${m.slug(1, 2)}/prices`]),
    parts: (m) => [plans(m), cards(m), faq(m)],
  },
  {
    family: 'company',
    path: (m) => m.pick(['/about', '/about-us/', `/company/${m.slug(1, 2)}`]),
    parts: (m) => [prose(m), numbers(m), prose(m), cards(m)],
  },
  {
    family: 'programme',
    path: (m) => `/${m.pick(['courses', 'programs', 'study'])}/${m.slug(2, 5)}`,
    parts: (m) => [
      prose(m),
      `<table>${m.times(3, 8, () => `<tr><th>${m.words(2)}</th><td>${m.words(4)}</td></tr>`)}</table>`,
      prose(m),
      faq(m),
      button(m),
    ],
  },
];

export const serviceFamilies = services.map(({ family }) => family);

/** A page on which somebody offers a service. */
export function makeService(m: Making, family = m.pick(serviceFamilies)): MadePage {
  const { path, parts } = services.find((one) => one.family === family) as Service;
  const title = m.title(2, 7);
  const lead = `<section class="hero"><h1>${title}</h1><p>${m.text(1, 2)}</p>${button(m)}${m.chance(0.5) ? button(m) : ''}</section>`;
  const ld = m.chance(0.5)
    ? jsonLd({
        '@graph': [
          { '@type': 'WebPage', name: title, datePublished: m.at().toISOString() },
          { '@type': m.pick(['Organization', 'LocalBusiness', 'Service', 'BreadcrumbList']) },
        ],
      })
    : '';
  const og = m.chance(0.6) ? `<meta property="og:type" content="${m.pick(['website', 'article'])}">` : '';
  const body = m.pick([
    (inner: string) => `<main>${inner}</main>`,
    (inner: string) => `<div id="content"><div class="page">${inner}</div></div>`,
    (inner: string) => `<article class="page type-page">${inner}</article>`,
  ])([lead, ...parts(m), `<section class="banner"><h2>${m.title(2, 6)}</h2>${button(m)}</section>`].join('\n'));
  return {
    kind: 'service',
    family: `service-${family}`,
    url: `https://www.${m.slug(1, 2)}.test${path(m)}`,
    html: wholePage(m, { title, head: `${og}${ld}`, body }),
  };
}

const money = (m: Making): string =>
  m.pick([`$${m.int(5, 900)}.99`, `${m.int(5, 900)},95 €`, `£${m.int(5, 900)}.00`, `EUR ${m.int(5, 900)}`]);

export const productFamilies = ['plain', 'tabs', 'market', 'long'] as const;

/** A page that sells one thing. */
export function makeProduct(m: Making, family: string = m.pick(productFamilies)): MadePage {
  const title = m.title(2, 7);
  const price = money(m);
  const specs = `<table class="specs">${m.times(3, 12, () => `<tr><th>${m.title(1, 2)}</th><td>${m.words(m.int(1, 4))}</td></tr>`)}</table>`;
  const buy = m.pick([
    `<form action="/cart/add" method="post"><input type="number" name="quantity" value="1"><button name="add">${m.title(2, 3)}</button></form>`,
    `<button class="single_add_to_cart_button button">${m.title(2, 3)}</button>`,
    `<a class="add-to-cart btn" href="/basket?add=1">${m.title(2, 3)}</a>`,
  ]);
  const date = m.pick(dateStyles);
  const reviews = `<div id="reviews"><h2>${m.title(1, 2)}</h2>${m.times(0, 6, () => `<div class="review"><span class="review-author">${m.name()}</span> ${date(m.at())}<p>${m.text(1, 4)}</p></div>`)}</div>`;
  const related = `<div class="related"><h3>${m.title(2, 3)}</h3>${m.times(3, 8, () => `<div class="item"><a href="/products/${m.slug()}">${m.title(2, 6)}</a><span>${money(m)}</span></div>`)}</div>`;
  const description = family === 'long' ? m.paragraphs(4, 9) : m.paragraphs(1, 3);
  const body = `<div class="product"><div class="gallery">${m.times(1, 6, () => '<img src="/p.jpg">')}</div><h1>${title}</h1><div class="price">${price}</div>${buy}${family === 'tabs' ? `<div class="tabs">${description}${specs}</div>` : `${description}${specs}`}</div>${m.chance(0.7) ? reviews : ''}${related}`;
  const ld = m.chance(0.5) ? jsonLd({ '@type': 'Product', name: title, offers: { '@type': 'Offer', price: 10 } }) : '';
  const og = m.chance(0.5) ? `<meta property="og:type" content="${m.pick(['product', 'website'])}">` : '';
  const path = m.pick([
    `/products/${m.slug()}`,
    `/${m.slug()}-p-${m.int(100, 9_999)}.html`,
    `/dp/B0${m.int(10_000, 99_999)}`,
    `/${m.slug(3, 6)}.html`,
  ]);
  return {
    kind: 'product',
    family: `product-${family}`,
    url: `https://www.${m.slug(1, 1)}.test${path}`,
    html: wholePage(m, { title, head: `${og}${ld}`, body }),
  };
}
