// The control: articles of all sorts, which a crawl should store.
import type { Draw, Family, MadePage } from './draw.ts';
import { documentOf, framed, paragraphs, sidebar, time } from './frame.ts';

interface Parts {
  readonly title: string;
  readonly author: string;
  readonly date: Date;
  readonly text: string;
  readonly after: string;
}

const partsOf = (draw: Draw, text: string, after: string): Parts => ({
  title: draw.title(),
  author: draw.person(),
  date: draw.date(),
  text,
  after,
});

/** The markup of an article in the manners of different systems. */
const manners: Readonly<Record<string, (draw: Draw, parts: Parts) => string>> = {
  html5: (draw, { title, author, date, text, after }) =>
    framed(
      draw,
      `<main><article><header><h1>${title}</h1><p class="byline">${author}, ${time(draw, date)}</p></header>${text}</article>${after}${sidebar(draw)}</main>`,
    ),
  wordpress: (draw, { title, author, date, text, after }) =>
    framed(
      draw,
      `<div id="content"><div class="post type-post status-publish hentry"><h1 class="entry-title">${title}</h1><div class="entry-meta"><span class="author vcard">${author}</span> ${time(draw, date)}</div><div class="entry-content">${text}</div><div class="entry-footer"><a rel="tag" href="/tag">${draw.tag()}</a></div></div>${after}</div><div id="secondary">${sidebar(draw)}</div>`,
    ),
  newspaper: (draw, { title, author, date, text, after }) =>
    framed(
      draw,
      `<div class="wrap"><div class="story"><div class="kicker">${draw.section()}</div><h1 class="headline">${title}</h1><h2 class="deck">${draw.sentence()}</h2><div class="meta"><span>${author}</span><span>${time(draw, date)}</span></div><div class="share"><a>Facebook</a><a>X</a></div><div class="story-body">${text}</div></div><div class="rail">${sidebar(draw)}</div>${after}</div>`,
    ),
  plain: (draw, { title, author, date, text, after }) =>
    `<center><h2>${title}</h2></center><i>${author}</i><br>${draw.shown(date)}<hr>${text}<hr>${after}<a href="/">${draw.word('home')}</a>`,
  medium: (draw, { title, author, date, text, after }) =>
    `<div id="root"><div class="a b c"><section><div class="n p"><h1 class="pw-post-title">${title}</h1><div class="ae af"><a href="/@x">${author}</a><button>${draw.word('subscribe')}</button><div>${draw.number(2, 12)} min · ${draw.shown(date)}</div></div>${text}</div></section><div class="clap">${draw.number(1, 900)}</div>${after}</div></div>`,
};

function finish(draw: Draw, family: string, parts: Parts, axes: MadePage['axes'] = {}, more: object = {}): MadePage {
  const manner = draw.one(Object.keys(manners));
  const declared = draw.one(['json-ld', 'og', 'none']);
  const jsonLd = {
    '@context': 'https://schema.org',
    '@type': draw.one(['NewsArticle', 'Article', 'BlogPosting']),
    headline: parts.title,
    datePublished: parts.date.toISOString(),
    author: { '@type': 'Person', name: parts.author },
    ...more,
  };
  const head = {
    title: parts.title,
    ...(declared === 'json-ld' ? { jsonLd } : {}),
    ...(declared === 'none' ? {} : { ogType: 'article' }),
  };
  const path = draw.one([
    `/2026/0${draw.number(1, 9)}/${draw.slug()}/`,
    `/${draw.slug()}-${draw.number(10_000, 99_999)}.html`,
    `/article/${draw.number(1_000, 999_999)}`,
    `/${draw.slug()}`,
  ]);
  return {
    family,
    path,
    html: documentOf(draw, head, manners[manner]?.(draw, parts) ?? ''),
    axes: { manner, declared, ...axes },
  };
}

