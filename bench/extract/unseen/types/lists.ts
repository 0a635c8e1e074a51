// Pages whose content is links to others.
import type { Draw, Family, MadePage } from './draw.ts';
import { documentOf, framed, sidebar, time } from './frame.ts';

const finish = (
  draw: Draw,
  family: string,
  path: string,
  title: string,
  main: string,
  axes: MadePage['axes'] = {},
): MadePage => {
  // some systems call each of their pages an article
  const ogType = draw.one([undefined, 'website', 'article']);
  const html = documentOf(draw, { title, ...(ogType === undefined ? {} : { ogType }) }, framed(draw, main));
  return { family, path, html, axes: { ogType: ogType ?? 'none', ...axes } };
};

const pager = (draw: Draw): string =>
  draw.chance(0.7)
    ? `<nav class="pagination"><a class="page-numbers" href="/page/2/">2</a> <a class="next" href="/page/2/">${draw.word('nextPage')}</a></nav>`
    : '';

/** Whole first paragraphs, a sentence or nothing below the titles. */
const excerptOf = (draw: Draw, kind: string): string =>
  kind === 'paragraph' ? `<p>${draw.paragraph()}</p>` : kind === 'sentence' ? `<p>${draw.sentence()}</p>` : '';

const blogIndex: Family = (draw) => {
  const [count, excerpts] = [draw.number(4, 14), draw.one(['paragraph', 'sentence', 'none'])];
  const entries = draw.many(
    count,
    () =>
      `<article class="post-preview"><h2><a href="/${draw.slug()}/">${draw.title()}</a></h2><p class="meta">${draw.person()} · ${time(draw, draw.date())}</p>${excerptOf(draw, excerpts)}<a class="more" href="/${draw.slug()}/">${draw.word('readMore')}</a></article>`,
  );
  return finish(
    draw,
    'blog index',
    draw.one(['/', '/blog/', '/blog/page/3/']),
    draw.word('news'),
    `<main>${entries.join('')}${pager(draw)}</main>${sidebar(draw)}`,
    { count, excerpts },
  );
};

const category: Family = (draw) => {
  const [name, count, hasIntro] = [draw.section(), draw.number(5, 25), draw.chance(0.5)];
  const entries = draw.many(
    count,
    () =>
      `<div class="item"><img src="/${draw.slug()}.jpg" alt=""><a href="/${draw.slug()}"><h3>${draw.title()}</h3></a><span>${draw.shown(draw.date())}</span>${excerptOf(draw, draw.one(['sentence', 'none']))}</div>`,
  );
  const intro = hasIntro ? `<div class="term-description"><p>${draw.paragraph()}</p></div>` : '';
  return finish(
    draw,
    'category',
    `/category/${draw.slug()}/`,
    name,
    `<div id="main"><h1 class="page-title">${name}</h1>${intro}<div class="grid">${entries.join('')}</div>${pager(draw)}</div>`,
    { count, intro: String(hasIntro) },
  );
};

const search: Family = (draw) => {
  const [query, count] = [draw.thing(), draw.number(3, 20)];
  const results = draw.many(
    count,
    () =>
      `<li><a href="/${draw.slug()}">${draw.title()}</a><br><cite>tin-harbour.example › ${draw.slug()}</cite><p>… ${draw.sentence()} <em>${query}</em> …</p></li>`,
  );
  return finish(
    draw,
    'search results',
    `/search?q=${encodeURIComponent(query)}`,
    `${draw.word('resultsFor')} ${query}`,
    `<div class="results"><h1>${draw.word('resultsFor')} “${query}”</h1><p>${count * 7}</p><ol>${results.join('')}</ol>${pager(draw)}</div>`,
    { count },
  );
};

const videos: Family = (draw) => {
  const count = draw.number(8, 30);
  const cells = draw.many(
    count,
    () =>
      `<div class="video-cell"><a href="/watch/${draw.slug()}"><span class="thumb"><img src="/t.jpg" alt=""><span class="len">${draw.number(1, 59)}:${draw.number(10, 59)}</span></span><span class="name">${draw.title()}</span></a><span class="by">${draw.nick()}</span> <span>${draw.number(1, 900)} ${draw.word('views')}</span></div>`,
  );
  return finish(draw, 'video grid', '/videos/', 'Videos', `<div class="videos">${cells.join('')}</div>`, { count });
};

