import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { articlesAt, type DemoArticle, lastEdition } from '../../demo/articles.ts';
import { embedJson, escapeHtml } from '../../demo/html.ts';

// Sites that the guide does not show: what it says has to work for others than its own.

/** Full texts of a section of the demo, for the sites here. */
export const stories = (section: string, count: number): readonly DemoArticle[] => {
  const found = articlesAt(lastEdition)
    .filter((story) => story.section === section && story.video === null && story.copyOf === null)
    .slice(0, count);
  if (found.length < count) throw new Error(`${section} has ${found.length} stories, not ${count}`);
  return found;
};

/** A page by its path: HTML, or a script where the path ends in .js; null: 404. */
export type TaskSite = (path: string) => string | null;

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head><body>${body}</body></html>`;
const paragraphs = ({ paragraphs: lines }: DemoArticle): string =>
  lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n');

/** Two pages of a list, and articles without any class to hold on to. */
export function plainSite(all: readonly DemoArticle[]): TaskSite {
  const half = Math.ceil(all.length / 2);
  const links = (some: readonly DemoArticle[]): string =>
    some.map(({ slug, title }) => `<h3><a href="/story/${slug}.html">${escapeHtml(title)}</a></h3>`).join('\n');
  return (path) => {
    if (path === '/')
      return page('The Valley', `<div>${links(all.slice(0, half))}</div><a href="/page/2">Older stories</a>`);
    if (path === '/page/2') return page('The Valley, page 2', `<div>${links(all.slice(half))}</div>`);
    const story = all.find(({ slug }) => path === `/story/${slug}.html`);
    if (story === undefined) return null;
    return page(
      `${story.title} - The Valley`,
      `<table><tr><td><h1>${escapeHtml(story.title)}</h1><p>${escapeHtml(story.author)}, ${story.publishedAt.slice(0, 10)}</p>${paragraphs(story)}</td><td><a href="/">Front page</a></td></tr></table>`,
    );
  };
}

/** Three entries, and three more for each click on a link that looks like a button. All texts are in the script: no API stands behind it. */
export function clickedSite(all: readonly DemoArticle[]): TaskSite {
  const data = all.map(({ slug, title, author, paragraphs: lines }) => ({ slug, title, author, lines }));
  const script = `const data = ${embedJson(data)};
const root = document.querySelector('main');
const make = (parent, tag, name, text) => { const e = document.createElement(tag); e.className = name; e.textContent = text; parent.append(e); return e; };
const current = data.find((d) => location.pathname === '/n/' + d.slug);
if (current) {
  make(root, 'h2', 'headline', current.title);
  make(root, 'div', 'writer', current.author);
  const copy = make(root, 'section', 'copy', '');
  for (const line of current.lines) make(copy, 'p', '', line);
} else {
  const feed = make(root, 'div', 'feed', '');
  const button = make(root, 'div', 'older', 'Show older notes');
  let n = 0;
  const show = () => { for (const d of data.slice(n, n + 3)) make(make(feed, 'div', 'entry', ''), 'a', '', d.title).href = '/n/' + d.slug; n += 3; button.hidden = n >= data.length; };
  button.onclick = () => setTimeout(show, 40);
  show();
}`;
  const shell = page('Tide Notes', '<main></main><script src="/bundle.js" defer></script>');
  return (path) => {
    if (path === '/bundle.js') return script;
    return path === '/' || all.some(({ slug }) => path === `/n/${slug}`) ? shell : null;
  };
}

/** The last story has another layout than the others. */
export function changedSite(all: readonly DemoArticle[]): TaskSite {
  const links = all.map(({ slug, title }) => `<li><a href="/a/${slug}">${escapeHtml(title)}</a></li>`).join('\n');
  return (path) => {
    if (path === '/') return page('The Mill', `<ul class="latest">${links}</ul>`);
    const story = all.find(({ slug }) => path === `/a/${slug}`);
    if (story === undefined) return null;
    const [by, text] = story === all.at(-1) ? ['signature', 'longread'] : ['author', 'story'];
    return page(
      story.title,
      `<h1>${escapeHtml(story.title)}</h1><address class="${by}">${escapeHtml(story.author)}</address><time datetime="${story.publishedAt}"></time><div class="${text}">${paragraphs(story)}</div>`,
    );
  };
}

export interface TaskServer extends AsyncDisposable {
  /** The lines of .env that lead to the sites. For sites of the Internet there would be none. */
  readonly settings: string;
}

/** Serves sites by host name on 127.0.0.1. */
export async function serveTaskSites(sites: Readonly<Record<string, TaskSite>>): Promise<TaskServer> {
  const server = createServer((request, response) => {
    const body = sites[request.headers.host ?? '']?.(request.url ?? '/') ?? null;
    answer(response, request.url ?? '/', body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  const connect = Object.keys(sites).map((host) => `${host}:80=127.0.0.1:${port}`);
  return {
    settings: `NEWSHAWK_CONNECT_TO=${connect.join(',')}\nNEWSHAWK_ALLOW_NETWORKS=127.0.0.1:${port}\nNEWSHAWK_HOST_GAP_MS=0\n`,
    [Symbol.asyncDispose]: close,
  };
}

function answer(response: ServerResponse, path: string, body: string | null): void {
  const type = path.endsWith('.js') ? 'text/javascript' : 'text/html';
  response.writeHead(body === null ? 404 : 200, { 'content-type': `${type}; charset=utf-8` }).end(body ?? 'Not found');
}
