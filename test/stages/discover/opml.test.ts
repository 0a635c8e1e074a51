import { describe, expect, it } from 'vitest';
import { readOpml } from '../../../src/stages/discover/opml.ts';

const opml = (body: string) => `<?xml version="1.0"?><opml version="2.0"><head/><body>${body}</body></opml>`;
const urls = (text: string) => readOpml(text).map(({ url }) => url);

describe('readOpml', () => {
  it('reads folders of any depth, in order, whatever the case of the attributes', () => {
    const text = opml(`
      <outline text="Papers"><outline text="North">
        <outline type="rss" text="A &amp; B" xmlUrl="http://a.example/feed?x=1&amp;y=2"/>
        <outline type="rss" title="C" xmlurl="http://c.example/rss" htmlUrl="http://c.example/"/>
      </outline></outline>
      <OUTLINE TEXT="D" XMLURL="http://d.example/atom"></OUTLINE>
      <outline text="only a folder"/>
      <outline text="page" type="link" url="http://e.example/news"/>`);
    expect(readOpml(text)).toEqual([
      {
        url: 'http://a.example/feed?x=1&y=2',
        title: 'A & B',
        folders: ['Papers', 'North'],
        isFeed: true,
        settings: null,
      },
      { url: 'http://c.example/rss', title: 'C', folders: ['Papers', 'North'], isFeed: true, settings: null },
      { url: 'http://d.example/atom', title: 'D', folders: [], isFeed: true, settings: null },
      { url: 'http://e.example/news', title: 'page', folders: [], isFeed: false, settings: null },
    ]);
  });

  it('salvages the intact outlines of a broken file', () => {
    const text = `<opml><body><outline text="a" xmlUrl="http://a.example/feed"/><outline text="b < c" xmlUrl="http://b.example/feed"/>
      <outline text="c" xmlUrl="http://c.example/feed"`;
    expect(urls(text)).toContain('http://a.example/feed');
  });

  it('reads an empty file, and refuses what is no OPML', () => {
    expect(readOpml(opml(''))).toEqual([]);
    expect(() => readOpml('<rss><channel/></rss>')).toThrow('This is no OPML file; it begins with: "<rss>');
  });

  it('expands no entities of a document type', () => {
    const bomb = `<!DOCTYPE opml [<!ENTITY a "http://a.example/"><!ENTITY b "&a;&a;&a;">]>${opml('<outline text="x" xmlUrl="&b;"/>').slice(21)}`;
    expect(urls(bomb)).toEqual(['&b;']);
  });
});
