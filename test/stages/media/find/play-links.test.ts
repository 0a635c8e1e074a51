import { describe, expect, it } from 'vitest';
import { findMedia } from '../../../../src/stages/media/find/find.ts';
import { emptyPages } from '../../../support/media-site/empty-pages.ts';

const origin = 'https://films.example';
const linksOf = (html: string, path = '/62') =>
  findMedia({ html, finalUrl: `${origin}${path}`, network: [] }).playLinks;
const title = (text: string): string => `<title>${text}</title>`;

describe('playLinks', () => {
  it.each(emptyPages.filter(({ playLinks }) => playLinks !== undefined))('$name', ({ html, playLinks = [] }) => {
    expect(linksOf(html).urls).toEqual(playLinks.map((path) => origin + path));
  });

  it('takes a call to play with a second sign', () => {
    const call = (link: string, before = '') => linksOf(`${title('Harbour')}${before}${link}`);
    expect(call('<a class="btn" href="/62/watch">Details and booking</a>').kind).toBeNull();
    expect(call('<a href="/62/watch"><b>▶</b> Watch now</a>').kind).toBe('detail');
    expect(call('<a class="btn-play play-now" href="/stream-62">Los</a>').kind).toBe('detail');
    expect(call('<a href="/62/teil-1">Jetzt ansehen</a>').urls).toEqual([`${origin}/62/teil-1`]);
    expect(call('<a href="/62-1">第1集</a><a href="/62-2">第2集</a>').urls).toHaveLength(2);
    expect(call('<a href="#play">Play</a>').kind).toBeNull();
  });

  it('leaves out menus, sidebars and long articles', () => {
    const live = '<a href="/watch/live">Watch live</a><a href="/watch/now">Watch now</a>';
    expect(linksOf(`<nav>${live}</nav><div class="sidebar">${live}</div><footer>${live}</footer>`).kind).toBeNull();
    const prose = `<p>${'The council votes on the bridge. '.repeat(80)}</p>`;
    const cards = [1, 2, 3].map((id) => `<a href="/video/${id}"><img src="/${id}.jpg"> Clip ${id}</a>`).join('');
    expect(linksOf(cards).kind).toBe('list');
    expect(linksOf(prose + cards).kind).toBeNull();
  });

  it('takes pictures of a page about films for films, of other pages only with a sign', () => {
    const cards = [1, 2, 3].map((id) => `<a href="/n/${id}"><img src="/${id}.jpg"> Harbour ${id}</a>`).join('');
    expect(linksOf(title('All films') + cards).urls).toHaveLength(3);
    expect(linksOf(title('News') + cards).kind).toBeNull();
    expect(linksOf(title('News') + cards, '/videos/').urls).toHaveLength(3);
    const series = '<script type="application/ld+json">{"@type": "TVSeries", "name": "Harbour"}</script>';
    expect(linksOf(title('Harbour') + series + cards).kind).toBe('list');
  });
});