const sitemap: Family = (draw) => {
  const groups = draw.many(
    draw.number(3, 6),
    () =>
      `<h2>${draw.section()}</h2><ul>${draw.many(draw.number(5, 20), () => `<li><a href="/${draw.slug()}">${draw.title()}</a></li>`).join('')}</ul>`,
  );
  return finish(
    draw,
    'sitemap',
    '/sitemap/',
    draw.word('sitemap'),
    `<div class="page"><h1>${draw.word('sitemap')}</h1>${groups.join('')}</div>`,
  );
};

const archive: Family = (draw) => {
  const months = draw.many(
    draw.number(2, 6),
    (at) =>
      `<h3>2026-${10 - at}</h3><ul>${draw.many(draw.number(3, 12), () => `<li>${draw.shown(draw.date())} — <a href="/${draw.slug()}">${draw.title()}</a></li>`).join('')}</ul>`,
  );
  return finish(
    draw,
    'archive',
    '/archive/',
    draw.word('archive'),
    `<main><h1>${draw.word('archive')}</h1>${months.join('')}</main>`,
  );
};

const frontPage: Family = (draw) => {
  const lead = `<section class="lead"><a href="/${draw.slug()}"><h2>${draw.title()}</h2></a><p>${draw.paragraph()}</p></section>`;
  const blocks = draw.many(
    draw.number(3, 6),
    () =>
      `<section><h3>${draw.section()}</h3>${draw.many(draw.number(3, 6), () => `<div class="teaser"><h4><a href="/${draw.slug()}">${draw.title()}</a></h4><p>${draw.sentence()}</p><small>${draw.person()}</small></div>`).join('')}</section>`,
  );
  return finish(draw, 'front page', '/', 'Tin Harbour', `<main>${lead}${blocks.join('')}</main>`);
};

const authorPage: Family = (draw) => {
  const [name, count] = [draw.person(), draw.number(3, 15)];
  const entries = draw.many(
    count,
    () => `<li><a href="/${draw.slug()}">${draw.title()}</a> ${time(draw, draw.date())}</li>`,
  );
  return finish(
    draw,
    'author page',
    `/author/${draw.slug()}/`,
    name,
    `<main><div class="author-box"><img src="/a.jpg" alt="${name}"><h1>${name}</h1><p>${draw.paragraph()}</p></div><ul>${entries.join('')}</ul></main>`,
    { count },
  );
};

const threads: Family = (draw) => {
  const count = draw.number(8, 30);
  const rows = draw.many(
    count,
    () =>
      `<tr><td><a href="/t/${draw.slug()}">${draw.title()}</a><br><small>${draw.nick()}</small></td><td>${draw.number(0, 90)}</td><td>${draw.number(20, 9_000)}</td><td>${draw.shown(draw.date())}</td></tr>`,
  );
  return finish(
    draw,
    'forum index',
    `/forum/${draw.slug()}/`,
    draw.word('forum'),
    `<div class="forum"><h2>${draw.section()}</h2><table class="topics"><tr><th></th><th>${draw.word('answers')}</th><th>${draw.word('views')}</th><th></th></tr>${rows.join('')}</table>${pager(draw)}</div>`,
    { count },
  );
};

const shelf: Family = (draw) => {
  const count = draw.number(8, 24);
  const items = draw.many(
    count,
    () =>
      `<li class="product type-product"><a href="/product/${draw.slug()}"><img src="/p.jpg" alt=""><h2 class="woocommerce-loop-product__title">${draw.thing()}</h2><span class="price">${draw.price()}</span></a><a class="button add_to_cart_button">${draw.word('addToCart')}</a></li>`,
  );
  return finish(
    draw,
    'shop category',
    `/shop/${draw.slug()}/`,
    draw.section(),
    `<main><h1>${draw.section()}</h1><ul class="products columns-4">${items.join('')}</ul>${pager(draw)}</main>`,
    { count },
  );
};

export const lists: readonly Family[] = [
  blogIndex,
  category,
  search,
  videos,
  sitemap,
  archive,
  frontPage,
  authorPage,
  threads,
  shelf,
  blogIndex,
  category,
];
