import { patternRegex } from './address.ts';
import { listPaths, listScript } from './list.ts';
import { fillScript } from './markup.ts';
import { noiseScript } from './noise.ts';
import type { CallForm, InsertForm } from './plan.ts';
import { recordScript } from './record.ts';
import type { SiteState } from './site.ts';

const callForms: Readonly<Record<CallForm, string>> = {
  fetch: `const call = async (address, { as = 'json', ...options } = {}) => {
  const answer = await fetch(urlOf(address), options);
  if (!answer.ok) throw new Error('status ' + answer.status);
  return answer[as]();
};`,
  xhr: `const call = (address, { as = 'json', method = 'GET', headers = {}, body = null } = {}) => new Promise((resolve, reject) => {
  const request = new XMLHttpRequest();
  request.open(method, urlOf(address));
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  request.onload = () => request.status === 200 ? resolve(as === 'json' ? JSON.parse(request.responseText) : request.responseText) : reject(new Error('status ' + request.status));
  request.onerror = () => reject(new Error('no answer'));
  request.send(body);
});`,
  client: `class Client {
  constructor(headers) { this.headers = headers; }
  async send(address, { as = 'json', method = 'GET', headers = {}, body } = {}) {
    const answer = await fetch(new Request(urlOf(address), { method, body, headers: { ...this.headers, ...headers }, credentials: 'same-origin' }));
    if (answer.status !== 200) throw new Error('status ' + answer.status);
    return as === 'json' ? JSON.parse(await answer.text()) : answer.text();
  }
}
const client = new Client({ accept: 'application/json, text/plain, */*', 'x-requested-with': 'XMLHttpRequest', 'x-app-version': '7.2.1' });
const call = (address, options) => client.send(address, options);`,
};

/** JavaScript of `insert(main, html)`. */
const insertForms: Readonly<Record<InsertForm, string>> = {
  'inner-html': 'const insert = (main, html) => { main.innerHTML = html; };',
  template: `const insert = (main, html) => {
  const template = document.createElement('template');
  template.innerHTML = html;
  main.replaceChildren(template.content.cloneNode(true));
};`,
  nodes: `const build = (node) => {
  if (node.nodeType !== 1) return document.createTextNode(node.nodeValue);
  const element = document.createElement(node.localName);
  for (const { name, value } of node.attributes) element.setAttribute(name, value);
  for (const child of node.childNodes) element.append(build(child));
  return element;
};
const insert = (main, html) => {
  const parsed = new DOMParser().parseFromString('<main>' + html + '</main>', 'text/html');
  main.replaceChildren(...[...parsed.querySelector('main').childNodes].map(build));
};`,
  element: `customElements.define('story-view', class extends HTMLElement {
  connectedCallback() { this.innerHTML = this.html; }
});
const insert = (main, html) => {
  const view = document.createElement('story-view');
  view.html = html;
  main.replaceChildren(view);
};`,
};

const frame = ({ plan: { language, siteName } }: SiteState): string =>
  `<header class="masthead"><a href="/">${siteName}</a><nav><ul>${language.sections.map(([path, label]) => `<li><a href="/${path}">${label}</a></li>`).join('')}</ul></nav></header><main id="main"></main><div id="extras"></div><footer><p>© ${siteName}</p></footer>`;

/** The app's bundle: what builds every page. */
export const appScript = (site: SiteState): string => `(() => {
'use strict';
const build = '${site.buildId}';
const apiOrigin = '${site.apiOrigin}';
const urlOf = (address) => (/^\\/(_next|t|consent)\\//.test(address) ? '' : apiOrigin) + address;
const root = document.getElementById('root');
${callForms[site.plan.call]}
${fillScript(site.plan)}
${recordScript(site.plan.record)}
const loadArticle = async (parts) => {
${site.style.script(site)}
};
${site.plan.insert === 'nodes' ? insertForms.nodes.replaceAll('build', 'copy') : insertForms[site.plan.insert]}
${noiseScript(site)}
${listScript(site)}
const showArticle = async (main, parts) => {
  const article = await loadArticle(parts);
  insert(main, article.html || fill(article));
  const heading = main.querySelector('h1').textContent;
  document.title = heading + ' | ${site.plan.siteName}';
};
const start = async () => {
  document.documentElement.dataset.build = build;
  root.innerHTML = ${JSON.stringify(frame(site))};
  const main = document.getElementById('main');
  const match = /${patternRegex(site.plan.pagePattern).source}/.exec(location.pathname + location.search);
  const parts = match ? Object.fromEntries(Object.entries(match.groups).map(([slot, value]) => [slot, decodeURIComponent(value)])) : null;
  startNoise(parts ? parts.id || parts.slug || '' : '');
  if (parts) await showArticle(main, parts);
  else if (${JSON.stringify(listPaths)}.includes(location.pathname)) await showList(main);
  else main.innerHTML = '<h1>404</h1>';
};
start();
})();
`;