const comment = (draw: Draw): string =>
  draw.one([
    `<li class="comment"><b>${draw.nick()}</b> ${draw.shown(draw.date())}<p>${draw.chance(0.5) ? draw.sentence() : draw.paragraph()}</p><a>${draw.word('reply')}</a></li>`,
    `<div class="comment-item"><span class="user">${draw.person()}</span><div>${draw.sentence()}</div></div>`,
  ]);

const commentsOf = (draw: Draw, count: number): string =>
  `<section id="comments" class="comments"><h2>${count} ${draw.word('comments')}</h2>${draw.many(count, () => comment(draw)).join('')}<form><textarea></textarea><button>${draw.word('send')}</button></form></section>`;

const withHeadings = (draw: Draw, sections: number): string =>
  paragraphs(draw, 2) +
  draw.many(sections, () => `<h2>${draw.heading()}</h2>${paragraphs(draw, draw.number(1, 3))}`).join('');

const plain: Family = (draw) => finish(draw, 'article', partsOf(draw, withHeadings(draw, draw.number(0, 4)), ''));

const short: Family = (draw) => {
  const count = draw.number(1, 3);
  return finish(
    draw,
    'short article',
    partsOf(draw, draw.many(count, () => `<p>${draw.sentence()} ${draw.sentence()}</p>`).join(''), ''),
    { count },
  );
};

const commented: Family = (draw) => {
  const count = draw.number(3, 30);
  return finish(
    draw,
    'article with comments',
    partsOf(draw, paragraphs(draw, draw.number(3, 7)), commentsOf(draw, count)),
    { count },
  );
};

const teaser: Family = (draw) => {
  const shown = paragraphs(draw, draw.number(1, 3));
  const wall = `<div class="${draw.one(['paywall', 'piano-offer', 'regwall', 'premium-box'])}"><p>${draw.word('paywall')}</p><a class="button" href="/abo">${draw.word('subscribe')}</a><a href="/login">${draw.word('login')}</a></div>`;
  return finish(draw, 'paywall teaser', partsOf(draw, shown + wall, ''), {}, { isAccessibleForFree: false });
};

const liveBlog: Family = (draw) => {
  const count = draw.number(5, 25);
  const entries = draw.many(
    count,
    () =>
      `<div class="live-entry"><span class="time">${draw.number(8, 22)}:${draw.number(10, 59)}</span><h3>${draw.heading()}</h3><p>${draw.sentence()} ${draw.sentence()}</p></div>`,
  );
  const text = `<p class="lead"><b>${draw.word('live')}</b> ${draw.paragraph()}</p><div class="live-feed">${entries.join('')}</div>`;
  return finish(draw, 'live blog', partsOf(draw, text, ''), { count }, { '@type': 'LiveBlogPosting' });
};

const withList: Family = (draw) => {
  const count = draw.number(4, 9);
  const items = draw.many(count, (at) => `<h3>${at + 1}. ${draw.thing()}</h3><p>${draw.paragraph()}</p>`);
  return finish(draw, 'listicle', partsOf(draw, `${paragraphs(draw, 1)}${items.join('')}`, ''), { count });
};

const interview: Family = (draw) => {
  const turns = draw.many(
    draw.number(5, 10),
    () => `<p><strong>${draw.sentence()}</strong></p><p>${draw.paragraph()}</p>`,
  );
  return finish(draw, 'interview', partsOf(draw, paragraphs(draw, 1) + turns.join(''), ''));
};

const withCards: Family = (draw) => {
  const cards = draw.many(
    draw.number(6, 20),
    () => `<div class="card"><a href="/${draw.slug()}"><h4>${draw.title()}</h4></a><p>${draw.sentence()}</p></div>`,
  );
  return finish(
    draw,
    'article above many cards',
    partsOf(draw, paragraphs(draw, draw.number(3, 5)), `<div class="more">${cards.join('')}</div>`),
  );
};

export const articles: readonly Family[] = [
  plain,
  short,
  commented,
  teaser,
  liveBlog,
  withList,
  interview,
  withCards,
  plain,
  commented,
  short,
];
