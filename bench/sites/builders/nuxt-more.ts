import { join } from 'node:path';
import { html, textOf } from '../posts/blocks.ts';
import { chinese } from '../posts/chinese.ts';
import { makePosts } from '../posts/posts.ts';
import { recordFolder } from '../record.ts';
import { npmInstall, npmRun, type OwnSite, truthOf, writeFiles } from './workshop.ts';

const pageSize = 8;

const configOf = (routes: readonly string[]) => `export default defineNuxtConfig({
  compatibilityDate: '2026-10-01',
  telemetry: false,
  app: { head: { htmlAttrs: { lang: 'zh-CN' }, title: '竹桥手记' } },
  nitro: { prerender: { crawlLinks: true, routes: ${JSON.stringify(routes)} } },
});
`;
const app = `<template>
  <header class="top"><NuxtLink to="/">竹桥手记</NuxtLink><NuxtLink to="/about">关于</NuxtLink></header>
  <NuxtPage />
  <footer>竹桥手记 © 2026</footer>
</template>
`;
const list = `<script setup>
const { data } = await useFetch('/api/page/1.json');
const posts = ref([...data.value.posts]);
const next = ref(2);
async function more() {
  const page = await $fetch('/api/page/' + next.value + '.json');
  posts.value.push(...page.posts);
  next.value++;
}
</script>
<template>
  <main class="stream">
    <section v-for="post in posts" :key="post.slug" class="entry">
      <NuxtLink :to="'/post/' + post.slug" class="entry-title">{{ post.title }}</NuxtLink>
      <p class="entry-lead">{{ post.lead }}</p>
      <div class="entry-foot"><span>{{ post.author }}</span><span>{{ post.day }}</span></div>
    </section>
    <button v-if="next <= data.pages" type="button" class="more" @click="more">加载更多</button>
  </main>
</template>
`;
const one = `<script setup>
const { data: post } = await useFetch('/api/post/' + useRoute().params.slug + '.json');
useHead({ title: post.value.title + ' - 竹桥手记' });
</script>
<template>
  <article>
    <h1>{{ post.title }}</h1>
    <div class="byline"><span class="author">{{ post.author }}</span><span class="day">{{ post.day }}</span><span class="kind">{{ post.section }}</span></div>
    <div class="prose" v-html="post.html" />
    <p class="labels">标签：<NuxtLink v-for="tag in post.tags" :key="tag" :to="'/tag/' + tag">{{ tag }}</NuxtLink></p>
  </article>
</template>
`;
const tag = `<script setup>
const tag = useRoute().params.tag;
const { data: posts } = await useFetch('/api/tag/' + encodeURIComponent(tag) + '.json');
useHead({ title: tag + ' - 竹桥手记' });
</script>
<template>
  <main><h1>{{ tag }}</h1>
    <ul><li v-for="post in posts" :key="post.slug"><NuxtLink :to="'/post/' + post.slug">{{ post.title }}</NuxtLink></li></ul>
  </main>
</template>
`;
const about = '<template><main><h1>关于</h1><p>这里记录小镇的手艺人和他们的东西。</p></main></template>\n';
const answer = (body: string) => `import posts from '../../../posts.json';
export default defineEventHandler((event) => {
  const name = decodeURIComponent(getRouterParam(event, 'name') ?? '').replace(/\\.json$/, '');
  const short = ({ slug, title, author, day, lead }) => ({ slug, title, author, day, lead });
  ${body}
});
`;

export const nuxtMore: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'nuxt-more',
    software: 'Nuxt (own small site)',
    version: '4.5.2',
    theme: 'none',
    lang: 'zh-CN',
    render: 'hydrated',
    pages: ['/about/'],
    ignoreQuery: true,
  },
  async build(folder) {
    const posts = makePosts({ grammar: chinese, count: 39, seed: 1_009 });
    const pages = Math.ceil(posts.length / pageSize);
    await npmInstall(folder, { nuxt: '4.5.2' });
    const routes = [
      '/',
      ...Array.from({ length: pages }, (_, at) => `/api/page/${at + 1}.json`),
      ...posts.map(({ slug }) => `/post/${slug}`),
    ];
    await writeFiles(folder, {
      'nuxt.config.ts': configOf(routes),
      'app/app.vue': app,
      'app/pages/index.vue': list,
      'app/pages/about.vue': about,
      'app/pages/post/[slug].vue': one,
      'app/pages/tag/[tag].vue': tag,
      'server/api/page/[name].get.ts': answer(
        `return { posts: posts.slice((Number(name) - 1) * ${pageSize}, Number(name) * ${pageSize}).map(short), pages: ${pages} };`,
      ),
      'server/api/post/[name].get.ts': answer('return posts.find(({ slug }) => slug === name);'),
      'server/api/tag/[name].get.ts': answer('return posts.filter(({ tags }) => tags.includes(name)).map(short);'),
      'posts.json': JSON.stringify(
        posts.map(({ blocks, date, ...post }) => ({
          ...post,
          day: `${Number(date.slice(0, 4))}年${Number(date.slice(5, 7))}月${Number(date.slice(8))}日`,
          lead: blocks.slice(0, 1).map(textOf).join('').slice(0, 60),
          html: html(blocks),
        })),
      ),
    });
    await npmRun(folder, 'nuxt/bin/nuxt.mjs', ['generate'], { NUXT_TELEMETRY_DISABLED: '1' });
    const responses = await recordFolder(join(folder, '.output/public'), { without: /^200\.html$/ });
    return { responses, truth: truthOf(posts, ({ slug }) => `/post/${slug}/`) };
  },
};
