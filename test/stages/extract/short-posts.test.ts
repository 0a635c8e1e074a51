import { describe, expect, it } from 'vitest';
import { siteFor } from '../../../src/config-files/load-scrapers.ts';
import type { LearnedWrapper } from '../../../src/model/wrapper/learned-wrapper.ts';
import { extract } from '../../../src/stages/extract/extract.ts';
import { snapshot } from './page.ts';

const sentence = 'The editorial office is closed on Monday, 30 November.';
const date = '<time datetime="2026-11-20T09:00:00+01:00">November 20, 2026</time>';

const page = (content: string, meta = date): string =>
  `<html lang="en"><head><title>Office closed on Monday - The Gazette</title></head><body><header><a href="/">The Gazette</a></header>
<main><article class="post"><header><h1 class="entry-title">Office closed on Monday</h1><p class="entry-meta">${meta}</p></header>${content}
<footer class="entry-footer">Tagged <a href="/tag/office/" rel="tag">office</a></footer></article></main><footer>© 2026 The Gazette</footer></body></html>`;

function read(html: string, at = 'https://gazette.example/office-closed', learned: LearnedWrapper | null = null) {
  const taken = snapshot(html, { at });
  return extract(taken, siteFor([], taken.site), { learned });
}

const wrapper: LearnedWrapper = {
  shape: 1,
  site: 'gazette.example',
  pages: 8,
  correctedPages: 0,
  formats: {},
  names: null,
  styles: [],
  recurring: [],
  expressions: [],
  fields: {},
};

describe('a post of one sentence', () => {
  it('is trusted although the model doubts a single sentence, and a page of contacts is no post', () => {
    const json = (more: string) =>
      `<script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","headline":"联系"${more}}</script>`;
    const html = (content: string) =>
      `<html lang="zh"><head><title>联系 | 工坊</title></head><body><header><a href="/">工坊</a></header><main>${content}</main></body></html>`;
    const post = read(
      html(
        `<h1>说说风筝</h1><p><time datetime="2026-08-03">2026-08-03</time></p>${json('')}<div class="content"><p>竹塘从前靠做灯笼过日子，如今仍有166户人家如此。</p></div>`,
      ),
    );
    expect(post.draft?.provenance.body?.confidence).toBeGreaterThanOrEqual(0.5);
    const contact = read(html(`<h1>联系</h1>${json('')}<div class="content"><p>每周二下午，工坊的门开着。</p></div>`));
    expect(contact).toMatchObject({ draft: null, reason: 'not-an-article' });
    const front = read(html(`<h1>联系</h1>${json('')}<nav><a href="/a">甲</a></nav>`), 'https://gazette.example/');
    expect(front).toMatchObject({ draft: null, reason: 'not-an-article' });
  });

  it.each([
    ['entry-content', `<div class="entry-content"><p>${sentence}</p></div>`],
    ['e-content', `<div class="e-content"><p>${sentence}</p></div>`],
    ['articleBody', `<div itemprop="articleBody">${sentence}</div>`],
    ['the article itself', `<p>${sentence}</p>`],
    [
      'Japanese',
      '<div class="post-content"><p>編集部は月曜日にお休みをいただきますので、ご連絡はメールでお願いいたします。</p></div>',
    ],
  ])('is an article where it is all the text of its box: %s', (_, content) => {
    const { draft, reason } = read(page(content));
    expect(reason).toBeNull();
    expect(draft?.title).toBe('Office closed on Monday');
    expect(draft?.publishedAt?.value.slice(0, 10)).toBe('2026-11-20');
    expect(draft?.body).not.toBe('');
  });

  it('is an article without a date where its author stands above the whole text', () => {
    const content = `<div class="entry-content"><p>${sentence}</p></div>`;
    expect(read(page(content, '<span class="author">By Ada Marsh</span>')).draft).toMatchObject({
      authors: ['Ada Marsh'],
    });
  });

  it.each([
    ['below the headline', date, ''],
    ['above the headline', '', `<p class="info">Ada Marsh ${date}</p>`],
  ])('is an article next to a box with the latest posts, its date %s', (_, below, above) => {
    const latest = ['The old ferry is open again', 'The lantern market is over', 'Bakery closes after a century']
      .map((title, at) => `<li><a href="/story-${at}">${title}</a> 2026-11-1${at}</li>`)
      .join('');
    const html = `<html lang="en"><head><title>Office closed on Monday - The Gazette</title></head><body><a href="/">The Gazette</a>
<div class="doc">${above}<h1>Office closed on Monday</h1>${below}<p>${sentence}</p></div><div class="x7"><p>Latest</p><ul>${latest}</ul></div></body></html>`;
    expect(read(html)).toMatchObject({ pageType: 'article', reason: null });
  });

  it.each([
    ['no date', page(`<div class="entry-content"><p>${sentence}</p></div>`, '3 min read')],
    ['a label', page('<div class="entry-content"><p>Read more</p></div>')],
    [
      'a form for a password',
      page(
        '<div class="entry-content"><form class="post-password-form"><p>This content is password protected. To view it please enter your password below:</p><input type="password"></form></div>',
      ),
    ],
    [
      'a note for members',
      page('<div class="entry-content"><p>This post is for subscribers only. Sign up now to read the post.</p></div>'),
    ],
  ])('is not taken for an article with %s', (_, html) => {
    expect(read(html).draft).toBeNull();
  });

  it('is not taken for an article without a date, and does not mean that the learned layout of its site has changed', () => {
    const at = 'https://gazette.example/articles/the-office-is-closed-on-monday/';
    const short = page(`<div class="entry-content"><p>${sentence}</p></div>`, '');
    expect([read(short, at).reason, read(short, at, wrapper).reason]).toEqual(['not-an-article', 'not-an-article']);
    const empty = page('<div class="entry-content"></div>', '');
    expect(read(empty, at, wrapper).reason).toBe('layout-changed');
  });
});
