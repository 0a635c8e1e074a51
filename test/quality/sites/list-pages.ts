import type { Post } from '../../../bench/sites/posts/posts.ts';
import type { RecordedResponse } from '../../../bench/sites/recorded-site.ts';
import { entries } from './lists.ts';
import { link, listPath, page, type Site } from './site.ts';

const pageSize = 4;

export const answer = (path: string, body: string, type = 'text/html', status = 200): RecordedResponse => ({
  path,
  status,
  headers: { 'content-type': `${type}; charset=utf-8` },
  body,
});

/** Parts of the list, one for each of its pages. */
function parts({ plan, posts }: Site): Post[][] {
  if (plan.paging === 'none') return [[...posts]];
  // the latest post stands in full on the start page
  const count = Math.ceil(posts.length / pageSize);
  return Array.from({ length: count }, (_, at) => posts.slice(at * pageSize, (at + 1) * pageSize));
}

/** The address of a page of the list, counted from 1. */
function pagePath(site: Site, number: number): string {
  const first = listPath(site);
  if (number === 1) return first;
  if (site.plan.paging === 'paged-query') return `${first}?paged=${number}`;
  return site.plan.paging === 'index-n' ? `${first}index-${number}.html` : `${first}page/${number}/`;
}

/** Links to the other pages of the list. */
function pager(site: Site, number: number, last: number): string {
  const { words, plan } = site;
  const [newer, older] = [
    number > 1 ? link(pagePath(site, number - 1), words.newer) : '',
    number < last ? link(pagePath(site, number + 1), words.older) : '',
  ];
  if (plan.paging === 'older') return `<p>${newer} ${older}</p>`;
  const numbers = Array.from({ length: last }, (_, at) =>
    at + 1 === number ? `<span class="current">${number}</span>` : link(pagePath(site, at + 1), String(at + 1)),
  );
  return `<nav class="pagination">${numbers.join(' ')}</nav>`;
}

/** Asks for the next posts as JSON when the end of the list is seen. */
const scrollScript = `let next = 2;
const end = document.querySelector('#end');
const watcher = new IntersectionObserver(async ([seen]) => {
  if (!seen.isIntersecting) return;
  watcher.unobserve(end);
  const { html, more } = await (await fetch('/api/posts?page=' + next++)).json();
  document.querySelector('.posts').insertAdjacentHTML('beforeend', html);
  if (more) watcher.observe(end); else end.remove();
});
watcher.observe(end);`;

/** Asks for the next posts as HTML at a click. */
const buttonScript = `let next = 2;
const button = document.querySelector('#more');
button.addEventListener('click', async () => {
  const answer = await fetch('/fragment?page=' + next++);
  const html = await answer.text();
  document.querySelector('.posts').insertAdjacentHTML('beforeend', html);
  if (!html.includes('data-more')) button.remove();
});`;

/** The list of a site that loads more in the browser: its page, and the answers for the rest. */
function loadingList(site: Site): RecordedResponse[] {
  const [first = [], ...rest] = parts(site);
  const { plan, words } = site;
  const scroll = plan.paging === 'scroll';
  const control = scroll
    ? `<div id="end"></div><script>${scrollScript}</script>`
    : `<button id="more" type="button">${words.loadMore}</button><script>${buttonScript}</script>`;
  const pages = rest.map((posts, at) => {
    const [number, more] = [at + 2, at + 1 < rest.length];
    const some = entries({ ...site }, posts);
    return scroll
      ? answer(`/api/posts?page=${number}`, JSON.stringify({ html: some, more }), 'application/json')
      : answer(`/fragment?page=${number}`, more ? some.replace('<div', '<div data-more') : some);
  });
  const main = `<h1>${words.tagline}</h1>\n${entries(site, first)}\n${control}`;
  return [answer(listPath(site), page(site, { title: null, main })), ...pages];
}

/** The pages of the main list. */
export function listPages(site: Site): RecordedResponse[] {
  const { plan, words } = site;
  if (plan.paging === 'scroll' || plan.paging === 'button') return loadingList(site);
  const all = parts(site);
  const title = plan.start === 'list' ? null : plan.start === 'landing' ? words.blog : words.allPosts;
  return all.map((posts, at) => {
    const [number, last] = [at + 1, all.length];
    const next = `<link rel="next" href="${pagePath(site, number + 1)}">`;
    const head = plan.paging === 'numbers' && number < last ? next : '';
    const heading = title === null ? '' : `<h1>${title}</h1>\n`;
    const main = `${heading}${entries(site, posts)}\n${last > 1 ? pager(site, number, last) : ''}`;
    return answer(pagePath(site, number), page(site, { title, head, main }));
  });
}
