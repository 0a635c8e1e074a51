import { escapeHtml } from '../../../bench/sites/posts/blocks.ts';
import type { Post } from '../../../bench/sites/posts/posts.ts';
import { excerptOf, wholePost } from './post-page.ts';
import { byline, link, pathOf, type Site, shownDate } from './site.ts';

/** A post in a list of the site's style. */
export function entry(site: Site, post: Post): string {
  const href = pathOf(site, post);
  const heading = `<h2>${link(href, post.title)}</h2>`;
  const excerpt = escapeHtml(post.id === site.lockedId ? site.words.tagline : excerptOf(post));
  switch (site.plan.list) {
    case 'excerpts':
      return `<article class="post-preview">${heading}
${byline(site, post)}
<p>${excerpt}</p><p>${link(href, site.words.readOn, ' class="more"')}</p></article>`;
    case 'full':
      return wholePost(site, post, heading);
    case 'cards':
      return `<a class="card" href="${escapeHtml(href)}"><h3>${escapeHtml(post.title)}</h3><p>${excerpt}</p><span class="date">${shownDate(site, post.date)}</span></a>`;
    case 'titles':
      return `<li><time datetime="${post.date}">${post.date}</time> ${link(href, post.title)}</li>`;
    case 'flat':
      return `${heading}\n<p>${excerpt}</p>`;
  }
}

/** The posts in the site's style of list. */
export function entries(site: Site, posts: readonly Post[]): string {
  const all = posts.map((post) => entry(site, post)).join('\n');
  if (site.plan.list === 'titles') return `<ul class="archive-list">${all}</ul>`;
  return site.plan.list === 'flat' ? all : `<div class="posts">${all}</div>`;
}
