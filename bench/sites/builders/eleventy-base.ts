import { join } from 'node:path';
import { markdown } from '../posts/blocks.ts';
import { japanese } from '../posts/japanese.ts';
import { makePosts } from '../posts/posts.ts';
import { recordFolder, siteOrigin } from '../record.ts';
import { npmInstall, npmRun, type OwnSite, truthOf, writeFiles } from './workshop.ts';

/** The templates have the lists, fields and markup of eleventy-base-blog 8, which is no package. */
const configOf = (author: string) => `import { feedPlugin } from '@11ty/eleventy-plugin-rss';
import { HtmlBasePlugin } from '@11ty/eleventy';
import { DateTime } from 'luxon';
export default function (eleventy) {
  eleventy.addPlugin(HtmlBasePlugin);
  eleventy.addPlugin(feedPlugin, { type: 'atom', outputPath: '/feed/feed.xml', collection: { name: 'posts', limit: 10 },
    metadata: { language: 'ja', title: '町工房だより', subtitle: '小さな町の手仕事', base: '${siteOrigin}/', author: { name: '${author}' } } });
  const at = (date) => DateTime.fromJSDate(date, { zone: 'utc' });
  eleventy.addFilter('readableDate', (date) => at(date).toFormat('dd LLLL yyyy'));
  eleventy.addFilter('htmlDateString', (date) => at(date).toFormat('yyyy-LL-dd'));
  eleventy.addFilter('head', (all, n) => (n < 0 ? all.slice(n) : all.slice(0, n)));
  eleventy.addFilter('filterTagList', (tags) => (tags || []).filter((tag) => !['all', 'posts'].includes(tag)));
  eleventy.addFilter('getKeys', (target) => Object.keys(target));
}
`;
const base = `<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1.0">
<title>{{ title or "町工房だより" }}</title>
<meta name="description" content="{{ description or "小さな町の手仕事" }}">
<link rel="alternate" href="/feed/feed.xml" type="application/atom+xml" title="町工房だより">
<meta name="generator" content="{{ eleventy.generator }}">
</head>
<body>
<a href="#main" id="skip-link" class="visually-hidden">Skip to main content</a>
<header>
<a href="/" class="home-link">町工房だより</a>
<nav><h2 class="visually-hidden">Top level navigation menu</h2><ul class="nav">
<li class="nav-item"><a href="/">Home</a></li>
<li class="nav-item"><a href="/blog/">Archive</a></li>
<li class="nav-item"><a href="/about/">About Me</a></li>
<li class="nav-item"><a href="/feed/feed.xml">Feed</a></li>
</ul></nav>
</header>
<main id="main">{{ content | safe }}</main>
<footer><p><em>Built with <a href="https://www.11ty.dev/">{{ eleventy.generator }}</a></em></p></footer>
</body>
</html>
`;
const post = `---
layout: base.njk
---
<h1>{{ title }}</h1>
<ul class="post-metadata">
<li><time datetime="{{ page.date | htmlDateString }}">{{ page.date | readableDate }}</time></li>
{%- for tag in tags | filterTagList %}
<li><a href="/tags/{{ tag }}/" class="post-tag">{{ tag }}</a>{%- if not loop.last %}, {% endif %}</li>
{%- endfor %}
</ul>
{{ content | safe }}
{%- if collections.posts %}
{%- set previousPost = collections.posts | getPreviousCollectionItem %}
{%- set nextPost = collections.posts | getNextCollectionItem %}
{%- if nextPost or previousPost %}
<ul class="links-nextprev">
{%- if previousPost %}<li class="links-nextprev-prev">← Previous<br> <a href="{{ previousPost.url }}">{{ previousPost.data.title }}</a></li>{% endif %}
{%- if nextPost %}<li class="links-nextprev-next">Next →<br><a href="{{ nextPost.url }}">{{ nextPost.data.title }}</a></li>{% endif %}
</ul>
{%- endif %}
{%- endif %}
`;
const list = `{%- set postslistCounter = postslistCounter or (postslist | length) %}
<ol reversed class="postlist" style="--postlist-index: {{ postslistCounter + 1 }}">
{%- for post in postslist | reverse %}
<li class="postlist-item{% if post.url == url %} postlist-item-active{% endif %}">
<a href="{{ post.url }}" class="postlist-link">{% if post.data.title %}{{ post.data.title }}{% else %}<code>{{ post.url }}</code>{% endif %}</a>
<time class="postlist-date" datetime="{{ post.date | htmlDateString }}">{{ post.date | readableDate }}</time>
</li>
{%- endfor %}
</ol>
`;
const home = `---
layout: base.njk
permalink: /
---
{% set latestPostsCount = 3 %}
<h1>Latest {{ latestPostsCount }} Posts</h1>
{% set postslist = collections.posts | head(-3) %}
{% include "postslist.njk" %}
<p>More posts can be found in <a href="/blog/">the archive</a>.</p>
`;
const archive = `---
layout: base.njk
title: Blog
permalink: /blog/
---
<h1>Archive</h1>
{% set postslist = collections.posts %}
{% include "postslist.njk" %}
`;
const tagPages = `---
layout: base.njk
pagination: { data: collections, size: 1, alias: tag, filter: [all, posts], addAllPagesToCollections: true }
permalink: /tags/{{ tag }}/
eleventyComputed: { title: "Tagged “{{ tag }}”" }
---
<h1>Tagged “{{ tag }}”</h1>
{% set postslist = collections[tag] %}
{% include "postslist.njk" %}
<p>See <a href="/tags/">all tags</a>.</p>
`;
const tagList = `---
layout: base.njk
title: Tags
permalink: /tags/
---
<h1>Tags</h1>
<ul>
{% for tag in collections | getKeys | filterTagList %}
<li><a href="/tags/{{ tag }}/" class="post-tag">{{ tag }}</a></li>
{% endfor %}
</ul>
`;
const sitemap = `---
permalink: /sitemap.xml
layout: false
eleventyExcludeFromCollections: true
---
<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
{%- for page in collections.all %}
<url><loc>${siteOrigin}{{ page.url }}</loc><lastmod>{{ page.date | htmlDateString }}</lastmod></url>
{%- endfor %}
</urlset>
`;

