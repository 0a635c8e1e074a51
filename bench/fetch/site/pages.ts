/** Sites that the pages are spread over: 127.0.0.1 to 127.0.0.10. */
export const siteCount = 10;
/** The third party: trackers and advertisements. */
export const adHost = '127.0.1.1';
/** The last paragraph of an article: who has it has the page. */
export const endSelector = 'p.end';
export const markerOf = (id: number): string => `END-OF-ARTICLE-${id}`;
export const hostOf = (id: number): string => `127.0.0.${(id % siteCount) + 1}`;
/** Half of the pages come without their article, which a script fetches. */
export const isClientRendered = (id: number): boolean => id % 2 === 1;

const words =
  'the council said on monday that river repairs would cost more than planned after heavy rain had damaged two bridges while residents asked why earlier warnings were not heard and engineers promised a report before winter market prices rose again as shops closed'.split(
    ' ',
  );

/** Text of the same seed is the same text (mulberry32). */
function textOf(seed: number, count: number): string {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return Array.from({ length: count }, () => words[Math.floor(next() * words.length)]).join(' ');
}

const headlineOf = (id: number): string => textOf(id * 7_919, 9);

export function articleOf(id: number): string {
  const paragraphs = Array.from(
    { length: 22 },
    (_, at) =>
      `<p class="story__text">${textOf(id * 100 + at, 55)}.</p>${at % 6 === 0 ? `<figure><img src="/img/${at}-${id % 40}.jpg" alt="${textOf(at, 6)}" width="960" height="540"><figcaption>${textOf(at + 9, 8)}</figcaption></figure>` : ''}`,
  );
  return `<h1>${headlineOf(id)}</h1><p class="byline">By ${textOf(id, 2)}</p>${paragraphs.join('')}<p class="end">${markerOf(id)}</p>`;
}

/** A news page of about 110 KB: masthead, menus, the article or its place, related stories, footer. */
export function pageOf(id: number, port: number): string {
  const article = isClientRendered(id) ? '<div class="story__skeleton">Loading</div>' : articleOf(id);
  const body = `${menus(id)}<main><article class="story" id="story" data-id="${id}">${article}</article><aside>${related(id)}</aside></main>${footer(id)}`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${headlineOf(id)}</title>
<link rel="canonical" href="http://${hostOf(id)}:${port}/p/${id}"><meta property="og:type" content="article"><style>${styles}</style>
<script type="application/ld+json">${JSON.stringify({ '@type': 'NewsArticle', headline: headlineOf(id) })}</script>
<script async src="http://${adHost}:${port}/tracker.js"></script></head><body>
<iframe class="ad" src="http://${adHost}:${port}/ad/${id}" width="970" height="250"></iframe>${body}<script src="/bundle.js"></script></body></html>`;
}

const menus = (id: number): string =>
  `<header class="masthead"><img src="/img/logo-${id % 40}.jpg" alt="logo" width="200" height="60"><nav>${list(60, (at) => `<li class="menu__item menu__item--${at % 5}"><a class="menu__link" href="/s/${at}">${textOf(at, 3)}</a></li>`)}</nav></header>`;

const related = (id: number): string =>
  list(
    105,
    (at) =>
      `<li class="card card--${at % 4}"><a class="card__link" href="/p/${(id + at * 2 + 2) % 300}"><span class="card__kicker">${textOf(at, 2)}</span><h3 class="card__title">${headlineOf(id + at)}</h3></a><p class="card__summary">${textOf(id * 31 + at, 34)}</p><div class="card__meta"><span class="card__time">${at} hours ago</span><svg class="card__icon" viewBox="0 0 16 16" width="16" height="16"><path d="M2 2h12v12H2zM4 6h8M4 9h8M4 12h5"/></svg></div></li>`,
  );

const footer = (id: number): string =>
  `<footer>${list(190, (at) => `<li class="footer__item"><a class="footer__link" href="/f/${at}">${textOf(id + at, 4)}</a></li>`)}</footer>`;

const list = (count: number, item: (at: number) => string): string =>
  `<ul>${Array.from({ length: count }, (_, at) => item(at)).join('')}</ul>`;

const styles = `@font-face{font-family:Headline;src:url(/headline.ttf)}body{font:16px/1.5 Headline,serif;margin:0}.masthead ul{font-size:12px;display:flex;flex-wrap:wrap;gap:4px 12px;list-style:none}figure{margin:0}figure img{width:100%;height:auto}main{display:grid;grid-template-columns:2fr 1fr;gap:24px}${Array.from(
  { length: 120 },
  (_, at) =>
    `.card--${at} .card__title,.menu__item--${at}>a{color:#${(at * 4_321 + 111_111).toString(16).slice(0, 6)};padding:${at % 9}px;display:flex}`,
).join('')}`;
