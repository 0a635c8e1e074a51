// Pages of a site or a company about itself.
import type { Draw, Family, MadePage } from './draw.ts';
import { documentOf, framed, paragraphs } from './frame.ts';

const finish = (draw: Draw, family: string, path: string, title: string, main: string): MadePage => {
  const ogType = draw.one([undefined, 'website', 'article']);
  const jsonLd = draw.chance(0.3)
    ? {
        '@context': 'https://schema.org',
        '@type': 'WebPage',
        name: title,
        datePublished: draw.date(),
        dateModified: draw.date(),
      }
    : undefined;
  const head = { title, ...(ogType === undefined ? {} : { ogType }), ...(jsonLd === undefined ? {} : { jsonLd }) };
  return { family, path, html: documentOf(draw, head, framed(draw, main)), axes: { ogType: ogType ?? 'none' } };
};

const landing: Family = (draw) =>
  finish(
    draw,
    'landing',
    draw.one(['/', '/product', '/solutions/teams']),
    draw.sentence(),
    `<section class="hero"><h1>${draw.sentence()}</h1><p>${draw.sentence()}</p><a class="btn" href="/signup">${draw.word('start')}</a></section>${draw
      .many(
        draw.number(3, 6),
        () =>
          `<section class="feature"><h2>${draw.heading()}</h2><p>${draw.paragraph()}</p><a href="/learn">${draw.word('readMore')}</a></section>`,
      )
      .join(
        '',
      )}<section class="logos">${draw.many(6, () => '<img src="/logo.svg" alt="">').join('')}</section><section class="quotes">${draw.many(3, () => `<blockquote>${draw.sentence()}<cite>${draw.person()}</cite></blockquote>`).join('')}</section><section class="cta"><a class="btn">${draw.word('start')}</a></section>`,
  );

const pricing: Family = (draw) =>
  finish(
    draw,
    'pricing',
    '/pricing',
    draw.word('pricing'),
    `<h1>${draw.word('pricing')}</h1><div class="plans">${['Basic', 'Pro', 'Team'].map((name) => `<div class="plan"><h3>${name}</h3><p class="amount">${draw.price()} <small>${draw.word('perMonth')}</small></p><ul>${draw.many(draw.number(4, 7), () => `<li>${draw.sentence()}</li>`).join('')}</ul><a class="btn">${draw.word('start')}</a></div>`).join('')}</div><h2>${draw.word('faq')}</h2>${draw.many(4, () => `<details><summary>${draw.sentence()}</summary><p>${draw.paragraph()}</p></details>`).join('')}`,
  );

const about: Family = (draw) =>
  finish(
    draw,
    'about',
    draw.one(['/about', '/about-us/', '/company']),
    draw.word('about'),
    `<main><h1>${draw.word('about')}</h1>${paragraphs(draw, draw.number(2, 5))}<div class="team">${draw.many(draw.number(0, 8), () => `<div class="member"><img src="/m.jpg" alt=""><h4>${draw.person()}</h4><p>${draw.tag()}</p></div>`).join('')}</div></main>`,
  );

const contact: Family = (draw) =>
  finish(
    draw,
    'contact',
    '/contact/',
    draw.word('contact'),
    `<main><h1>${draw.word('contact')}</h1><p>${draw.sentence()}</p><address>Tin Harbour<br>${draw.number(1, 90)} Quay St.<br>+1 555 01${draw.number(10, 99)}<br>mail@tin-harbour.example</address><form><label>${draw.word('email')}<input type="email"></label><textarea></textarea><button>${draw.word('send')}</button></form></main>`,
  );

const terms: Family = (draw) => {
  const word = draw.one(['terms', 'privacy'] as const);
  const sections = draw.many(
    draw.number(6, 14),
    (at) =>
      `<h2>${at + 1}. ${draw.heading()}</h2><p>${at + 1}.1 ${draw.paragraph()}</p><p>${at + 1}.2 ${draw.sentence()}</p>`,
  );
  return finish(
    draw,
    'terms',
    `/${word}`,
    draw.word(word),
    `<main><h1>${draw.word(word)}</h1><p>${draw.shown(draw.date())}</p><p>${draw.word('cookies')}</p>${sections.join('')}</main>`,
  );
};

const faq: Family = (draw) =>
  finish(
    draw,
    'faq',
    '/faq',
    draw.word('faq'),
    `<main><h1>${draw.word('faq')}</h1>${draw.many(draw.number(6, 14), () => `<h3>${draw.sentence()}</h3><p>${draw.paragraph()}</p>`).join('')}</main>`,
  );

const jobs: Family = (draw) =>
  finish(
    draw,
    'careers',
    '/careers/',
    draw.word('jobs'),
    `<main><h1>${draw.word('jobs')}</h1>${paragraphs(draw, 2)}<ul class="openings">${draw.many(draw.number(3, 12), () => `<li><a href="/careers/${draw.slug()}">${draw.tag()} · ${draw.thing()}</a></li>`).join('')}</ul></main>`,
  );

export const services: readonly Family[] = [landing, pricing, about, contact, terms, faq, jobs];
