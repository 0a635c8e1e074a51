import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { textOf } from '../posts/blocks.ts';
import { japanese } from '../posts/japanese.ts';
import { makePosts } from '../posts/posts.ts';
import { richBlocks, richHtml, richText } from '../posts/rich-blocks.ts';
import { recordFolder, siteOrigin } from '../record.ts';
import { npmInstall, npmRun, type OwnSite, truthOf, writeFiles } from './workshop.ts';

const viteConfig = `import adapter from '@sveltejs/adapter-static';
import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vite';
export default defineConfig({
  plugins: [sveltekit({ adapter: adapter({ fallback: '404.html' }), alias: { '$lib': 'src/lib' } })],
});
`;
const shell = `<!doctype html>
<html lang="ja">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    %sveltekit.head%
  </head>
  <body data-sveltekit-preload-data="hover">
    <div style="display: contents">%sveltekit.body%</div>
  </body>
</html>
`;
const data = `import all from './posts.json';
const size = 9;
const short = ({ html, ...post }) => post;
export const sections = [...new Set(all.map(({ section }) => section))];
export const recent = () => all.slice(0, 20);
export const every = () => all.map(short);
export const ofSection = (name) => all.filter(({ section }) => section === name).map(short);
export const ofTag = (name) => all.filter(({ tags }) => tags.includes(name)).map(short);
export const page = (number) => ({ posts: all.slice((number - 1) * size, number * size).map(short), number, pages: Math.ceil(all.length / size) });
export function one(slug) {
  const at = all.findIndex((post) => post.slug === slug);
  const post = all[at];
  if (!post) return null;
  const related = all.filter((other) => other.section === post.section && other !== post).slice(0, 3).map(short);
  return { post, related, newer: all[at - 1] ? short(all[at - 1]) : null, older: all[at + 1] ? short(all[at + 1]) : null };
}
`;
const layout = `<script>
  let { data, children } = $props();
</script>
<svelte:head><link rel="alternate" type="application/rss+xml" title="町の道具箱" href="/rss.xml" /></svelte:head>
<header class="masthead">
  <a class="logo" href="/">町の道具箱</a>
  <nav aria-label="メイン">
    {#each data.sections as section}<a href="/sections/{section}">{section}</a>{/each}
    <a href="/about">このサイトについて</a>
  </nav>
</header>
{@render children()}
<footer><p>© 2026 町の道具箱編集部</p><p><a href="/contact">お問い合わせ</a> <a href="/rss.xml">RSS</a></p></footer>
<style>
  .masthead { display: flex; gap: 2rem; padding: 1rem; border-bottom: 1px solid #ddd; }
  .logo { font-weight: bold; }
  footer { padding: 2rem 1rem; color: #666; }
</style>
`;
const card = `<script>
  let { post } = $props();
</script>
<article class="card">
  <a href="/articles/{post.slug}"><img src={post.picture} alt="" loading="lazy" width="400" height="260" /></a>
  <p class="label"><a href="/sections/{post.section}">{post.section}</a></p>
  <h2><a href="/articles/{post.slug}">{post.title}</a></h2>
  <p>{post.lead}</p>
  <time datetime={post.date}>{post.day}</time>
</article>
<style>
  .card { max-width: 24rem; }
  .label { font-size: 0.8rem; }
</style>
`;
const list = (title: string, heading: string, more = '') => `<script>
  import Card from '$lib/Card.svelte';
  let { data } = $props();
</script>
<svelte:head><title>${title}</title></svelte:head>
<main>
  ${heading}
  <div class="grid">{#each data.posts as post (post.slug)}<Card {post} />{/each}</div>
  ${more}
</main>
<style>
  .grid { display: grid; grid-template-columns: repeat(3, 1fr); gap: 1.5rem; }
</style>
`;
const pager = `<nav class="pager" aria-label="ページ">
    {#if data.number > 1}<a rel="prev" href={data.number === 2 ? '/' : '/page/' + (data.number - 1)}>前のページ</a>{/if}
    <span>{data.number} / {data.pages}</span>
    {#if data.number < data.pages}<a rel="next" href="/page/{data.number + 1}">次のページ</a>{/if}
  </nav>`;
const article = `<script>
  let { data } = $props();
  let post = $derived(data.post);
</script>
<svelte:head>
  <title>{post.title} | 町の道具箱</title>
  <meta name="description" content={post.lead} />
  <meta property="og:type" content="article" />
  <meta property="og:title" content={post.title} />
  <meta property="og:image" content={'${siteOrigin}' + post.picture} />
  <meta property="article:published_time" content={post.date} />
</svelte:head>
<main>
  <article class="story">
    <p class="label"><a href="/sections/{post.section}">{post.section}</a></p>
    <h1>{post.title}</h1>
    <p class="meta"><time datetime={post.date}>{post.day}</time>　文・{post.author}</p>
    <img class="hero" src={post.picture} alt="" width="1200" height="780" />
    <div class="body">{@html post.html}</div>
    <ul class="tags">{#each post.tags as tag}<li><a href="/tags/{tag}">#{tag}</a></li>{/each}</ul>
  </article>
  <nav class="around">
    {#if data.older}<a href="/articles/{data.older.slug}">← {data.older.title}</a>{/if}
    {#if data.newer}<a href="/articles/{data.newer.slug}">{data.newer.title} →</a>{/if}
  </nav>
  {#if data.related.length}
    <aside><h2>あわせて読みたい</h2>
      <ul>{#each data.related as other}<li><a href="/articles/{other.slug}">{other.title}</a> <small>{other.day}</small></li>{/each}</ul>
    </aside>
  {/if}
</main>
<style>
  .story { max-width: 42rem; margin: 0 auto; }
  .hero { width: 100%; }
  .around { display: flex; justify-content: space-between; }
</style>
`;
const plain = (title: string, text: string) =>
  `<svelte:head><title>${title} | 町の道具箱</title></svelte:head>\n<main><h1>${title}</h1><p>${text}</p></main>\n`;
