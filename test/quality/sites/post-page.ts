import { escapeHtml, html } from '../../../bench/sites/posts/blocks.ts';
import { type Post, postText } from '../../../bench/sites/posts/posts.ts';
import { siteOrigin } from '../../../bench/sites/record.ts';
import { archivePath } from './archives.ts';
import { byline, link, page, pathOf, type Site } from './site.ts';

/** The first words of a post. */
export const excerptOf = (post: Post): string => `${postText(post).split('\n')[0]?.slice(0, 140)} …`;

/** What the head says about a post, as the plan has it. */
function metaOf(site: Site, post: Post): string {
  const { plan, words } = site;
  const url = siteOrigin + pathOf(site, post);
  const canonical = `<link rel="canonical" href="${escapeHtml(url)}">`;
  const property = (name: string, content: string) => `<meta property="${name}" content="${escapeHtml(content)}">`;
  if (plan.meta === 'none') return '';
  if (plan.meta === 'og')
    return [
      canonical,
      property('og:type', 'article'),
      property('og:title', post.title),
      property('og:site_name', words.site),
      property('og:url', url),
      property('article:published_time', `${post.date}T08:30:00+00:00`),
      `<meta name="author" content="${escapeHtml(post.author)}">`,
    ].join('\n');
  const data = {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: post.title,
    datePublished: `${post.date}T08:30:00Z`,
    author: { '@type': 'Person', name: post.author },
    mainEntityOfPage: url,
  };
  return `${canonical}\n<script type="application/ld+json">${JSON.stringify(data)}</script>`;
}

/** The text that readers without an account see. */
function bodyOf({ plan, words, lockedId }: Site, post: Post): string {
  if (post.id !== lockedId) return html(post.blocks);
  if (plan.locked === 'members')
    return `<p>${escapeHtml(excerptOf(post))}</p><aside class="members-only"><p>${words.members}</p><p>${link('/sign-in/', words.signIn)}</p></aside>`;
  return `<form class="post-password-form" action="/unlock/" method="post"><p>${words.password}</p>
<p><input name="post_password" type="password"> <input type="submit" value="${words.submit}"></p></form>`;
}

/** Tags and section below a post: with links where there are archives of them. */
function terms({ plan, words }: Site, { tags, section }: Post): string {
  const linked = (kind: 'tag' | 'category', names: readonly string[]) =>
    names.map((name) => link(archivePath(plan, kind, name), name, kind === 'tag' ? ' rel="tag"' : '')).join(', ');
  const parts = [
    plan.archives.includes('category') ? `${words.categories}: ${linked('category', [section])}` : '',
    plan.archives.includes('tag') ? `${words.tags}: ${linked('tag', tags)}` : '',
  ];
  return parts.map((part) => (part === '' ? '' : `<p class="terms">${part}</p>`)).join('\n');
}

/** The posts before and after. */
function neighbours(site: Site, post: Post): string {
  const at = site.posts.indexOf(post);
  const links = [site.posts[at + 1], site.posts[at - 1]].map((other) =>
    other === undefined ? '' : link(pathOf(site, other), other.title),
  );
  return `<nav class="post-nav">${links.filter((each) => each !== '').join(' | ')}</nav>`;
}

/** A post with headline, byline and text. @param level of the headline */
export const wholePost = (site: Site, post: Post, headline: string): string =>
  `<article class="post"><header>${headline}
${byline(site, post)}</header>
<div class="post-body">${bodyOf(site, post)}</div>
<footer>${terms(site, post)}</footer></article>`;

/** The page of a post. */
export const postPage = (site: Site, post: Post): string =>
  page(site, {
    title: post.title,
    head: metaOf(site, post),
    main: `${wholePost(site, post, `<h1>${escapeHtml(post.title)}</h1>`)}
${site.plan.archives.length > 0 ? neighbours(site, post) : ''}`,
  });
