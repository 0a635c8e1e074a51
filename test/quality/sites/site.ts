import { escapeHtml } from '../../../bench/sites/posts/blocks.ts';
import type { Post } from '../../../bench/sites/posts/posts.ts';
import { siteOrigin } from '../../../bench/sites/record.ts';
import { archiveGroups, archivePath } from './archives.ts';
import type { SitePlan } from './plans.ts';
import type { Words } from './words.ts';

/** What the makers of pages need to know about a site. */
export interface Site {
  readonly plan: SitePlan;
  readonly words: Words;
  /** The newest first. */
  readonly posts: readonly Post[];
  /** The locked post's id; null: none is. */
  readonly lockedId: number | null;
}

export interface PageParts {
  /** Within the site's name; null: the name alone. */
  readonly title: string | null;
  readonly head?: string;
  readonly main: string;
}

export function pathOf({ plan }: Site, { id, slug, date }: Post): string {
  if (plan.addresses === 'query') return `/?p=${id}`;
  if (plan.addresses === 'html') return `/${slug}.html`;
  if (plan.addresses === 'numbered') return `/posts/${id}`;
  return `/${date.slice(0, 4)}/${date.slice(5, 7)}/${slug}/`;
}

export const link = (href: string, text: string, attributes = ''): string =>
  `<a href="${escapeHtml(href)}"${attributes}>${escapeHtml(text)}</a>`;

/** The date as the site's readers see it. */
export const shownDate = ({ words }: Site, date: string): string =>
  new Intl.DateTimeFormat(words.grammar.language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));

/** Author and date of a post. */
export function byline(site: Site, post: Post): string {
  const { plan, words } = site;
  const author = plan.archives.includes('author')
    ? link(archivePath(plan, 'author', post.author), post.author, ' rel="author"')
    : `<span class="author">${escapeHtml(post.author)}</span>`;
  return `<p class="post-meta">${words.by} ${author} · <time datetime="${post.date}">${shownDate(site, post.date)}</time></p>`;
}

/** Lists of the archives beside every page. */
function sidebar({ plan, words, posts }: Site): string {
  const heads = { tag: words.tags, category: words.categories, author: words.authors, month: words.months };
  const boxes = plan.archives.map((kind) => {
    const links = archiveGroups(posts, kind).map(({ name }) => `<li>${link(archivePath(plan, kind, name), name)}</li>`);
    return `<section class="widget"><h3>${heads[kind]}</h3><ul>${links.join('')}</ul></section>`;
  });
  return boxes.length === 0 ? '' : `<aside class="sidebar">${boxes.join('\n')}</aside>`;
}

/** Where the first page of the list is. */
export const listPath = ({ plan }: Site): string => {
  if (plan.start === 'list') return '/';
  return plan.start === 'landing' ? '/blog/' : '/archive/';
};

/** A whole page of the site. */
export function page(site: Site, { title, head = '', main }: PageParts): string {
  const { plan, words } = site;
  const { language, direction } = words.grammar;
  const feed = `<link rel="alternate" type="application/rss+xml" title="${words.site}" href="${siteOrigin}/feed.xml">`;
  const blog = plan.start === 'landing' ? ` ${link('/blog/', words.blog)}` : '';
  return `<!doctype html>
<html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title === null ? words.site : `${escapeHtml(title)} – ${words.site}`}</title>
${plan.feed ? feed : ''}
${head}</head>
<body><header class="site-header"><p class="site-title">${link('/', words.site)}</p><p>${words.tagline}</p>
<nav>${link('/', words.home)}${blog} ${link('/about/', words.about)}</nav></header>
<main>${main}</main>
${sidebar(site)}
<footer><p>© ${words.site}. ${words.tagline}.</p></footer></body></html>
`;
}
