import type { AddressClass } from '../../src/model/web/url-pattern.ts';

export interface ListedLink {
  readonly url: string;
  readonly label: AddressClass;
  readonly title: string;
}

/** Links as a template writes them. */
export type Markup = (links: readonly ListedLink[], name: string) => string;

interface Template {
  readonly markup: Markup;
  /** Only sites of the sealed half have it. */
  readonly sealed: boolean;
}

const each = (links: readonly ListedLink[], write: (link: ListedLink, at: number) => string): string =>
  links.map(write).join('');
const open = (markup: Markup): Template => ({ markup, sealed: false });
const sealed = (markup: Markup): Template => ({ markup, sealed: true });

export const entryMarkups: readonly Template[] = [
  open(
    (links, name) =>
      `<ul class="${name}">${each(links, ({ url, title }) => `<li class="teaser"><h3><a href="${url}">${title}</a></h3><p>Read more of it here.</p></li>`)}</ul>`,
  ),
  open(
    (links, name) =>
      `<div class="${name}">${each(links, ({ url, title }, at) => `<article class="card post-${at}"><a class="pic" href="${url}"><img src="/i.jpg" alt=""></a><h2><a href="${url}">${title}</a></h2></article>`)}</div>`,
  ),
  open(
    (links, name) =>
      `<div id="${name.replaceAll(' ', '')}">${each(links, ({ url, title }) => `<div class="row"><span class="time">12:30</span><a href="${url}">${title}</a></div>`)}</div>`,
  ),
  open(
    (links) =>
      `<table>${each(links, ({ url, title }) => `<tr><td>1.</td><td><a href="${url}">${title}</a></td></tr>`)}</table>`,
  ),
  open((links) => each(links, ({ url, title }) => `<div><div><a href="${url}">${title}</a></div></div>`)),
  sealed(
    (links, name) =>
      `<section class="${name}">${each(links, ({ url, title }, at) => `<a class="tile cat-${['politics', 'sport', 'arts'][at % 3]}" href="${url}"><h2>${title}</h2><p>More of it.</p></a>`)}</section>`,
  ),
  sealed(
    (links, name) =>
      `<dl class="${name}">${each(links, ({ url, title }) => `<dt>Today</dt><dd><a href="${url}"><b>${title}</b></a></dd>`)}</dl>`,
  ),
  sealed((links) => each(links, ({ url, title }) => `<p><a href="${url}">${title}</a></p>`)),
];

export const boxMarkups: readonly Template[] = [
  open(
    (links, name) =>
      `<aside class="${name}"><h4>More</h4><ol>${each(links, ({ url, title }) => `<li><a href="${url}">${title}</a></li>`)}</ol></aside>`,
  ),
  open(
    (links, name) =>
      `<div class="${name}"><div class="inner">${each(links, ({ url, title }) => `<div class="item"><a href="${url}">${title}</a></div>`)}</div></div>`,
  ),
  open(
    (links, name) =>
      `<div class="sidebar" id="${name.replaceAll(' ', '')}">${each(links, ({ url, title }) => `<a class="link" href="${url}"><img src="/i.jpg" alt=""> ${title}</a>`)}</div>`,
  ),
  // the same markup as the entries of some lists: no class names at all
  open((links) => `<div>${each(links, ({ url, title }) => `<div><a href="${url}">${title}</a></div>`)}</div>`),
  sealed(
    (links, name) =>
      `<section class="${name}"><ul>${each(links, ({ url, title }) => `<li class="teaser"><h3><a href="${url}">${title}</a></h3></li>`)}</ul></section>`,
  ),
  sealed(
    (links) => `<ul class="teaser">${each(links, ({ url, title }) => `<li><a href="${url}">${title}</a></li>`)}</ul>`,
  ),
];
