import type { Part } from './article.ts';

export const escapeHtml = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

/** The markup of all items, joined by line feeds. */
export const each = <T>(items: readonly T[], markup: (item: T, index: number) => string): string =>
  items.map(markup).join('\n');

/** A script of structured data, as publishing systems print it. */
export const jsonLd = (data: unknown): string =>
  `<script type="application/ld+json">${JSON.stringify(data).replace(/</g, '\\u003c')}</script>`;

/** Links to other articles, each wrapped by `wrap`. */
export const linksTo = (titles: readonly string[], wrap: (link: string, index: number) => string): string =>
  each(titles, (title, index) =>
    wrap(`<a href="/news/${2_400_117 + index * 31}.html">${escapeHtml(title)}</a>`, index),
  );

/** A text as HTML with its links, without readings. */
export const inline = (text: string): string =>
  escapeHtml(text)
    .replace(/\{([^|}]+)\|[^}]*\}/g, '$1')
    .replace(/\[([^\]]+)\]/g, (_, words: string) => `<a href="/topics/${encodeURIComponent(words)}">${words}</a>`);

/** A text as HTML with its readings as ruby, without links. */
export const inlineRuby = (text: string): string =>
  escapeHtml(text)
    .replace(/\{([^|}]+)\|([^}]*)\}/g, '<ruby>$1<rp>（</rp><rt>$2</rt><rp>）</rp></ruby>')
    .replace(/\[([^\]]+)\]/g, '$1');

/** The markup of each kind of part. Its input is already HTML, except for cells of tables. */
export interface PartMarkup {
  readonly inline: (text: string) => string;
  readonly paragraph: (html: string, index: number) => string;
  readonly heading: (html: string) => string;
  readonly list: (items: readonly string[], ordered: boolean) => string;
  readonly table: (rows: readonly (readonly string[])[], caption: string) => string;
  readonly quote: (html: string) => string;
  readonly question: (html: string) => string;
  readonly post: (post: {
    readonly time: string;
    readonly title: string | null;
    readonly paragraphs: readonly string[];
  }) => string;
  readonly card: (
    card: { readonly title: string; readonly text: string; readonly facts: readonly string[] },
    index: number,
  ) => string;
  readonly slide: (html: string, credit: string, index: number) => string;
}

/** Plain semantic HTML. */
export const plainMarkup: PartMarkup = {
  inline,
  paragraph: (html) => `<p>${html}</p>`,
  heading: (html) => `<h2>${html}</h2>`,
  list: (items, ordered) => {
    const tag = ordered ? 'ol' : 'ul';
    return `<${tag}>${each(items, (item) => `<li>${item}</li>`)}</${tag}>`;
  },
  table: (rows) => `<table>${rowsOf(rows)}</table>`,
  quote: (html) => `<blockquote><p>${html}</p></blockquote>`,
  question: (html) => `<p><strong>${html}</strong></p>`,
  post: ({ time, title, paragraphs }) =>
    `<section><time>${time}</time>${title === null ? '' : `<h3>${title}</h3>`}${each(paragraphs, (p) => `<p>${p}</p>`)}</section>`,
  card: ({ title, text, facts }) =>
    `<section><h2>${title}</h2><p>${text}</p><ul>${each(facts, (fact) => `<li>${fact}</li>`)}</ul></section>`,
  slide: (html, credit) =>
    `<figure><img src="/img/slide.jpg" alt=""><div>${html}</div><small>${credit}</small></figure>`,
};

export const rowsOf = (rows: readonly (readonly string[])[]): string =>
  each(rows, (row, at) => {
    const tag = at === 0 ? 'th' : 'td';
    return `<tr>${row.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>`;
  });

/** The HTML of all parts. @param after HTML that the site puts after a part */
export function partsHtml(
  parts: readonly Part[],
  changes: Partial<PartMarkup> = {},
  after: (index: number) => string = () => '',
): string {
  const markup: PartMarkup = { ...plainMarkup, ...changes };
  return each(parts, (part, index) => `${partHtml(part, markup, index)}\n${after(index)}`);
}

function partHtml(part: Part, markup: PartMarkup, index: number): string {
  const html = markup.inline;
  if (typeof part === 'string') return markup.paragraph(html(part), index);
  if ('heading' in part) return markup.heading(html(part.heading));
  if ('list' in part) return markup.list(part.list.map(html), part.ordered === true);
  if ('table' in part) return markup.table(part.table, escapeHtml(part.caption ?? ''));
  if ('quote' in part) return markup.quote(html(part.quote));
  if ('question' in part) return markup.question(html(part.question));
  if ('post' in part)
    return markup.post({
      time: part.time,
      title: part.title === undefined ? null : html(part.title),
      paragraphs: part.post.map(html),
    });
  if ('card' in part)
    return markup.card({ title: html(part.card), text: html(part.text), facts: part.facts.map(escapeHtml) }, index);
  return markup.slide(html(part.slide), escapeHtml(part.credit), index);
}
