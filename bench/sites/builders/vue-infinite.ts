import { join } from 'node:path';
import { japanese } from '../posts/japanese.ts';
import { makePosts, type Post } from '../posts/posts.ts';
import { piecesHtml, piecesOf, piecesText } from '../posts/richer.ts';
import { recordFolder } from '../record.ts';
import type { RecordedResponse } from '../recorded-site.ts';
import { npmInstall, npmRun, type OwnSite, truthOf, writeFiles } from './workshop.ts';

const pageSize = 7;
const keys = ['town', 'country', 'hobby', 'people'];
const categories = japanese.sections.map((name, at) => ({ key: keys[at] ?? `c${at}`, name }));
const keyOf = (section: string) => categories.find(({ name }) => name === section)?.key ?? '';

const main = `import { createApp } from 'vue';
import { createRouter, createWebHistory } from 'vue-router';
import App from './App.vue';
import Timeline from './views/Timeline.vue';
import './style.css';

const router = createRouter({
  history: createWebHistory(),
  scrollBehavior: (to, from, saved) => saved ?? { top: 0 },
  routes: [
    { path: '/', component: Timeline, props: { filter: {} } },
    { path: '/category/:category', component: Timeline, props: (to) => ({ filter: { category: to.params.category } }) },
    { path: '/tag/:tag', component: Timeline, props: (to) => ({ filter: { tag: to.params.tag } }) },
    { path: '/posts/:id(\\\\d+)', component: () => import('./views/Post.vue'), props: true },
    { path: '/about', component: () => import('./views/About.vue') },
    { path: '/contact', component: () => import('./views/Contact.vue') },
    { path: '/:rest(.*)*', component: () => import('./views/NotFound.vue') },
  ],
});
createApp(App).use(router).mount('#app');
`;
const api = `export const site = '道具町通信';
export const categories = ${JSON.stringify(categories)};
const format = new Intl.DateTimeFormat('ja-JP', { dateStyle: 'long', timeZone: 'Asia/Tokyo' });
export const day = (text) => format.format(new Date(text));
export async function get(path, query = {}) {
  const search = new URLSearchParams(query).toString();
  const answer = await fetch('/api/' + path + (search ? '?' + search : ''), { headers: { accept: 'application/json' } });
  if (!answer.ok) throw new Error(path + ': ' + answer.status);
  return answer.json();
}
`;
const shell = `<script setup>
import { ref } from 'vue';
import { categories, site } from './api.js';
const open = ref(false);
</script>
<template>
  <header class="bar">
    <RouterLink to="/" class="logo">{{ site }}</RouterLink>
    <button type="button" class="burger" :aria-expanded="open" aria-label="メニュー" @click="open = !open">☰</button>
    <nav :class="{ open }">
      <RouterLink v-for="one in categories" :key="one.key" :to="'/category/' + one.key">{{ one.name }}</RouterLink>
      <RouterLink to="/about">この通信について</RouterLink>
      <RouterLink to="/contact">お問い合わせ</RouterLink>
    </nav>
  </header>
  <RouterView v-slot="{ Component, route }"><component :is="Component" :key="route.path" /></RouterView>
  <footer class="foot">© 2026 {{ site }}</footer>
</template>
`;
const timeline = `<script setup>
import { computed, onBeforeUnmount, onMounted, ref } from 'vue';
import { categories, day, get, site } from '../api.js';
const props = defineProps({ filter: { type: Object, required: true } });
const heading = computed(() => props.filter.tag ? '#' + props.filter.tag : categories.find(({ key }) => key === props.filter.category)?.name);
const posts = ref([]);
const next = ref();
const busy = ref(false);
const failed = ref(false);
const end = ref(null);
async function more() {
  if (busy.value || next.value === null) return;
  busy.value = true;
  try {
    const page = await get('posts', { ...props.filter, limit: ${pageSize}, ...(next.value ? { before: next.value } : {}) });
    posts.value.push(...page.items);
    next.value = page.next;
  } catch {
    failed.value = true;
    next.value = null;
  }
  busy.value = false;
  // asks again where the end is still in view
  if (observer && end.value) { observer.unobserve(end.value); observer.observe(end.value); }
}
let observer;
onMounted(async () => {
  document.title = heading.value ? heading.value + ' | ' + site : site;
  await more();
  observer = new IntersectionObserver((seen) => seen.some((each) => each.isIntersecting) && more(), { rootMargin: '200px' });
  if (end.value) observer.observe(end.value);
});
onBeforeUnmount(() => observer?.disconnect());
</script>
<template>
  <main class="timeline">
    <h1 v-if="heading">{{ heading }}</h1>
    <article v-for="post in posts" :key="post.id" class="tile">
      <RouterLink v-if="post.thumbnail" :to="'/posts/' + post.id" class="tile-image"><img :src="post.thumbnail" alt="" loading="lazy"></RouterLink>
      <div class="tile-text">
        <RouterLink :to="'/category/' + post.category.key" class="label">{{ post.category.name }}</RouterLink>
        <h2><RouterLink :to="'/posts/' + post.id">{{ post.title }}</RouterLink></h2>
        <p>{{ post.summary }}</p>
        <p class="small">{{ day(post.publishedAt) }}　{{ post.author.name }}</p>
      </div>
    </article>
    <p v-if="busy" class="loading">読み込み中…</p>
    <p v-if="failed" class="loading">記事を読み込めませんでした。</p>
    <p v-if="next === null && !failed" class="loading">これより古い記事はありません。</p>
    <div ref="end" class="end"></div>
  </main>
</template>
`;
const single = `<script setup>
import { onMounted, ref } from 'vue';
import { day, get, site } from '../api.js';
import NotFound from './NotFound.vue';
const props = defineProps({ id: { type: String, required: true } });
const post = ref();
const missing = ref(false);
const copied = ref(false);
async function share() {
  await navigator.clipboard?.writeText(location.href);
  copied.value = true;
}
onMounted(async () => {
  try {
    post.value = await get('posts/' + props.id);
    document.title = post.value.title + ' | ' + site;
  } catch {
    missing.value = true;
  }
});
</script>
<template>
  <NotFound v-if="missing" />
  <p v-else-if="!post" class="loading">読み込み中…</p>
  <main v-else class="post">
    <article>
      <header>
        <RouterLink :to="'/category/' + post.category.key" class="label">{{ post.category.name }}</RouterLink>
        <h1>{{ post.title }}</h1>
        <div class="small"><time :datetime="post.publishedAt">{{ day(post.publishedAt) }}</time>　文・<span class="author">{{ post.author.name }}</span></div>
      </header>
      <img v-if="post.image" class="hero" :src="post.image" alt="">
      <div class="body" v-html="post.content"></div>
      <ul class="tags"><li v-for="tag in post.tags" :key="tag"><RouterLink :to="'/tag/' + tag">#{{ tag }}</RouterLink></li></ul>
      <button type="button" class="share" @click="share">{{ copied ? 'コピーしました' : 'リンクをコピー' }}</button>
    </article>
    <aside v-if="post.related.length">
      <h2>関連記事</h2>
      <ul><li v-for="each in post.related" :key="each.id"><RouterLink :to="'/posts/' + each.id">{{ each.title }}</RouterLink></li></ul>
    </aside>
  </main>
</template>
`;
const view = (title: string, body: string) => `<script setup>
import { site } from '../api.js';
document.title = '${title} | ' + site;
</script>
<template><main class="page"><h1>${title}</h1>${body}</main></template>
`;
const style = `body { margin: 0 auto; max-width: 60rem; padding: 0 1rem; font-family: "Hiragino Sans", "Noto Sans JP", sans-serif; line-height: 1.8; }
.tile { display: flex; gap: 1rem; margin: 2rem 0; }
.tile-image img { width: 200px; height: 140px; object-fit: cover; }
.hero, .body img { max-width: 100%; }
.small { color: #666; font-size: .85rem; }
.end { height: 1px; }
.burger { display: none; }
@media (max-width: 40rem) { .burger { display: inline; } nav:not(.open) { display: none; } }
`;
const page = `<!DOCTYPE html>
<html lang="ja">
  <head>
    <meta charset="UTF-8">
    <meta name="viewport" content="width=device-width, initial-scale=1.0">
    <title>道具町通信</title>
  </head>
  <body>
    <div id="app"></div>
    <script type="module" src="/src/main.js"></script>
  </body>
</html>
`;

