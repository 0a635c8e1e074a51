import { escapeHtml } from './body-form.ts';
import type { SitePlan } from './plan.ts';

/** Slots of the article's markup: `{{name}}`; the app, or the server of a fragment, fills them. */
const figure = '{{figure}}';

const templates: readonly ((plan: SitePlan) => string)[] = [
  ({ language }) => `<article class="article"><header><h1>{{title}}</h1>
<p class="byline">${language.by} <span class="author-names">{{authors}}</span></p>
<time datetime="{{iso}}">{{day}}</time></header>${figure}<div class="article-body">{{body}}</div></article>`,
  ({ language }) => `<div class="sc-1x8k"><h1 class="sc-9fja">{{title}}</h1>
<div class="sc-meta3"><p class="sc-by">${language.by} {{authors}}</p><p class="sc-date"><time datetime="{{iso}}">{{day}}</time></p></div>
${figure}<section class="sc-body7">{{body}}</section></div>`,
  () => `<article itemscope itemtype="https://schema.org/NewsArticle"><h1 itemprop="headline">{{title}}</h1>
<div class="meta"><time itemprop="datePublished" datetime="{{iso}}">{{day}}</time> <span itemprop="author" class="author">{{authors}}</span></div>
${figure}<div itemprop="articleBody">{{body}}</div></article>`,
  ({
    language,
  }) => `<div class="story"><div class="story-head"><time datetime="{{iso}}" class="published">{{day}}</time>
<h1>{{title}}</h1></div>${figure}<div class="story-text">{{body}}</div><p class="story-author">${language.by} <span rel="author">{{authors}}</span></p></div>`,
  () =>
    `<article><h1>{{title}}</h1>${figure}<div class="rich-text">{{body}}</div></article><script type="application/ld+json">{{ld}}</script>`,
];

export const markupOf = (plan: SitePlan): string => {
  const template = templates[plan.markup];
  if (template === undefined) throw new RangeError(`there is no markup ${plan.markup}`);
  return template(plan);
};

export interface ShownArticle {
  readonly title: string;
  readonly body: string;
  readonly authors: readonly string[];
  readonly published: Date;
  readonly modified: Date;
  readonly image: string | null;
}

/** The article's markup, filled: what the app does in the browser too (`fillScript`). */
export function filledMarkup(
  plan: SitePlan,
  { title, body, authors, published, modified, image }: ShownArticle,
): string {
  const { code, photo, and } = plan.language;
  const day = published.toLocaleDateString(code, { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' });
  const ld = {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline: title,
    datePublished: published.toISOString(),
    dateModified: modified.toISOString(),
    author: authors.map((name) => ({ '@type': 'Person', name })),
  };
  const values: Readonly<Record<string, string>> = {
    title: escapeHtml(title),
    body,
    authors: escapeHtml(authors.join(` ${and} `)),
    iso: published.toISOString(),
    day,
    figure:
      image === null
        ? ''
        : `<figure><img src="${image}" alt="" width="800" height="450"><figcaption>${photo}</figcaption></figure>`,
    ld: JSON.stringify(ld).replaceAll('<', '\\u003c'),
  };
  return markupOf(plan).replaceAll(/\{\{(\w+)\}\}/g, (_, slot: string) => values[slot] ?? '');
}

/** JavaScript of `fill(article)`: the markup with an article's fields. */
export const fillScript = (plan: SitePlan): string => `
const escapeHtml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const markup = ${JSON.stringify(markupOf(plan)).replaceAll('</script', '<\\/script')};
const fill = ({ title, body, authors, published, modified, image }) => {
  const ld = { '@context': 'https://schema.org', '@type': 'NewsArticle', headline: title, datePublished: published.toISOString(),
    dateModified: modified.toISOString(), author: authors.map((name) => ({ '@type': 'Person', name })) };
  const values = {
    title: escapeHtml(title), body, authors: escapeHtml(authors.join(' ${plan.language.and} ')), iso: published.toISOString(),
    day: published.toLocaleDateString('${plan.language.code}', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' }),
    figure: image ? '<figure><img src="' + image + '" alt="" width="800" height="450"><figcaption>${plan.language.photo}</figcaption></figure>' : '',
    ld: JSON.stringify(ld),
  };
  return markup.replace(/\\{\\{(\\w+)\\}\\}/g, (_, slot) => values[slot] ?? '');
};
`;
