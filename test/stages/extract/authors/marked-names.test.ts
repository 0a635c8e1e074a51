import { describe, expect, it } from 'vitest';
import { paragraphs } from '../page.ts';
import { authorsOf } from './authors-of.ts';

describe('names with a mark instead of a word', () => {
  it.each(['作者', 'Author', 'Auteur', 'Автор'])('are read from an element with the tooltip %s', (label) => {
    const byline = `<span><a title="${label}" aria-label="Ada Marsh and Tom Quill">Ada Marsh and Tom Quill</a></span>`;
    expect(authorsOf({ byline })).toEqual(['Ada Marsh', 'Tom Quill']);
  });

  it.each(['far fa-user', 'bi bi-person-fill', 'i-ri:quill-pen-line', 'icon-author'])(
    'are read next to the icon of a person, in a card apart from the text: %s',
    (icon) => {
      const card = `<div class="card"><i class="${icon}"></i><br>T.K. Osei</div>`;
      expect(authorsOf({ byline: '', after: `<aside>${card}</aside>` })).toEqual(['T.K. Osei']);
    },
  );

  it('are not read next to icons of menus, of several persons, or of links to other pages', () => {
    const card = (text: string) => `<div class="card"><i class="fa fa-user"></i> ${text}</div>`;
    expect(authorsOf({ byline: '', after: `<nav>${card('Ada Marsh')}</nav>` })).toEqual([]);
    expect(authorsOf({ byline: '', after: `<aside>${card('Ada Marsh')}${card('Tom Quill')}</aside>` })).toEqual([]);
    expect(
      authorsOf({ byline: '', after: `<aside>${card('<a href="/support">Support Tickets</a>')}</aside>` }),
    ).toEqual([]);
  });
});

describe('names of bylines in several languages', () => {
  it.each([
    ['<p><em>이하늘, 최 미래, 남궁민호 기자</em></p>', ['이하늘', '최 미래', '남궁민호']],
    ['<p>서 소담 기자 (연합뉴스)</p>', ['서 소담']],
    ['<p>Авторы: Иван Петрович Лугин и Анна Вересова</p>', ['Иван Петрович Лугин', 'Анна Вересова']],
    ['<p>Autorzy: Irena Żuk i Åsa Bjørnstad</p>', ['Irena Żuk', 'Åsa Bjørnstad']],
    ['<p>Tekst: Nelleke Kuiper, Annelies Mulder en Bram Zijlstra</p>', ['Nelleke Kuiper', 'Annelies Mulder', 'Bram Zijlstra']],
    ['<p>By Ada Marsh and Pieter van der Hoeven</p>', ['Ada Marsh', 'Pieter van der Hoeven']],
    ['<p>Ada Marsh, our correspondent in the north</p>', ['Ada Marsh']],
    ['<p>Door Annelies Groen, onze verslaggever</p>', ['Annelies Groen']],
    ['<p>By Ada Marsh and Tom Quill | Features</p>', ['Ada Marsh', 'Tom Quill']],
    ['<p class="author">王小雨 Lv2</p>', ['王小雨']],
    ['<p class="meta">20 November 2026 by NightHeron42</p>', ['NightHeron42']],
    ['<p class="author"><a rel="author" href="/a/1">Fryderyk Pająk</a> <a rel="author" href="/a/2">Norbert Żuk</a></p>', ['Fryderyk Pająk', 'Norbert Żuk']],
  ])('%s', (byline, authors) => {
    expect(authorsOf({ byline })).toEqual(authors);
  }); // biome-ignore format: a table

  it.each(['Reportagem de Hélder Antunes', 'Propos recueillis par Hélder Antunes', 'Reportaje de Hélder Antunes'])(
    'stand at the end of the text: %s',
    (line) => {
      const body = [...paragraphs, `<strong>${line}</strong>`].map((text) => `<p>${text}</p>`).join('');
      expect(authorsOf({ byline: '', body })).toEqual(['Hélder Antunes']);
    },
  );

  it('count more than the name of the site, which links to the front page', () => {
    const head = '<meta name="author" content="Rowan &amp; Pike">';
    const after = '<header><h1><a href="https://gazette.example/">Rowan &amp; Pike</a></h1></header>';
    expect(authorsOf({ head, byline: '<p>By Ada Marsh</p>', after })).toEqual(['Ada Marsh']);
  });

  it('keep a user name next to a person, where the data name both', () => {
    const head =
      '<script type="application/ld+json">{"@type":"Article","author":[{"@type":"Person","name":"the_gardener"},{"@type":"Person","name":"Ada Marsh"}]}</script>';
    expect(authorsOf({ head, byline: '' })).toEqual(['the_gardener', 'Ada Marsh']);
  });
});
