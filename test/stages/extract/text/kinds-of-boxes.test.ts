import { describe, expect, it } from 'vitest';
import { articlePage, paragraphs } from '../page.ts';
import { bodyOf } from './read.ts';

const own = paragraphs.join('\n\n');
const prose = paragraphs.map((text) => `<p>${text}</p>`).join('');
const others = [
  'The mill at Orrin has ground its last sack of barley, and the miller gave the stones to the school, which will set them into the floor of its new hall.',
  'He says that nobody asked for flour any more after the baker retired, and that the wheel will turn on Sundays only, for those who like the sound of it.',
  'A bakery in the next valley has offered to take the sieves, and a museum the ledger, in which every sack since 1871 is written down in the same brown ink.',
];
const otherProse = others.map((text) => `<p>${text}</p>`).join('');

describe('flat copies', () => {
  const page = articlePage({ after: `<div>Harbour bridge 20 November 2026 ${paragraphs.join(' ')}</div>` });

  it('are left out where their parts stand on the page', () => {
    expect(bodyOf(page, 'hidden/flat-copy')).not.toBe(own);
    expect(bodyOf(page)).toBe(own);
  });

  it('stay where the page has no other copy, or only one paragraph of it', () => {
    const whole = paragraphs.join(' ');
    expect(bodyOf(articlePage({ body: `<p>${whole}</p>` }))).toBe(whole);
    expect(bodyOf(articlePage({ body: `<p>${whole}</p><blockquote>${paragraphs[1]}</blockquote>` }))).toContain(whole);
  });
});

describe('a paragraph that is labelled as an advertisement', () => {
  const offer = 'Anzeige: Günstige Fahrräder beim Händler am Markt, nur diese Woche.';
  const between = (name: string) => {
    const [first, ...rest] = paragraphs.map((text) => `<p>${text}</p>`);
    return articlePage({ body: `${first}<div class="${name}"><p>${offer}</p></div>${rest.join('')}` });
  };

  it.each(['werbung', 'artikel-anzeige', 'ad-slot', 'promo'])('is left out in a box named %s', (name) => {
    expect(bodyOf(between(name))).toBe(own);
  });

  it.each(['kasten', 'download', 'republic'])('stays in a box named %s', (name) => {
    expect(bodyOf(between(name))).toContain(offer);
  });
});