const load = (body: string) =>
  `import { error } from '@sveltejs/kit';\nimport * as posts from '$lib/server/data.js';\nexport function load({ params }) {\n  ${body}\n}\n`;
const xml = (body: string) => `import * as posts from '$lib/server/data.js';
export const prerender = true;
const safe = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
export const GET = () => new Response(${body}, { headers: { 'content-type': 'application/xml' } });
`;
const rss =
  `'<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>町の道具箱</title><link>${siteOrigin}/</link><description>小さな町の道具と人</description>' + ` +
  `posts.recent().map((post) => '<item><title>' + safe(post.title) + '</title><link>${siteOrigin}/articles/' + post.slug + '</link><guid>${siteOrigin}/articles/' + post.slug + '</guid>` +
  `<pubDate>' + new Date(post.date).toUTCString() + '</pubDate><description>' + safe(post.lead) + '</description></item>').join('') + '</channel></rss>'`;
const sitemap =
  `'<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${siteOrigin}/</loc></url><url><loc>${siteOrigin}/about</loc></url>' + ` +
  `posts.every().map((post) => '<url><loc>${siteOrigin}/articles/' + post.slug + '</loc><lastmod>' + post.date + '</lastmod></url>').join('') + '</urlset>'`;
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const svelteKit: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'svelte-kit',
    software: 'SvelteKit (own small magazine)',
    version: '3.2.0',
    theme: 'none',
    lang: 'ja',
    render: 'hydrated',
    pages: ['/about', '/contact'],
    ignoreQuery: true,
  },
  async build(folder) {
    const posts = makePosts({ grammar: japanese, count: 41, seed: 5_303, authors: 6 });
    await npmInstall(folder, {
      '@sveltejs/kit': '3.2.0',
      '@sveltejs/adapter-static': '4.0.1',
      '@sveltejs/vite-plugin-svelte': '7.3.1',
      svelte: '5.57.3',
      vite: '8.3.8',
    });
    const written = posts.map(({ blocks, date, ...post }) => ({
      ...post,
      date,
      day: `${Number(date.slice(0, 4))}年${Number(date.slice(5, 7))}月${Number(date.slice(8))}日`,
      picture: `/images/lead-${post.id}.png`,
      lead: blocks.slice(0, 1).map(textOf).join('').slice(0, 70),
      html: richHtml(richBlocks({ ...post, date, blocks })).replaceAll('.jpg"', '.png"'),
    }));
    await writeFiles(folder, {
      'vite.config.js': viteConfig,
      'src/app.html': shell,
      'src/lib/server/data.js': data,
      'src/lib/server/posts.json': JSON.stringify(written),
      'src/lib/Card.svelte': card,
      'src/routes/+layout.svelte': layout,
      'src/routes/+layout.server.js': `export const prerender = true;\n${load('return { sections: posts.sections };')}`,
      'src/routes/+error.svelte': plain('ページが見つかりません', '<a href="/">トップページへ</a>'),
      'src/routes/+page.server.js': load('return posts.page(1);'),
      'src/routes/+page.svelte': list('町の道具箱', '<h1>小さな町の道具と人</h1>', pager),
      'src/routes/page/[number]/+page.server.js': load('return posts.page(Number(params.number));'),
      'src/routes/page/[number]/+page.svelte': list('町の道具箱', '<h1>記事一覧</h1>', pager),
      'src/routes/sections/[name]/+page.server.js': load(
        'return { posts: posts.ofSection(params.name), name: params.name };',
      ),
      'src/routes/sections/[name]/+page.svelte': list('{data.name} | 町の道具箱', '<h1>{data.name}</h1>'),
      'src/routes/tags/[name]/+page.server.js': load('return { posts: posts.ofTag(params.name), name: params.name };'),
      'src/routes/tags/[name]/+page.svelte': list('#{data.name} | 町の道具箱', '<h1>「{data.name}」の記事</h1>'),
      'src/routes/articles/[slug]/+page.server.js': load("return posts.one(params.slug) ?? error(404, 'missing');"),
      'src/routes/articles/[slug]/+page.svelte': article,
      'src/routes/about/+page.svelte': plain('このサイトについて', '古い道具が好きな仲間で作っている小さな雑誌です。'),
      'src/routes/contact/+page.svelte': plain('お問い合わせ', 'お便りは工房の郵便受けまでお願いします。'),
      'src/routes/rss.xml/+server.js': xml(rss),
      'src/routes/sitemap.xml/+server.js': xml(sitemap),
      'static/robots.txt': `User-agent: *\nAllow: /\nSitemap: ${siteOrigin}/sitemap.xml\n`,
    });
    await mkdir(join(folder, 'static/images'), { recursive: true });
    for (const { id, slug } of posts)
      for (const name of [`lead-${id}`, slug]) await writeFile(join(folder, 'static/images', `${name}.png`), pixel);
    await npmRun(folder, 'vite/bin/vite.js', ['build']);
    return {
      responses: await recordFolder(join(folder, 'build'), { cleanUrls: true }),
      truth: truthOf(
        posts,
        ({ slug }) => `/articles/${slug}`,
        (post) => ({ text: richText(richBlocks(post)) }),
      ),
    };
  },
};
