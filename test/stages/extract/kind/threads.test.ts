import { describe, expect, it } from 'vitest';
import { unknownSite } from '../../../../src/settings/scraper.ts';
import { extract } from '../../../../src/stages/extract/extract.ts';
import { paragraphs, snapshot } from '../page.ts';

const topic = 'https://forum.example/topic/30/harbour-bridge';
const read = (html: string, at = topic) => extract(snapshot(html, { at }), unknownSite('forum.example'));

interface Post {
  readonly by: string;
  readonly text: string;
}

const first: Post = {
  by: 'Ada Marsh',
  text: paragraphs
    .slice(0, 2)
    .map((text) => `<p>${text}</p>`)
    .join(''),
};
const answers: readonly Post[] = [
  { by: 'Tom Quill', text: '<p>I crossed it on Saturday with both dogs, and it hardly shakes at all any more.</p>' },
  {
    by: 'Ida Stone',
    text: '<p>Has anybody heard whether the ferry keeps its summer timetable until the end of May?</p>',
  },
];

const tooltip = '<li title="Nov. 20, 2026, 8 a.m.">20 Nov</li>';
/** Posts in boxes with the names of comments, as Spirit has them. */
const named = ({ by, text }: Post, at: number): string => `<div class="comments_list__comment js-comment" id="c${at}">
<div class="comment__img">${by[0]}</div><div class="comment__info"><a href="/user/${at}/${by.toLowerCase().replace(' ', '_')}/"><span>${by}</span></a><ul class="comment__date">${tooltip}</ul></div>
<div class="comment__text">${text}</div></div>`;
/** Posts with the author's profile beside the text; odd and even ones have other names. */
const profiled = ({ by, text }: Post, at: number): string => `<div class="post bg${at % 2} has-profile" id="p${at}">
<dl class="postprofile"><dt><a href="./memberlist.php?mode=viewprofile&u=${at}" class="username">${by}</a></dt><dd>Posts: 12</dd><dd>Registered: <time datetime="2024-02-16T08:00:00Z">16 Feb 2024</time></dd></dl>
<div class="postbody"><p class="author">by <a class="username" href="./memberlist.php?mode=viewprofile&u=${at}">${by}</a> » ${at === 0 ? '20' : '21'} November 2026</p><div class="content">${text}</div></div></div>`;

/** Who began the topic, in its head. */
const head =
  '<div class="head"><a href="/u/ada/5/">Ada Marsh</a> <span title="started: 20 November 2026 08:00">20 November 2026</span></div>';
/** Posts with an address below that of the topic. */
const addressed = (
  { by, text }: Post,
  at: number,
): string => `<li id="post-${at}" class="post" itemscope itemtype="http://schema.org/DiscussionForumPosting">
<div class="side"><a href="${new URL(topic).pathname}/post/${at}/">link</a><a href="/u/${by.toLowerCase().slice(0, 3)}/${at}/"><span itemprop="author">${by}</span></a> Members, 17 posts</div>
<a href="${new URL(topic).pathname}/post/${at}/"><time datetime="2026-11-2${Math.min(at, 1)}T08:00:00Z">2${Math.min(at, 1)} November 2026 08:00</time></a><div itemprop="articleBody"><article>${text}</article></div></li>`;

const page = (posts: readonly Post[], markup: (post: Post, at: number) => string, before = ''): string =>
  `<!doctype html><html lang="en"><head><title>The harbour bridge is open again - Forum</title></head><body>
<header><a href="/">Forum</a> <a href="/user/login/">Log in</a></header><main><h1>The harbour bridge is open again</h1>${before}
<div class="comments_list">${posts.map(markup).join('\n')}</div><p>Page 1 of 1</p></main><footer><a href="/about">About</a></footer></body></html>`;