describe('text hidden by a utility class', () => {
  const card = (name: string) => `<div class="${name}"><h3>The mill at Orrin stops</h3>${otherProse}</div>`;

  it('is left out as boxes of one kind, and as a box with a heading', () => {
    const page = articlePage({ after: `${card('card d-none')}${card('card d-none')}` });
    expect(bodyOf(page)).toBe(own);
    expect(bodyOf(page, 'hidden/hidden-class')).not.toBe(own);
  });

  it('is left out where a style hides the cards', () => {
    const hiddenCard = `<div style="display: none"><h3>The mill at Orrin stops</h3>${otherProse}</div>`;
    const page = articlePage({ body: prose + hiddenCard + hiddenCard });
    expect(bodyOf(page)).toBe(own);
    expect(bodyOf(page, 'hidden/hidden-style')).not.toBe(own);
    expect(bodyOf(articlePage({ body: `<div style="display:none">${prose}</div>`, after: card('more') }))).toContain(
      own,
    );
  });

  it('is left out where it repeats headline and lead for machines', () => {
    const [lead = ''] = paragraphs;
    const facts = [
      'Harbour bridge reopens after eleven months',
      lead,
      'https://gazette.example/2026/11/20/harbour-bridge-reopens',
    ];
    const copy = (inner: string) => `<div><span style="display: none" itemscope>${inner}</span></div>`;
    const page = articlePage({ body: copy(facts.map((fact) => `<span>${fact}</span> `).join('')) + prose });
    expect(bodyOf(page)).toBe(own);
    expect(bodyOf(page, 'hidden/hidden-style')).not.toBe(own);
    // a lead that a script shows stands nowhere else
    const only = 'Four hundred people walked over the bridge before the first bus was let through on Friday morning.';
    expect(bodyOf(articlePage({ body: `<div><span style="display:none">${only}</span></div>${prose}` }))).toContain(
      only,
    );
  });

  it.each(['hidden', 'hide', 'd-none', 'sr-only', 'visually-hidden'])('never takes the own box named %s', (name) => {
    expect(bodyOf(articlePage({ body: `<div class="${name}">${prose}</div>` }))).toBe(own);
    expect(bodyOf(articlePage({ body: `<div class="${name}">${prose}</div>`, after: card('more') }))).toContain(own);
    const named = paragraphs.map((text) => `<p class="${name}">${text}</p>`).join('');
    expect(bodyOf(articlePage({ body: named }))).toBe(own);
  });

  it('stays as numbered parts of one text', () => {
    const parts = (title: (at: number) => string) =>
      [...paragraphs, ...others]
        .map((text, at) => `<div class="hide"><h2>${title(at)}</h2><p>${text}</p></div>`)
        .join('');
    const page = (title: (at: number) => string) => bodyOf(articlePage({ body: prose.repeat(2) + parts(title) }));
    expect(page((at) => `${at + 1}. A walk by the water`)).toContain(others[1]);
    expect(page(() => 'A walk by the water')).not.toContain(others[1]);
  });

  it('stays where a script shows the end of the text, or a wide screen', () => {
    const [first, second, ...rest] = paragraphs.map((text) => `<p>${text}</p>`);
    expect(bodyOf(articlePage({ body: `${first}${second}<div class="d-none">${rest.join('')}</div>` }))).toBe(own);
    expect(bodyOf(articlePage({ body: `<div class="d-none d-md-block">${prose}</div>` }))).toBe(own);
  });
});

describe('other posts', () => {
  const post = (title: string, day: string, text: string, tag = 'h1') =>
    `<article><${tag}>${title}</${tag}><p>${day}</p>${text}</article>`;
  const page = (...posts: string[]) =>
    `<html lang="en"><head><title>Harbour bridge reopens after eleven months</title></head><body>${posts.join('')}</body></html>`;
  const first = post('Harbour bridge reopens after eleven months', '20 November 2026', prose);

  it('are left out if they have headings and days like the first', () => {
    const posts = page(first, post('The mill at Orrin stops', '18 November 2026', otherProse));
    expect(bodyOf(posts)).toBe(own);
    expect(bodyOf(posts, 'hidden/other-post', 'hidden/dated-post')).toContain(others[1]);
  });

  it('stay as sections: without a day, or without a heading like the headline', () => {
    expect(bodyOf(page(first, post('The mill at Orrin stops', '', otherProse)))).toContain(others[1]);
    expect(bodyOf(page(first, post('The mill at Orrin stops', '', otherProse, 'h2')))).toContain(others[1]);
  });

  it('are left out in other headings if their days have the markup of the first one', () => {
    const dated = (title: string, day: string, text: string, tag: string) =>
      `<div class="entry"><${tag}>${title}</${tag}><p class="day">${day}</p>${text}</div>`;
    const own1 = dated('Harbour bridge reopens after eleven months', '20 November 2026', prose, 'h1');
    const posts = page(own1, dated('The mill at Orrin stops', '18 November 2026', otherProse, 'h3'));
    expect(bodyOf(posts)).toBe(own);
    expect(bodyOf(posts, 'hidden/dated-post')).toContain(others[1]);
    const ofBlog = posts.replace('<title>Harbour bridge reopens after eleven months', '<title>Notes from the quay');
    expect(bodyOf(ofBlog)).toContain(others[1]);
    expect(bodyOf(posts.replace('<p class="day">18', '<p>18'))).toContain(others[1]);
    expect(bodyOf(posts.replace('<div class="entry"><h3', '<div><h3'))).toContain(others[1]);
    const quoted = posts
      .replaceAll('<p class="day">', '<blockquote><p class="day">')
      .replaceAll('2026</p>', '2026</p></blockquote>');
    expect(bodyOf(quoted)).toContain(others[1]);
  });

  it('are left out if their days stand at their ends', () => {
    const signed = (title: string, day: string, text: string, tag: string) =>
      `<div class="entry"><${tag}>${title}</${tag}>${text}<p class="day">${day}</p></div>`;
    const posts = page(
      signed('Harbour bridge reopens after eleven months', '20 November 2026', prose, 'h1'),
      signed('The mill at Orrin stops', '18 November 2026', otherProse, 'h3'),
    );
    expect(bodyOf(posts)).not.toContain(others[1]);
    expect(bodyOf(posts, 'hidden/dated-post')).toContain(others[1]);
  });

  it('are left out as an article inserted between two paragraphs', () => {
    const [one, ...rest] = paragraphs.map((text) => `<p>${text}</p>`);
    const inserted = `<article><h3>The mill at Orrin stops</h3><p>${others[0]}</p></article>`;
    const whole = articlePage({ body: one + inserted + rest.join('') });
    expect(bodyOf(whole)).toBe(own);
    expect(bodyOf(whole, 'hidden/other-post')).toContain(others[0]);
    expect(bodyOf(articlePage({ body: one + inserted.repeat(3) + rest.join('') }))).toContain(others[0]);
  });

  it('stay as entries of a live blog, which have times', () => {
    const entries = ['14:05', '13:40', '12:10'].map((time) => post('What we know', time, otherProse, 'h2'));
    expect(bodyOf(page(first, ...entries))).toContain(others[1]);
  });
});

