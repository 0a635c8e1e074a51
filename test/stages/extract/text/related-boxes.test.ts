import { describe, expect, it } from 'vitest';
import { articlePage, paragraphs } from '../page.ts';
import { bodyOf } from './read.ts';

const lead =
  'A short lead of the other story, with enough words in its one sentence that it reads like a paragraph of the article itself.';
const story = paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('');
const teasers = ['Rowers win again', 'Bakery closes after a century', 'Remote login'];
const nested = `<ul>${teasers.map((title) => `<li><a href="/${title}">${title}</a><p>${lead}</p></li>`).join('')}</ul>`;
const flat = teasers.map((title) => `<h4><a href="/${title}">${title}</a></h4><p>${lead}</p>`).join('');

const pageWith = (after: string): string =>
  `<html><head><title>Harbour bridge reopens</title></head><body><main><h1>Harbour bridge reopens</h1><p>20 November 2026</p>${story}${after}</main></body></html>`;

describe('a list of other articles below a heading that says so', () => {
  it.each([
    ['You may also like', nested],
    ['You may also like', flat],
    ['Related posts', nested],
    ['Das könnte Sie auch interessieren', nested],
    ['À lire aussi', flat],
    ['También te puede interesar', nested],
    ['相关文章', nested],
    ['Читайте также:', nested],
    ['مقالات ذات صلة', nested],
  ])('is no part of the body: %s', (heading, list) => {
    expect(bodyOf(pageWith(`<h3>${heading}</h3>${list}`))).toBe(paragraphs.join('\n\n'));
  });

  it('ends where the text goes on', () => {
    const html = pageWith(
      `<h3>Related posts</h3><ul><li><a href="/rowers">Rowers win again</a></li></ul><h2>After the ferry</h2>${story}`,
    );
    const body = bodyOf(html);
    expect(body).toContain('After the ferry');
    expect(body).not.toContain('Rowers');
  });

  it('is text where the heading is a sentence of the article, or no headline is linked', () => {
    const own = `<h3>More from the harbour</h3><p>${paragraphs[0]?.replace('harbour', 'inner harbour')}</p>`;
    expect(bodyOf(pageWith(own))).toContain('inner harbour');
  });
});

describe('comments on a short post', () => {
  it('are no part of the body, even if they are longer than the post', () => {
    const comment = 'I crossed it twice and my dog did too, and we were both very happy about how little it shakes.';
    const html = articlePage().replace(
      /<div class="story">.*?<\/div>/s,
      `<div class="entry-content"><p>The office is closed on Monday, 30 November. You can reach us by mail.</p></div>`,
    );
    const comments = `<ol class="comment-list">${`<li class="comment"><div class="comment-content"><p>${comment}</p></div></li>`.repeat(4)}</ol>`;
    expect(bodyOf(html.replace(/<section class="comments">.*?<\/section>/s, comments))).toBe(
      'The office is closed on Monday, 30 November. You can reach us by mail.',
    );
  });
});
