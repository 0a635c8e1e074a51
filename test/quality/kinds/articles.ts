import { capital, dateStyles, jsonLd, type MadePage, type Making, wholePage } from './making.ts';

const code = (m: Making): string => `<pre><code>${m.times(1, 6, () => m.words(m.int(2, 6)))}</code></pre>`;
const comments = (m: Making): string => {
  const date = m.pick(dateStyles);
  return `<div id="comments"><h3>${m.int(1, 9)} ${m.words(1)}</h3>${m.times(1, 6, () => `<div class="comment"><span class="author">${m.nick()}</span> ${date(m.at())}<p>${m.text(1, 3)}</p><a>Reply</a></div>`)}<form><textarea></textarea><input name="email"><button>${m.words(1)}</button></form></div>`;
};
const related = (m: Making): string =>
  `<section class="related"><h2>${m.title(1, 3)}</h2>${m.times(2, 8, () => `<div class="card"><a href="/${m.slug()}"><img src="/a.jpg"><h3>${m.title()}</h3></a><p>${m.sentence()}</p></div>`)}</section>`;
const sections = (m: Making, from: number, to: number, extra: (m: Making) => string): string =>
  m.times(from, to, () => `<h2>${m.title(2, 6)}</h2>${m.paragraphs(1, 4)}${extra(m)}`);
const byline = (m: Making, date: string): string =>
  m.pick([
    `<p class="byline">By <a rel="author" href="/authors/${m.slug(1, 2)}">${m.name()}</a> ${date}</p>`,
    `<div class="meta">${date} · ${m.name()}</div>`,
    `<p>${date}</p>`,
    `<span class="date">${date}</span>`,
  ]);

const bodies = {
  bare: (m) => m.paragraphs(2, 6),
  brief: (m) => m.paragraphs(1, 1),
  news: (m) =>
    `${m.paragraphs(3, 9)}${m.chance(0.5) ? `<figure><img src="/p.jpg"><figcaption>${m.sentence()}</figcaption></figure>` : ''}`,
  guide: (m) =>
    `${m.paragraphs(1, 2)}${sections(m, 3, 8, (one) => (one.chance(0.5) ? `<ul>${one.times(3, 6, () => `<li>${one.sentence(4, 14)}</li>`)}</ul>` : ''))}${m.chance(0.4) ? `<div class="cta"><h3>${m.title(2, 5)}</h3><a class="btn" href="/demo">${m.title(1, 3)}</a></div>` : ''}`,
  tutorial: (m) => `${m.paragraphs(1, 2)}${sections(m, 2, 6, code)}`,
  review: (m) => `${m.paragraphs(2, 5)}<p>${capital(m.words(3))} $${m.int(20, 900)}.</p>${sections(m, 1, 4, () => '')}`,
  list: (m) =>
    `${m.paragraphs(1, 2)}${m.times(4, 10, (at) => `<h3>${at + 1}. ${m.title(1, 5)}</h3><img src="/i.jpg"><p>${m.text(1, 4)}</p>`)}`,
  rows: (m) =>
    `<table><tr><td><font size="2">${m.text(2, 5)}<br><br>${m.text(3, 6)}<br><br>${m.text(3, 9)}</font></td></tr></table>`,
} as const satisfies Record<string, (m: Making) => string>;

export const articleFamilies = Object.keys(bodies) as (keyof typeof bodies)[];

/** An article: of a newspaper, a magazine or a blog. */
export function makeArticle(m: Making, family: string = m.pick(articleFamilies)): MadePage {
  const title = m.title(4, 11);
  const at = m.at();
  const date = m.pick(dateStyles)(at);
  const text = bodies[family as keyof typeof bodies](m);
  const head = m.chance(0.85) ? byline(m, date) : '';
  const inner = `<h1>${title}</h1>${head}${text}`;
  const box = m.pick([
    `<article>${inner}</article>`,
    `<div class="post">${inner}</div>`,
    `<main><div class="content">${inner}</div></main>`,
    inner,
  ]);
  const og = m.chance(0.5) ? `<meta property="og:type" content="${m.pick(['article', 'article', 'website'])}">` : '';
  const ld = m.chance(0.25)
    ? jsonLd({ '@type': m.pick(['NewsArticle', 'BlogPosting']), headline: title, datePublished: at.toISOString() })
    : '';
  const body = `${box}${m.chance(0.35) ? comments(m) : ''}${m.chance(0.4) ? related(m) : ''}`;
  const path = m.pick([
    `/2024/05/${m.slug(3, 7)}/`,
    `/news/${m.slug(4, 8)}`,
    `/blog/${m.slug(2, 6)}/`,
    `/${m.slug(3, 8)}-${m.int(10_000, 9_999_999)}.html`,
    `/${m.slug(1, 5)}`,
  ]);
  const page = { title, head: `${og}${ld}`, body };
  const html = m.chance(0.25)
    ? `<!doctype html><html><head><title>${title}</title>${page.head}</head><body>${body}</body></html>`
    : wholePage(m, page);
  return { kind: 'article', family: `article-${family}`, url: `https://www.${m.slug(1, 2)}.test${path}`, html };
}
