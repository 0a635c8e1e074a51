/** Pages made to cost time or memory: one thing each, without end. By what they have too much of; made when they are needed. */
const p =
  'The harbour bridge opened again on Friday morning, eleven months after a barge had struck its northern pier. ';
const title = 'Harbour bridge reopens after eleven months';
const n = (text: string, count: number): string => text.repeat(count);
const each = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join('');
const wrap = (body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><article><h1>${title}</h1>${body}</article></body></html>`;

export const bombs: Readonly<Record<string, () => string>> = {
  'inline nest': () => wrap(n('<b>', 20000) + p + n('</b>', 20000)),
  'div nest': () => wrap(n('<div>', 50000) + p),
  'span nest text': () => wrap(n('<span>a ', 50000)),
  links: () => wrap(n('<a href="/2026/11/20/x">Some headline that is long enough to count as one</a> ', 30000)),
  'links distinct': () =>
    wrap(each(20000, (i) => `<p><a href="/2026/11/20/x-${i}">Some headline ${i} that is long enough to count</a></p>`)),
  paras: () => wrap(n(`<p>${p}</p>`, 20000)),
  'paras distinct': () => wrap(each(20000, (i) => `<p>${p} ${i}</p>`)),
  brs: () => wrap(n('word<br>', 100000)),
  'one text': () => wrap(`<p>${n('a', 3_000_000)}</p>`),
  'one text 2': () => wrap(`<p>${n(p, 28000)}</p>`),
  spaces: () => wrap(`<p>${n(' ', 3_000_000)}x</p>`),
  'spaces many': () => wrap(`<p>${n(`a${' '.repeat(1000)}`, 3000)}</p>`),
  nbsp: () => wrap(`<p>By ${n('\u00a0', 1_000_000)}x</p>`),
  dots: () => wrap(`<p>${n('.', 1_000_000)}</p>`),
  digits: () => wrap(`<p>${n('1', 1_000_000)}</p>`),
  dates: () => wrap(n('<p>20 November 2026</p>', 20000)),
  'dates 2': () => wrap(`<p>${n('20 November 2026 ', 50000)}</p>`),
  times: () => wrap(n('<time datetime="2026-11-20T10:00:00Z">x</time>', 30000)),
  bys: () => wrap(n('<p class="byline author">By Ada Marsh and Tom Quill</p>', 20000)),
  'by long': () => wrap(`<p class="byline">By ${n('Ada Marsh, ', 50000)}</p>`),
  'by caps': () => wrap(`<p>By ${n('A', 500000)}</p><p>${n('By ', 300000)}</p>`),
  'h 1s': () => wrap(n('<h1>Harbour bridge reopens after months</h1>', 20000)),
  imgs: () => wrap(n('<figure><img src="/a.jpg"><figcaption>cap of the picture</figcaption></figure>', 20000)),
  srcset: () => wrap(`<img srcset="${n('a.jpg 1x, ', 200000)}"><p>${p}</p>`),
  cells: () => wrap(`<table>${n(`<tr>${n('<td>x</td>', 20)}</tr>`, 4000)}</table>`),
  'tables nest': () => wrap(n('<table><tr><td>', 3000) + p),
  'list nest': () => wrap(n('<ul><li>', 20000) + p),
  lists: () => wrap(n('<ul><li>item of a list</li></ul>', 30000)),
  attrs: () => wrap(`<p ${Array.from({ length: 50000 }, (_, i) => `a${i}=b`).join(' ')}>${p}</p>`),
  classes: () => wrap(n(`<p class="${n('comment-list sidebar author-box ', 2000)}">${p}</p>`, 20)),
  'class long': () => wrap(n(`<div class="${n('a', 5000)}"><p>${p}</p></div>`, 300)),
  'class distinct': () => wrap(each(20000, (i) => `<div class="c-${i} x${i}Y z_${i}"><p>word ${i}</p></div>`)),
  metas: () => wrap(`<p>${p}</p>`, n('<meta name="author" content="Ada Marsh">', 30000)),
  'metas distinct': () =>
    wrap(
      `<p>${p}</p>`,
      each(30000, (i) => `<meta name="a${i}" property="article:tag" content="t${i}">`),
    ),
  jsonld: () =>
    wrap(
      `<p>${p}</p>`,
      `<script type="application/ld+json">[${n('{"@type":"NewsArticle","headline":"Harbour bridge reopens","author":{"name":"A B"},"datePublished":"2026-11-20"},', 20000)}{}]</script>`,
    ),
  'jsonld many': () =>
    wrap(
      `<p>${p}</p>`,
      n(
        '<script type="application/ld+json">{"@type":"NewsArticle","headline":"Harbour bridge reopens"}</script>',
        10000,
      ),
    ),
  'jsonld deep': () =>
    wrap(
      `<p>${p}</p>`,
      `<script type="application/ld+json">${n('{"@type":"A","mainEntity":', 100000)}1${n('}', 100000)}</script>`,
    ),
  'jsonld body': () =>
    wrap(
      `<p>${p}</p>`,
      `<script type="application/ld+json">{"@type":"NewsArticle","articleBody":"${n(p, 25000)}"}</script>`,
    ),
  'jsonld broken': () =>
    wrap(`<p>${p}</p>`, `<script type="application/ld+json">{"a":"${n('x\n', 700000)}",}</script>`),
  title: () => `<title>${n('Harbour - bridge | ', 100000)}</title><h1>x</h1><p>${p}</p>`,
  'title many': () => wrap(n('<h2>Harbour bridge reopens after eleven months now</h2>', 20000)),
  comments: () => wrap(n('<!-- x -->', 300000)),
  entities: () => wrap(`<p>${n('&amp;&lt;&#x41;', 200000)}</p>`),
  'unclosed p': () => wrap(n('<p><b><i><a href=/x>x', 20000)),
  formatting: () => wrap(n('<a><b><i><u><s>', 5000) + n('<p>x</p>', 5000)),
  svg: () => wrap(n('<svg><path d="M0 0"/></svg>', 40000) + p),
  templates: () => wrap(n('<template>', 20000) + p),
  streams: () =>
    wrap(each(20000, (i) => `<template id="B:${i}"></template><div hidden id="S:${i}"><p>x ${i}</p></div>`)),
  'streams same': () => wrap(`${n('<template id="B:0"></template>', 30000)}<div hidden id="S:0"><p>x</p></div>`),
  'streams fallback': () =>
    wrap(`${n('<template id="B:0"></template><p>x</p>', 20000)}<div hidden id="S:0"><p>x</p></div>`),
  dialogs: () =>
    wrap(
      n(
        `<div class="cookie-consent" role="dialog"><p>We use cookies. Accept all cookies. We value your privacy.</p></div>`,
        10000,
      ),
    ),
  'dialogs nest': () =>
    wrap(n('<div class="cookie">', 500) + n('<div class="cookie"><p>We use cookies words words</p></div>', 3000)),
  'comment areas': () => wrap(n('<div class="comments"><p>Some words of a reader who is here</p></div>', 10000)),
  hidden: () => wrap(n(`<div data-v="0"><p>${p}</p></div>`, 15000)),
  placed: () =>
    `<html data-g=1280>${wrap(each(12000, (i) => `<p class="c${i % 900}" data-g="${i % 700},${i},600,20,${9 + (i % 30)}">${p}</p>`))}`,
  layers: () =>
    `<html data-g=1280>${wrap(n('<div data-v="over">', 500) + n(`<p data-v="over" data-g="x">${p}</p>`, 8000))}`,
  'hidden nest': () => wrap(n('<div data-v="0">', 500) + n(`<p>${p}</p>`, 10000)),
  cjk: () => wrap(n('<p>港口大桥在关闭十一个月之后于周五上午重新开放，约四百名市民步行走过大桥。</p>', 10000)),
  'cjk one': () => wrap(`<p>${n('港口大桥在关闭十一个月之后于周五上午重新开放', 40000)}</p>`),
  'cjk dates': () => wrap(`<p>${n('2026年11月20日 作者：王小明 来源：', 20000)}</p>`),
  surrogates: () => wrap(`<p>${n('\ud800', 500000)}</p>`),
  combining: () => wrap(`<p>a${n('\u0301', 500000)}</p>`),
  rtl: () => wrap(n('<p>أعيد فتح جسر الميناء صباح الجمعة بعد أحد عشر شهرا</p>', 15000)),
  pre: () => wrap(`<pre>${n('line of code = {a: b};\n', 80000)}</pre>`),
  'pre many': () => wrap(n('<pre>x\ny</pre>', 30000)),
  offers: () =>
    wrap(n('<div class="newsletter-signup subscribe promo"><p>Sign up for it now please, will you</p></div>', 15000)),
  'offer box': () => wrap(`<div class="newsletter">${n(`<p>${p}</p>`, 8000)}</div>`),
  shell: () =>
    `<title>Harbour bridge reopens after eleven months</title><div id=app></div><script>window.A=${JSON.stringify({ a: Array.from({ length: 20000 }, (_, i) => ({ title: `Harbour bridge ${i}`, body: [{ text: p }] })) })}</script>`,
  'link href': () => wrap(`<a href="${n('a/', 500000)}">x</a><p>${p}</p>`),
  hrefs: () => wrap(each(3000, (i) => `<a href="/${n('a', 1000)}${i}">link words here ${i}</a>`) + p),
  quotes: () => wrap(`<p>${n('"', 500000)}</p><p>${n("'", 500000)}</p>`),
  brackets: () => wrap(`<p>${n('(', 300000)}${n('[', 300000)}${n('*', 300000)}${n('_', 300000)}</p><p>${p}</p>`),
  backticks: () => wrap(`<p>${n('`', 300000)}</p><pre><code>${n('```\n', 50000)}</code></pre><p>${p}</p>`),
  emphasis: () => wrap(`<p>${n('<em>a</em>', 50000)}</p>`),
  codes: () => wrap(`<p>${n('<code>a</code> ', 40000)}</p>`),
  hrs: () => wrap(n('<hr>', 100000) + p),
  frameset: () => `<frameset>${n('<frame src=a>', 100000)}</frameset>`,
  selects: () => wrap(n('<select><option>x</select>', 40000) + p),
  captions: () => wrap(`<figure>${n('<figcaption>cap</figcaption>', 20000)}<img src=a.jpg></figure><p>${p}</p>`),
  'fig nest': () => wrap(n('<figure>', 400) + n('<img src=a.jpg><figcaption>x words</figcaption>', 10000)),
  itemprops: () => wrap(n('<span itemprop="author datePublished articleBody">Ada Marsh</span>', 20000)),
  tokens: () => wrap(n('<p>a b c d e f g h i j k l m n o p q r s t u v w x y z</p>', 20000)),
  ruby: () => wrap(`<p>${n('<ruby>漢<rt>かん</rt></ruby>', 20000)}</p>`),
};