/** The address numbers of the posts, the newest with the highest. */
const numberOf = ({ id }: Post) => 1_200 - id * 3;
const short = (post: Post) => ({
  id: numberOf(post),
  title: post.title,
  publishedAt: `${post.date}T09:00:00+09:00`,
  author: { name: post.author },
  category: { key: keyOf(post.section), name: post.section },
});
/** Two of three posts have a picture above the text. */
const imageOf = ({ id, short: brief }: Post) => (brief || id % 3 === 0 ? null : `/media/photo-${id}.jpg`);
const pieces = (post: Post) => piecesOf(post, japanese, '/media/');

const answer = (path: string, data: unknown, status = 200): RecordedResponse => ({
  path: `/api/${path}`,
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(data),
});

/** All answers of one endless list. */
function listOf(posts: readonly Post[], filter: Record<string, string> = {}): RecordedResponse[] {
  return Array.from({ length: Math.ceil(posts.length / pageSize) }, (_, at) => {
    const some = posts.slice(at * pageSize, (at + 1) * pageSize);
    const [before, last] = [posts[at * pageSize - 1], some.at(-1)];
    const query = { ...filter, limit: String(pageSize), ...(before ? { before: String(numberOf(before)) } : {}) };
    const items = some.map((post) => ({
      ...short(post),
      thumbnail: imageOf(post),
      summary: post.blocks[0]?.kind === 'paragraph' ? `${post.blocks[0].text.slice(0, 60)}…` : '',
    }));
    const next = last && last !== posts.at(-1) ? String(numberOf(last)) : null;
    return answer(`posts?${new URLSearchParams(query)}`, { items, next });
  });
}

