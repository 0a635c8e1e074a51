import { capital, jsonLd, type MadePage, type Making, wholePage } from './making.ts';
import { Manner, tag } from './manners.ts';

// Things for sale, services, and lists of both, in markup of no software.

const money = (m: Making): string =>
  m.pick([
    `$${m.int(5, 900)}.99`,
    `${m.int(5, 900)},95 €`,
    `£${m.int(5, 900)}.00`,
    `EUR ${m.int(5, 900)}`,
    `${m.int(500, 90_000)} 円`,
    `${m.int(50, 900)} ₽`,
  ]);
const buy = (m: Making): string =>
  m.pick([
    'Add to cart',
    'Add to basket',
    'Buy now',
    'In den Warenkorb',
    'Ajouter au panier',
    'Añadir al carrito',
    'Comprar',
    'В корзину',
    '加入购物车',
    'カートに入れる',
    capital(m.words(2)),
  ]);
const pictures = (m: Making, from: number, to: number): string => m.times(from, to, () => '<img src="/i.jpg" alt="">');
const cta = (m: Making, manner: Manner): string =>
  m.pick([
    `<a${manner.of('btn', 'cta', 'button')} href="/${m.pick(['contact', 'demo', 'get-started', 'quote', 'book'])}">${m.title(1, 3)}</a>`,
    `<button${manner.of('btn', 'cta')}>${m.title(1, 3)}</button>`,
    `<a href="/${m.pick(['contact-us', 'signup', 'appointment', 'apply'])}">${m.title(1, 3)}</a>`,
  ]);

export const looseProductFamilies = ['shop', 'advert', 'described'] as const;

/** A page that sells one thing. */
export function makeLooseProduct(m: Making, family: string = m.pick(looseProductFamilies)): MadePage {
  const manner = new Manner(m);
  const title = m.title(2, 7);
  const isAdvert = family === 'advert';
  const price = `<${m.pick(['div', 'p', 'span', 'h2'])}${manner.of('price', 'amount', 'product-price')}>${money(m)}</div>`;
  const choice = m.chance(0.5)
    ? m.pick([
        `<select name="size">${m.times(2, 5, () => `<option>${m.words(1)}</option>`)}</select>`,
        m.times(2, 5, () => `<button${manner.of('variant', 'swatch', 'option')}>${m.words(1)}</button>`),
      ])
    : '';
  const button = isAdvert
    ? `<a href="/message">${m.title(1, 2)}</a>`
    : m.pick([
        `<form action="${m.pick(['/cart/add', '/basket', '/x'])}" method="post">${m.chance(0.5) ? '<input type="number" name="qty" value="1">' : ''}<button${manner.of('add-to-cart', 'buy', 'tocart')}>${buy(m)}</button></form>`,
        `<button${manner.of('buy-button', 'add-to-basket')}>${buy(m)}</button>`,
        `<input type="submit" value="${buy(m)}">`,
      ]);
  const text = family === 'described' ? m.paragraphs(3, 9) : m.paragraphs(1, 3);
  const facts = m.chance(0.6)
    ? m.pick([
        `<table>${m.times(3, 12, () => `<tr><th>${m.title(1, 2)}</th><td>${m.words(2)}</td></tr>`)}</table>`,
        `<ul>${m.times(3, 8, () => `<li>${m.sentence(3, 10)}</li>`)}</ul>`,
        `<dl>${m.times(3, 8, () => `<dt>${m.words(1)}</dt><dd>${m.words(2)}</dd>`)}</dl>`,
      ])
    : '';
  const reviews = m.chance(0.5)
    ? `<div${manner.of('reviews', 'ratings')}><h2>${m.title(1, 2)}</h2>${m.times(1, 9, () => `<div${manner.of('review', 'rating')}><b>${m.name()}</b> <span>${m.int(1, 28)}.0${m.int(1, 9)}.2024</span><p>${m.text(1, 4)}</p></div>`)}</div>`
    : '';
  const others = m.chance(0.7)
    ? `<div${manner.of('related', 'recommendations', 'similar')}>${m.times(3, 9, () => `<div${manner.of('card', 'item')}><a href="/p/${m.slug()}">${m.title(2, 5)}</a><span>${money(m)}</span></div>`)}</div>`
    : '';
  const top = m.pick([`${pictures(m, 1, 5)}<h1>${title}</h1>`, `<h1>${title}</h1>${pictures(m, 1, 5)}`]);
  const posted = isAdvert ? `<div>${m.int(1, 28)}.0${m.int(1, 9)}.2024</div><div>${m.title(1, 2)}</div>` : '';
  const head = [
    m.chance(0.15) ? jsonLd({ '@type': 'Product', name: title }) : '',
    m.chance(0.5) ? `<meta property="og:type" content="${m.pick(['product', 'website', 'website', 'article'])}">` : '',
  ].join('');
  const path = m.pick([
    `/products/${m.slug()}`,
    `/${m.slug()}.html`,
    `/p/${m.int(100, 90_000)}`,
    `/item/${m.slug()}-${m.int(100, 9_000)}`,
    `/shop/${m.slug(1, 2)}/${m.slug()}`,
    `/index.php?product_id=${m.int(10, 900)}`,
    `/${m.slug(2, 5)}/`,
  ]);
  return {
    kind: 'product',
    family: `loose-product-${family}`,
    url: `https://www.${m.slug(1, 1)}.test${path}`,
    html: wholePage(m, {
      title,
      head,
      body: `<main><div${manner.of('product', 'product-detail', 'item')}>${top}${price}${posted}${choice}${button}<div${manner.of('description', 'product-description')}>${text}</div>${facts}</div>${reviews}${others}</main>`,
    }),
  };
}