describe('the topic of a forum', () => {
  it.each<[string, (post: Post, at: number) => string, string, string?]>([
    ['posts that are called comments', named, topic],
    ['posts with a profile', profiled, 'https://forum.example/viewtopic.php?f=2&t=30'],
    ['posts with their own addresses', addressed, topic, head],
  ])('is all its posts, with author and date: %s', (_name, markup, at, before) => {
    for (const posts of [[first], [first, ...answers]]) {
      const { pageType, reason, draft } = read(page(posts, markup, before), at);
      expect({ pageType, reason }).toEqual({ pageType: 'forum', reason: null });
      expect(draft).toMatchObject({ title: 'The harbour bridge is open again', authors: ['Ada Marsh'] });
      expect(draft?.publishedAt?.value.slice(0, 10)).toBe('2026-11-20');
      for (const paragraph of paragraphs.slice(0, 2)) expect(draft?.body).toContain(paragraph);
      // a topic without an answer has one box: nothing repeats
      if (posts.length === 1) continue;
      expect(draft?.body).toContain('both dogs');
      expect(draft?.posts.map(({ author }) => author)).toEqual(posts.map(({ by }) => by));
      for (const [at, { text }] of posts.entries())
        for (const part of text.split(/<\/?p>/).filter((line) => line !== ''))
          expect(draft?.posts[at]?.text).toContain(part);
    }
  });

  it('may be one sentence', () => {
    const { reason, draft } = read(page([answers[1] as Post], named));
    expect({ reason, body: draft?.body }).toEqual({ reason: null, body: expect.stringContaining('timetable') });
  });

  it('is not found below an article: these posts are its comments', () => {
    const article = paragraphs.map((text) => `<p>${text}</p>`).join('');
    const { pageType, draft } = read(page(answers, named, article));
    expect(pageType).not.toBe('forum');
    expect(draft?.body).not.toContain('both dogs');
  });

  it.each(['/user/Ada%20Marsh', '/user/Ada%20Marsh/posts', '/u/ada/summary', '/members/ada.12/'])(
    'is not what a member of the forum wrote: %s',
    (path) => {
      const links = ['/forum/2-town', '/topic/31/ferry', '/topic/32/weir', '/topic/33/lock']
        .map((to) => `<a href="${to}">more</a>`)
        .join(' ');
      const { pageType, draft } = read(page([first], named, links), `https://forum.example${path}`);
      expect({ pageType, draft }).toEqual({ pageType: 'other', draft: null });
    },
  );

  it('is one at another address, too, where nothing but posts is there', () => {
    const at = 'https://forum.example/notes/harbour-bridge';
    expect(read(page([first, ...answers], named), at).pageType).toBe('forum');
  });

  it('has posts whose date stands in a box of its own before them', () => {
    const below = ({ by, text }: Post, at: number): string =>
      `<div id="post-${at}" class="reply-header"><div class="meta"><span class="posted">2${at} November 2026</span> <a href="#post-${at}">#${at}</a></div></div>
<div class="loop-item-${at} ${at % 2 === 0 ? 'even' : 'odd'} reply"><div class="reply-author"><a href="/forums/users/${by.toLowerCase().replace(' ', '-')}/"><span class="author-name">${by}</span></a></div><div class="reply-content">${text}</div></div>`;
    const { draft, pageType } = read(
      page([first, ...answers], below),
      'https://forum.example/forums/topic/harbour-bridge/',
    );
    expect(pageType).toBe('forum');
    expect(draft?.posts?.map(({ author, publishedAt }) => [author, publishedAt?.value])).toEqual([
      ['Ada Marsh', '2026-11-20'],
      ['Tom Quill', '2026-11-21'],
      ['Ida Stone', '2026-11-22'],
    ]);
  });

  describe('whose answers are called comments', () => {
    const comment = ({ by, text }: Post, at: number): string =>
      `<article class="comment"><footer><a href="/user/${at}" class="username">${by}</a> <time datetime="2026-11-2${at}T08:00:00Z">2${at} November</time></footer><div class="text">${text}</div></article>`;
    const node = (name: string): string =>
      page(answers, comment)
        .replace('<div class="comments_list">', '<section class="comments">')
        .replace('</div><p>Page', '</section></article><p>Page')
        .replace(
          '</h1>',
          `</h1><article class="node ${name}"><p class="submitted">By <a href="/user/7" class="username">Ada Marsh</a>, <time datetime="2026-11-20T08:00:00Z">20 November 2026</time></p><div class="body">${first.text}</div>`,
        );

    it('is found where its software calls it a topic', () => {
      const { draft, pageType } = read(node('node--type-forum'), 'https://forum.example/node/30');
      expect(pageType).toBe('forum');
      expect(draft?.posts?.map(({ author }) => author)).toEqual(['Ada Marsh', 'Tom Quill', 'Ida Stone']);
    });

    it('is not found where its software does not call it a topic', () => {
      expect(read(node('node--type-article'), 'https://forum.example/node/30').pageType).not.toBe('forum');
    });
  });

  it('is no article whose comments have its markup', () => {
    const box = ({ by, text }: Post, at: number): string =>
      `<div class="entry"><header><a class="author" href="/by/${at}">${by}</a> <time datetime="2026-11-2${at}T08:00:00Z">2${at} November</time></header><div class="text">${text}</div></div>`;
    const story = { by: 'Ada Marsh', text: paragraphs.map((text) => `<p>${text}</p>`).join('') };
    const html = page(answers, box)
      .replace('<div class="comments_list">', '<div id="discussion" class="comments">')
      .replace('</h1>', `</h1>${box(story, 0)}`);
    const { pageType, draft } = read(html, 'https://gazette.example/2026/11/harbour-bridge');
    expect(pageType).toBe('article');
    expect(draft?.body).not.toContain('both dogs');
  });
});
