import { type Layout, namedPath } from '../layout.ts';
import { each, escapeHtml, linksTo, partsHtml } from '../markup.ts';

/** React streaming with utility classes: the article arrives after the shell in a hidden div and is moved to its place by a script. */
export const streamed: Layout = {
  name: 'streamed',
  pageType: 'article',
  path: namedPath('story'),
  render: ({ article, site, published, age }) => {
    const { words } = site;
    const p = (html: string) => `<p class="mt-6 text-lg leading-8 text-slate-800 dark:text-slate-200">${html}</p>`;
    return `<!DOCTYPE html><html lang="${article.lang}"><head><meta charSet="utf-8"/><title>${escapeHtml(article.title)}</title><meta property="og:site_name" content="${site.site}"/><meta property="article:author" content="${article.authors.join(', ')}"/></head>
<body class="bg-white antialiased"><header class="sticky top-0 z-50 flex h-16 items-center border-b"><a class="text-xl font-black" href="/">${site.site}</a><nav class="ml-8 hidden gap-4 md:flex">${each(site.nav, (name) => `<a class="text-sm font-medium hover:underline" href="/s">${name}</a>`)}</nav></header>
<main class="mx-auto max-w-screen-xl px-4"><!--$?--><template id="B:0"></template><div class="animate-pulse space-y-4"><div class="h-8 w-3/4 rounded bg-gray-200"></div><div class="h-4 w-1/2 rounded bg-gray-200"></div></div><!--/$-->
<aside class="mt-12 grid grid-cols-3 gap-6">${each(site.teasers, ({ title, text }) => `<div class="rounded-xl border p-4 shadow-sm"><h3 class="font-semibold"><a href="/t">${escapeHtml(title)}</a></h3><p class="mt-2 text-sm text-slate-500">${escapeHtml(text)}</p></div>`)}</aside></main>
<footer class="mt-24 border-t py-12 text-sm text-slate-500"><p>${site.disclaimer}</p><p>${site.copyright}</p><div class="flex gap-4">${each(site.legal, (name) => `<a href="/l">${name}</a>`)}</div></footer>
<script>self.__next_f=self.__next_f||[];self.__next_f.push([1,"a:[\\"$\\",\\"div\\",null,{}]"])</script>
<div hidden id="S:0"><article class="mx-auto max-w-prose py-12"><div class="flex items-center gap-2 text-xs uppercase tracking-wide text-rose-600"><a href="/s">${article.section}</a></div>
<h1 class="mt-2 text-balance text-4xl font-extrabold tracking-tight">${escapeHtml(article.title)}</h1>
<div class="mt-4 flex items-center gap-3 text-sm text-slate-500">${article.authors.map((name) => `<span class="font-medium text-slate-900">${name}</span>`).join(`<span>${words.and}</span>`)}<span aria-hidden="true">·</span><time dateTime="${article.published}" title="${published('long')}">${age}</time></div>
<figure class="mt-8"><img class="w-full rounded-2xl object-cover" src="/_next/image?url=x" alt="${escapeHtml(article.image.alt)}"/><figcaption class="mt-2 text-xs text-slate-400">${escapeHtml(article.image.caption)}</figcaption></figure>
${partsHtml(
  article.parts,
  {
    paragraph: p,
    heading: (html) => `<h2 class="mt-12 text-2xl font-bold">${html}</h2>`,
    quote: (html) => `<blockquote class="mt-8 border-l-4 border-rose-500 pl-6 text-2xl italic">${html}</blockquote>`,
  },
  (at) =>
    at === 3
      ? `<div class="my-8 rounded-xl bg-slate-50 p-6"><p class="text-sm font-semibold">${words.readAlso}</p>${linksTo(site.headlines.slice(3, 6), (link) => `<p class="mt-2 text-sm">${link}</p>`)}</div>`
      : '',
)}
<div class="mt-12 rounded-2xl bg-slate-900 p-8 text-white"><h2 class="text-2xl font-bold">${site.newsletter.title}</h2><p class="mt-2">${site.newsletter.text}</p><p class="mt-4 text-xs">${site.newsletter.small}</p></div></article></div>
<script>$RC=function(b,c){var a=document.getElementById(b);c=document.getElementById(c);a.replaceWith(...c.childNodes)};$RC("B:0","S:0")</script></body></html>`;
  },
};
