import { describe, expect, it } from 'vitest';
import { namesIn, organisationsIn } from '../../../../src/stages/extract/authors/names.ts';
import type { articlePage } from '../page.ts';
import { authorsOf } from './authors-of.ts';

/** What stands in the place of an author, by kind, in several languages. */
const nobody: Readonly<Record<string, readonly string[]>> = {
  agencies: [
    ...['dpa', 'AFP', 'Reuters', 'The Associated Press', 'dpa/lby', 'AFP, dpa', 'Europa Press', '新华社', '共同通信'],
    ...['ТАСС', 'РИА Новости', 'رويترز'],
  ],
  'agencies with roles': [
    'Reuters Staff',
    'AP Business Writer',
    'AFP correspondent',
    'dpa-Korrespondent',
    'PTI Bureau',
  ],
  staff: [
    ...['Staff', 'Staff Writer', 'Staff Report', 'Our Correspondent', 'Web Desk', 'Newsroom', 'Mitarbeiter'],
    ...['freie Mitarbeiterin', 'unser Korrespondent', 'Equipo', '本报讯', '온라인뉴스팀'],
  ],
  newsrooms: [
    ...['Editorial Team', 'The Editors', 'Redaktion', 'Die Redaktion', 'Online-Redaktion', 'La rédaction', 'Redacción'],
    ...[
      'La redazione',
      'De redactie',
      'Redakcja',
      'Redação',
      'Toimitus',
      'Редакция',
      '编辑部',
      '編集部',
      'هيئة التحرير',
    ],
  ],
  accounts: [
    ...[
      'Admin',
      'administrator',
      'webmaster',
      'root',
      'Super User',
      'Site Admin',
      'wp-admin',
      'user1',
      'Guest',
      'Gast',
    ],
    ...['Invité', 'Unknown', 'Unbekannt', 'Anonyme', 'Anónimo', '匿名', 'default', 'null', 'undefined', 'N/A'],
  ],
  'e-mail addresses': [
    ...['ada@gazette.example', 'mailto:ada@gazette.example', 'ada(at)gazette.example', 'ada [at] gazette.example'],
  ],
  'social handles': ['@adamarsh', '@ada.marsh', 'twitter.com/adamarsh', 'https://t.me/adamarsh', 'Follow @adamarsh'],
  'web addresses': ['gazette.example', 'www.gazette.example', 'https://gazette.example/author/1'],
  buttons: ['Follow', 'Folgen', 'Suivre', 'Seguir', 'Share', 'Teilen', 'Subscribe', 'Read more', '3 min read'],
};

const bylines: Readonly<Record<string, (text: string) => string>> = {
  bare: (text) => text,
  'after by': (text) => `By ${text}`,
  'after von': (text) => `Von ${text}`,
  'after par': (text) => `Par ${text}`,
  'after a label': (text) => `Autor: ${text}`,
  'in a link': (text) => `<a href="/x">${text}</a>`,
};

const markup: Readonly<Record<string, (text: string) => Parameters<typeof articlePage>[0]>> = {
  'meta author': (text) => ({ head: `<meta name="author" content="${text}">`, byline: '' }),
  'JSON-LD': (text) => ({
    head: `<script type="application/ld+json">{"@type":"NewsArticle","author":{"name":"${text}"}}</script>`,
    byline: '',
  }),
  'rel=author': (text) => ({ byline: `<p><a rel="author" href="/x">${text}</a></p>` }),
  'byline class': (text) => ({ byline: `<p class="byline">${text} · 20 November 2026</p>` }),
  'line near the headline': (text) => ({ byline: `<p>By ${text}</p><p>20 November 2026</p>` }),
};

describe('nobody is an author', () => {
  for (const [kind, texts] of Object.entries(nobody)) {
    it.each(Object.entries(bylines))(`${kind}, %s`, (_, byline) => {
      for (const text of texts) expect([...namesIn(byline(text)), ...organisationsIn(byline(text))], text).toEqual([]);
    });
  }

  it.each(Object.entries(markup))('one of each kind by %s', (_, parts) => {
    for (const [text = ''] of Object.values(nobody)) expect(authorsOf(parts(text)) ?? [], text).toEqual([]);
  });

  it.each([
    ['Ada Marsh', ['Ada Marsh']],
    ['Rosa Press', ['Rosa Press']],
    ['Adam Desk', ['Adam Desk']],
    ['Test Marsh', ['Test Marsh']],
    ['Gast Redakteurson', ['Gast Redakteurson']],
    ['Ada Marsh, dpa/lby', ['Ada Marsh']],
    ['Ada Marsh / AFP / Tom Quill', ['Ada Marsh', 'Tom Quill']],
    ['Redaktion Kultur', ['Redaktion Kultur']],
    ['The Harbour Team', ['The Harbour Team']],
  ])('but %s is one, with a similar name', (byline, authors) => {
    expect(organisationsIn(byline)).toEqual(authors);
  });
});