export const eleventyBase: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'eleventy-base',
    software: 'Eleventy',
    version: '3.1.8',
    theme: 'after eleventy-base-blog 8',
    lang: 'ja',
    render: 'static',
    pages: ['/about/'],
  },
  async build(folder) {
    const posts = makePosts({ grammar: japanese, count: 38, seed: 1_006, authors: 1 });
    await npmInstall(folder, { '@11ty/eleventy': '3.1.8', '@11ty/eleventy-plugin-rss': '3.0.0', luxon: '3.7.2' });
    await writeFiles(folder, {
      'eleventy.config.js': configOf(posts[0]?.author ?? ''),
      'source/_includes/base.njk': base,
      'source/_includes/post.njk': post,
      'source/_includes/postslist.njk': list,
      'source/index.njk': home,
      'source/blog.njk': archive,
      'source/tag-pages.njk': tagPages,
      'source/tags.njk': tagList,
      'source/sitemap.xml.njk': sitemap,
      'source/about.md':
        '---\nlayout: base.njk\ntitle: About Me\n---\n# About Me\n\n古い道具が好きな人が書いている。\n',
      ...Object.fromEntries(
        posts.map(({ slug, title, date, tags, blocks }) => [
          `source/blog/${slug}.md`,
          `---\nlayout: post.njk\ntitle: "${title}"\ndate: ${date}\ntags: [posts, ${tags.join(', ')}]\n---\n${markdown(blocks)}\n`,
        ]),
      ),
    });
    await npmRun(folder, '@11ty/eleventy/cmd.cjs', ['--input=source', '--output=out', '--quiet']);
    // the pages name nobody, and the feed, of ten posts, the one author
    return {
      responses: await recordFolder(join(folder, 'out')),
      truth: truthOf(
        posts,
        ({ slug }) => `/blog/${slug}/`,
        ({ id, author }) => ({ authors: id <= 10 ? [author] : [], section: null }),
      ),
    };
  },
};