export const vueInfinite: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'vue-infinite',
    software: 'Vue with Vue Router (own small app, Vite)',
    version: '3.5.45',
    theme: 'none',
    lang: 'ja',
    render: 'spa',
    pages: ['/about', '/contact'],
    listPages: 32,
    fallback: '/',
    noFallback: ['/api/', '/assets/', '/media/'],
  },
  async build(folder) {
    const posts = makePosts({ grammar: japanese, count: 44, seed: 4_003 });
    await npmInstall(folder, { vue: '3.5.45', 'vue-router': '5.5.1', vite: '8.3.8', '@vitejs/plugin-vue': '6.0.11' });
    await writeFiles(folder, {
      'index.html': page,
      'vite.config.js': "import vue from '@vitejs/plugin-vue';\nexport default { plugins: [vue()] };\n",
      'src/main.js': main,
      'src/api.js': api,
      'src/style.css': style,
      'src/App.vue': shell,
      'src/views/Timeline.vue': timeline,
      'src/views/Post.vue': single,
      'src/views/About.vue': view(
        'この通信について',
        '<p>道具町通信は、古い道具と町の人の話を集める小さな読みものです。</p><p>書いているのは近所の四人です。</p>',
      ),
      'src/views/Contact.vue': view('お問い合わせ', '<p>お便りは tayori@dougumachi.example までお送りください。</p>'),
      'src/views/NotFound.vue': view(
        'ページが見つかりません',
        '<p><RouterLink to="/">最新の記事へ戻る</RouterLink></p>',
      ),
    });
    await npmRun(folder, 'vite/bin/vite.js', ['build']);
    const tags = [...new Set(posts.flatMap((post) => post.tags))];
    const lists = [
      ...listOf(posts),
      ...categories.flatMap(({ key, name }) =>
        listOf(
          posts.filter(({ section }) => section === name),
          { category: key },
        ),
      ),
      ...tags.flatMap((tag) =>
        listOf(
          posts.filter((post) => post.tags.includes(tag)),
          { tag },
        ),
      ),
    ];
    if (lists.length !== this.about.listPages) throw new Error(`the app has ${lists.length} list pages`);
    const ones = posts.map((post) => {
      const related = posts.filter(({ id, section }) => section === post.section && id !== post.id).slice(0, 3);
      return answer(`posts/${numberOf(post)}`, {
        ...short(post),
        tags: post.tags,
        image: imageOf(post),
        content: piecesHtml(pieces(post)),
        related: related.map((each) => ({ id: numberOf(each), title: each.title })),
      });
    });
    const missing = answer('missing', { message: 'Not Found' }, 404);
    return {
      responses: [...(await recordFolder(join(folder, 'dist'))), ...lists, ...ones, missing],
      truth: truthOf(
        posts,
        (post) => `/posts/${numberOf(post)}`,
        (post) => ({ aliases: [`/api/posts/${numberOf(post)}`], text: piecesText(pieces(post)) }),
      ),
    };
  },
};