export const looseServiceFamilies = ['sections', 'prose', 'treatment', 'course', 'cause', 'place'] as const;

/** A page on which somebody offers something that is no thing. */
export function makeLooseService(m: Making, family: string = m.pick(looseServiceFamilies)): MadePage {
  const manner = new Manner(m);
  const title = m.title(2, 8);
  const box = m.pick(['section', 'div', 'div']);
  const part = (inner: string): string =>
    `<${box}${manner.of('section', 'feature', 'block', 'content', 'row')}>${inner}</${box}>`;
  const prose = () =>
    part(
      `<h2>${m.title(2, 7)}</h2>${m.paragraphs(1, 3)}${m.chance(0.3) ? `<ul>${m.times(3, 7, () => `<li>${m.sentence(2, 9)}</li>`)}</ul>` : ''}${m.chance(0.25) ? cta(m, manner) : ''}`,
    );
  const cards = () =>
    part(
      `<h2>${m.title(2, 5)}</h2>${m.times(3, 6, () => `<div${manner.of('card', 'benefit', 'service')}>${m.chance(0.6) ? '<img src="/i.svg" alt="">' : ''}<h3>${m.title(1, 4)}</h3><p>${m.text(1, 2)}</p></div>`)}`,
    );
  const asked = () =>
    part(
      `<h2>${m.title(1, 3)}</h2>${m.times(3, 7, () => m.pick([`<h3>${capital(m.words(6))}?</h3><p>${m.text(1, 3)}</p>`, `<details><summary>${capital(m.words(5))}?</summary><p>${m.text(1, 2)}</p></details>`, `<button${manner.of('accordion', 'faq-question')}>${capital(m.words(6))}?</button><div><p>${m.text(1, 2)}</p></div>`]))}`,
    );
  const facts = () => part(`<dl>${m.times(3, 7, () => `<dt>${m.words(1)}</dt><dd>${m.words(2)}</dd>`)}</dl>`);
  const numbers = () =>
    part(m.times(3, 4, () => `<div><strong>${m.int(2, 900)}${m.pick(['+', '%', ''])}</strong> ${m.words(2)}</div>`));
  const quote = () => part(`<blockquote>${m.text(1, 2)}</blockquote><cite>${m.name()}</cite>`);
  const reach = () =>
    part(
      `<p><a href="tel:+1555">+1 555 01</a>${m.chance(0.5) ? ' <a href="mailto:a@b.test">a@b.test</a>' : ''} ${m.words(4)}</p>`,
    );
  const form = () =>
    `<form>${m.times(2, 5, () => '<input type="text" name="x">')}<textarea></textarea><button>${m.words(1)}</button></form>`;
  const call = () => part(`<h2>${m.title(2, 6)}</h2>${cta(m, manner)}`);
  const plans: Readonly<Record<(typeof looseServiceFamilies)[number], readonly (() => string)[]>> = {
    sections: [cards, prose, numbers, cards, quote, call],
    prose: [prose, prose, prose, prose, call],
    treatment: [prose, prose, prose, asked, reach, call],
    course: [facts, prose, prose, asked, call],
    cause: [prose, numbers, cards, prose, call],
    place: [prose, cards, prose, reach, form],
  };
  const parts = plans[family as keyof typeof plans].filter(() => m.chance(0.85)).map((make) => make());
  const lead = part(
    `<h1>${title}</h1>${m.pick([`<p>${m.text(1, 2)}</p>`, m.paragraphs(1, 2), ''])}${m.chance(0.7) ? cta(m, manner) : ''}`,
  );
  const head = [
    m.chance(0.5) ? `<meta property="og:type" content="${m.pick(['website', 'website', 'article'])}">` : '',
    m.chance(0.25) ? `<meta property="article:modified_time" content="${m.at().toISOString()}">` : '',
    m.chance(0.3)
      ? jsonLd({
          '@graph': [
            { '@type': 'WebPage', name: title, datePublished: m.at().toISOString() },
            { '@type': m.pick(['Organization', 'LocalBusiness', 'Service', 'Dentist', 'BreadcrumbList']) },
          ],
        })
      : '',
  ].join('');
  const path = m.pick([
    `/${m.slug(1, 4)}/`,
    `/services/${m.slug(1, 3)}`,
    `/${m.pick(['treatments', 'practice-areas', 'courses', 'solutions', 'what-we-do', 'platform', 'programs', 'rooms', 'locations'])}/${m.slug(1, 3)}`,
    '/',
    `/${m.slug(1, 2)}/${m.slug(2, 4)}`,
    `/en/${m.slug(2, 5)}`,
  ]);
  const whole = m.pick([
    (inner: string) => `<main>${inner}</main>`,
    (inner: string) => inner,
    (inner: string) => `<article${manner.of('page', 'hentry')}>${inner}</article>`,
    (inner: string) => `<div${manner.of('entry-content', 'content')}>${inner}</div>`,
  ]);
  return {
    kind: 'service',
    family: `loose-service-${family}`,
    url: `https://www.${m.slug(1, 2)}.test${path}`,
    html: wholePage(m, { title, head, body: whole([lead, ...parts].join('\n')) }),
  };
}