describe('the copyright notice of a text', () => {
  const notice =
    '© 2026 The Gazette. All rights reserved. This report may not be published, broadcast, rewritten or redistributed in any form without the written consent of the Gazette, its owners and the agency.';

  it('is left out with what stands below it', () => {
    expect(bodyOf(articlePage({ body: `${prose}<p>${notice}</p><p>${others[0]}</p>` }))).toBe(own);
  });

  it('stays above most of the text, and as a sentence about copyright', () => {
    expect(bodyOf(articlePage({ body: `<p>${notice}</p>${prose}` }))).toContain(notice);
    const sentence = `Copyright lawyers were the first to cross, as the town likes to tell, and the last to leave: ${others[0]}`;
    expect(bodyOf(articlePage({ body: `${prose}<p>${sentence}</p>` }))).toContain(sentence);
  });
});

describe('boxes of headlines in the text', () => {
  const [first, ...rest] = [...paragraphs, ...others].map((text) => `<p>${text}</p>`);
  const links = ['The mill at Orrin stops', 'Why the ferry crew moves to a ship', 'Nine million for a pier'];
  const box = `<div>${links.map((text) => `<p><a href="/news">${text}</a></p>`).join('')}</div>`;

  it('are left out', () => {
    const page = articlePage({ body: first + box + rest.join('') });
    expect(bodyOf(page)).toBe([...paragraphs, ...others].join('\n\n'));
  });

  it('stay as headings of products', () => {
    const page = (inside: string) => bodyOf(articlePage({ body: first + inside + rest.join('') }));
    const products = links.map((text) => `<div><h3><a href="/shop">${text}</a></h3>${otherProse}</div>`).join('');
    expect(page(products)).toContain(links[1]);
  });
});

describe('an accordion', () => {
  it('keeps the questions that open its answers', () => {
    const items = paragraphs.map(
      (answer, at) =>
        `<h3><button aria-expanded="false">What has happened to the bridge since ${2020 + at}?</button></h3><div><p>${answer}</p></div>`,
    );
    const body = bodyOf(articlePage({ body: items.join('') }));
    expect(body).toContain('What has happened to the bridge since 2021?');
    expect(body).toContain(paragraphs[3]);
  });

  it('leaves out the labels of other buttons', () => {
    expect(
      bodyOf(articlePage({ body: `${prose}<button aria-expanded="false">Show the whole conversation</button>` })),
    ).toBe(own);
  });
});
