import { articlesAt, editionTime } from '../articles.ts';
import { embedJson } from '../html.ts';
import { type Reply, reply } from '../reply.ts';
import type { DemoHost } from '../site.ts';

/** The list shows this many, and "Load more" as many again. */
const storiesPerClick = 4;
const storyCount = 9;

const stories = articlesAt(0)
  .filter(
    ({ site, lang, copyOf, video }) => site === 'northlight' && lang === 'en' && copyOf === null && video === null,
  )
  .slice(0, storyCount)
  .map(({ slug, title, author, publishedAt, paragraphs }) => ({ slug, title, author, publishedAt, paragraphs }));

/** Quayside: every page is the same empty shell. The stories are in its script, so there is no API behind the pages, and the list has a "Load more" button. */
export const quayside: DemoHost = {
  name: 'quayside',
  answer: ({ path }) => {
    if (path === '/robots.txt') return reply('User-agent: *\nAllow: /\n', { type: 'text/plain' });
    if (path === '/app.js')
      return reply(script, { type: 'text/javascript; charset=utf-8', modifiedAt: editionTime(0) });
    const isStory = stories.some(({ slug }) => path === `/story/${slug}`);
    return path === '/' || isStory ? shell(200) : null;
  },
  notFound: () => shell(404),
};

const shell = (status: number): Reply =>
  reply(
    `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Quayside</title>
<style>body{font:17px/1.5 sans-serif;max-width:44rem;margin:0 auto;padding:1rem}li{margin:.6rem 0}</style></head>
<body><header><a href="/">Quayside</a></header><div id="app"></div><script src="/app.js" defer></script></body></html>
`,
    { type: 'text/html; charset=utf-8', status },
  );

/** What runs in the page. It builds elements, never markup from texts. */
const script = `const stories = ${embedJson(stories)};
const app = document.getElementById('app');
const add = (parent, tag, attributes, text) => {
  const element = parent.appendChild(document.createElement(tag));
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  return element;
};
const story = stories.find(({ slug }) => location.pathname === '/story/' + slug);
if (story === undefined) {
  const list = add(app, 'ul', { class: 'cards' });
  const button = add(app, 'button', { class: 'more', type: 'button' }, 'Load more');
  let shown = 0;
  const more = () => {
    for (const { slug, title } of stories.slice(shown, shown + ${storiesPerClick}))
      add(add(list, 'li', { class: 'card' }), 'a', { href: '/story/' + slug }, title);
    shown += ${storiesPerClick};
    if (shown >= stories.length) button.remove();
  };
  button.addEventListener('click', () => setTimeout(more, 50));
  more();
} else {
  document.title = story.title;
  const article = add(app, 'article', { class: 'story' });
  add(article, 'h1', {}, story.title);
  const meta = add(article, 'p', { class: 'meta' }, 'By ');
  add(meta, 'span', { class: 'who' }, story.author);
  add(meta, 'time', { datetime: story.publishedAt }, ' ' + story.publishedAt.slice(0, 10));
  const text = add(article, 'div', { class: 'text' });
  for (const line of story.paragraphs) add(text, 'p', {}, line);
}
`;