export const looseListFamilies = ['goods', 'topics', 'questions', 'teasers', 'places', 'answers', 'names'] as const;

/** A page that leads to others. */
export function makeLooseList(m: Making, family: string = m.pick(looseListFamilies)): MadePage {
  const manner = new Manner(m);
  const title = m.title(1, 4);
  const box = tag(m);
  const row = (inner: string): string =>
    `<${box}${manner.of('item', 'card', 'row', 'result', 'teaser', 'tile', 'product')}>${inner}</${box}>`;
  const link = (path: string): string =>
    m.pick([`<h3><a href="${path}">${m.title(2, 9)}</a></h3>`, `<a href="${path}">${m.title(3, 9)}</a>`]);
  const date = (): string => `<span>${m.int(1, 28)}.0${m.int(1, 9)}.2024</span>`;
  const rows: Readonly<Record<(typeof looseListFamilies)[number], () => string>> = {
    goods: () =>
      `${m.chance(0.8) ? '<img src="/i.jpg" alt="">' : ''}${link(`/products/${m.slug()}`)}<div${manner.of('price')}>${money(m)}</div>${m.chance(0.2) ? `<button>${buy(m)}</button>` : ''}`,
    topics: () =>
      `${link(`/t/${m.slug()}/${m.int(100, 9_000)}`)}<a href="/u/${m.nick()}">${m.nick()}</a> ${date()} <span>${m.int(0, 90)}</span>`,
    questions: () =>
      `<div>${m.int(0, 9)} ${m.words(1)}</div>${link(`/questions/${m.int(100, 9_000)}/${m.slug()}`)}<p>${m.text(1, 2)}</p><a href="/users/${m.int(1, 99)}/${m.nick()}">${m.nick()}</a> ${date()}`,
    teasers: () =>
      `<img src="/i.jpg" alt="">${link(`/blog/${m.slug()}`)}<p>${m.sentence()}</p>${m.chance(0.5) ? `<div>${m.name()} ${date()}</div>` : ''}`,
    places: () => `${link(`/biz/${m.slug()}`)}<div>${m.words(3)}</div><a href="tel:+155">+1 55</a>`,
    answers: () => `<a href="/hc/articles/${m.int(1_000, 90_000)}-${m.slug()}">${m.title()}</a>`,
    names: () => `<a href="/${m.slug(1, 2)}">${m.title(1, 3)}</a> <small>${m.int(1, 900)}</small>`,
  };
  const make = rows[family as keyof typeof rows];
  const intro = m.chance(0.4) ? m.paragraphs(1, 2) : '';
  const below = m.chance(0.2) ? `<div><h2>${m.title()}</h2>${m.paragraphs(1, 3)}</div>` : '';
  const filters = m.chance(0.3)
    ? `<aside>${m.times(3, 8, () => `<label><input type="checkbox"> ${m.words(1)}</label>`)}</aside>`
    : '';
  const pages = m.chance(0.6) ? '<div>1 <a href="?page=2">2</a> <a href="?page=3">3</a></div>' : '';
  const path = m.pick([
    `/${m.pick(['collections', 'category', 'c', 'shop', 'forum', 'topics', 'blog', 'directory', 'jobs', 'events'])}/${m.slug(1, 2)}`,
    `/${m.pick(['search?q=', 'results?query=', 'list?cat='])}${m.slug(1, 1)}`,
    `/${m.slug(1, 2)}/`,
    `/viewforum.php?f=${m.int(1, 90)}`,
  ]);
  const og = m.chance(0.4) ? `<meta property="og:type" content="${m.pick(['website', 'website', 'article'])}">` : '';
  return {
    kind: 'list',
    family: `loose-list-${family}`,
    url: `https://www.${m.slug(1, 1)}.test${path}`,
    html: wholePage(m, {
      title,
      head: og,
      body: `<main><h1>${title}</h1>${intro}${filters}<div${manner.of('list', 'grid', 'results', 'listing')}>${m.times(5, 30, () => row(make()))}</div>${pages}${below}</main>`,
    }),
  };
}
