import { join } from 'node:path';
import { html } from '../posts/blocks.ts';
import { hebrew } from '../posts/hebrew.ts';
import { makePosts } from '../posts/posts.ts';
import { recordFolder } from '../record.ts';
import type { RecordedResponse } from '../recorded-site.ts';
import { npmInstall, npmRun, type OwnSite, truthOf, writeFiles } from './workshop.ts';

const pageSize = 8;

const app = `import { createResource, createSignal, For, Show } from 'solid-js';
import { render } from 'solid-js/web';
const json = (address) => fetch(address).then((answer) => answer.json());
function List() {
  const [items, setItems] = createSignal([]);
  const [total, setTotal] = createSignal(0);
  const more = async () => {
    const page = await json('/api/stories?offset=' + items().length + '&limit=${pageSize}');
    setItems([...items(), ...page.stories]);
    setTotal(page.total);
  };
  more();
  return <main>
    <For each={items()}>{(story) => <section class="card"><h2><a href={'/story/' + story.id}>{story.title}</a></h2><p>{story.lead}</p><small>{story.author} · {story.date}</small></section>}</For>
    <Show when={items().length < total()}><button type="button" class="more" onClick={more}>טען עוד</button></Show>
  </main>;
}
function Story(props) {
  const [story] = createResource(() => json('/api/stories/' + props.id));
  return <Show when={story()}>{(one) => <article>
    <p class="section">{one().section}</p><h1>{one().title}</h1>
    <p class="byline">מאת <span class="author">{one().author}</span>, <time datetime={one().date}>{one().date}</time></p>
    <div class="text" innerHTML={one().html} />
    <ul class="tags"><For each={one().tags}>{(tag) => <li><span rel="tag">{tag}</span></li>}</For></ul>
  </article>}</Show>;
}
const id = /^\\/story\\/(\\d+)$/.exec(location.pathname)?.[1];
render(() => <><header><a href="/">פנקס הסדנה</a></header>{id ? <Story id={id} /> : <List />}<footer>פנקס הסדנה, מדור לתולדות המלאכה</footer></>, document.getElementById('root'));
`;
const page =
  '<!doctype html>\n<html lang="he" dir="rtl">\n<head><meta charset="utf-8"><title>פנקס הסדנה</title></head>\n<body><div id="root"></div><script type="module" src="/main.jsx"></script></body>\n</html>\n';

export const solidApp: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'solid-load-more',
    software: 'Solid (own small app, Vite)',
    version: '1.9.19',
    theme: 'none',
    lang: 'he',
    render: 'spa',
    pages: ['/'],
    listPages: 5,
    fallback: '/',
    noFallback: ['/api/', '/assets/'],
  },
  async build(folder) {
    const posts = makePosts({ grammar: hebrew, count: 36, seed: 222 });
    await npmInstall(folder, { 'solid-js': '1.9.19', vite: '8.3.8', 'vite-plugin-solid': '2.11.14' });
    await writeFiles(folder, {
      'main.jsx': app,
      'index.html': page,
      'vite.config.js': "import solid from 'vite-plugin-solid';\nexport default { plugins: [solid()] };\n",
    });
    await npmRun(folder, 'vite/bin/vite.js', ['build']);
    const answer = (path: string, data: unknown): RecordedResponse => ({
      path,
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(data),
    });
    const lists = Array.from({ length: Math.ceil(posts.length / pageSize) }, (_, at) => {
      const some = posts.slice(at * pageSize, (at + 1) * pageSize);
      const stories = some.map(({ id, title, author, date, blocks }) => ({
        id,
        title,
        author,
        date,
        lead: blocks[0]?.kind === 'paragraph' ? `${blocks[0].text.slice(0, 90)}…` : '',
      }));
      return answer(`/api/stories?offset=${at * pageSize}&limit=${pageSize}`, { stories, total: posts.length });
    });
    const stories = posts.map(({ blocks, ...post }) =>
      answer(`/api/stories/${post.id}`, { ...post, html: html(blocks) }),
    );
    const missing: RecordedResponse = {
      path: '/api/missing',
      status: 404,
      headers: { 'content-type': 'application/json' },
      body: '{"error":"not found"}',
    };
    const built = await recordFolder(join(folder, 'dist'));
    return {
      responses: [...built, ...lists, ...stories, missing],
      truth: truthOf(
        posts,
        ({ id }) => `/story/${id}`,
        ({ id }) => ({ aliases: [`/api/stories/${id}`] }),
      ),
    };
  },
};
