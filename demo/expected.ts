import { writeFileSync } from 'node:fs';
import { articlesAt, type DemoArticle, lastEdition } from './articles.ts';
import { pathOf as binhaiPath } from './sites/binhai/pages.ts';
import { origin as harbourOrigin, pathOf as harbourPath, movedTo, special, twins } from './sites/harbour/addresses.ts';
import { mediaOf } from './sites/harbour/player.ts';
import { pathOf as northlightPath, northlightVideo } from './sites/northlight/site.ts';

export interface ExpectedArticle {
  readonly url: string;
  /** Its expected status in the store; `twin`: a second address of `of`, the same article by rel=canonical. */
  readonly status: 'published' | 'duplicate' | 'off-topic' | 'twin';
  /** Address of the article that it copies. */
  readonly of: string | null;
  readonly relation: 'same' | 'syndicated' | 'truncated' | null;
  readonly topic: string | null;
  /** First edition in which it is out. */
  readonly edition: number;
  readonly lang: 'en' | 'zh';
  readonly title: string;
  readonly author: string;
  readonly publishedAt: string;
}

export interface ExpectedMedia {
  readonly page: string;
  readonly url: string;
  readonly delivery: 'progressive' | 'hls' | 'dash';
  /** Whether the address appears only after a click on "Play". */
  readonly needsClick: boolean;
}

export interface Expected {
  readonly articles: readonly ExpectedArticle[];
  readonly media: readonly ExpectedMedia[];
  /** Articles whose text changes, with the edition. */
  readonly edits: readonly { readonly url: string; readonly edition: number }[];
  readonly failures: readonly { readonly url: string; readonly reason: 'layout-changed' | 'timed-out' }[];
  readonly drops: readonly { readonly url: string; readonly reason: 'robots' | 'gone' }[];
  readonly redirects: readonly { readonly url: string; readonly to: string }[];
}

const origins = {
  harbour: harbourOrigin,
  binhai: 'http://binhai-ribao.example',
  northlight: 'http://northlight.example',
};
const paths = { harbour: harbourPath, binhai: binhaiPath, northlight: northlightPath };
/** What a crawler calls the page. */
export const urlOf = (article: DemoArticle): string => origins[article.site] + paths[article.site](article);

/** A copy with less than this share of the text is truncated (src/model/article/cluster.ts). */
const truncatedBelow = 0.8;

/** The result of a correct crawl of the last edition, derived from the articles' files. */
export function deriveExpected(): Expected {
  const all = articlesAt(lastEdition);
  const articles = all.map((article) => expectedOf(article, all));
  return {
    articles: [...articles, ...twins.map(({ path, of }) => twinOf(path, of, articles))],
    media: all.flatMap(expectedMedia),
    edits: all.flatMap(editsOf),
    failures: [
      { url: harbourOrigin + special.broken, reason: 'layout-changed' },
      { url: harbourOrigin + special.hung, reason: 'timed-out' },
    ],
    drops: [
      { url: harbourOrigin + special.gone, reason: 'gone' },
      { url: harbourOrigin + special.forbidden, reason: 'robots' },
    ],
    redirects: [{ url: harbourOrigin + special.moved, to: harbourOrigin + movedTo }],
  };
}

function expectedOf(article: DemoArticle, all: readonly DemoArticle[]): ExpectedArticle {
  const original = all.find(({ site, slug }) => `${site}/${slug}` === article.copyOf);
  return {
    url: urlOf(article),
    status: original !== undefined ? 'duplicate' : article.topic === null ? 'off-topic' : 'published',
    of: original === undefined ? null : urlOf(original),
    relation: original === undefined ? null : relationOf(article, original),
    topic: article.topic,
    edition: article.edition,
    lang: article.lang,
    title: article.title,
    author: article.author,
    publishedAt: article.publishedAt,
  };
}

function relationOf(copy: DemoArticle, original: DemoArticle): ExpectedArticle['relation'] {
  const length = ({ paragraphs }: DemoArticle) => paragraphs.join('\n\n').length;
  if (length(copy) < length(original) * truncatedBelow) return 'truncated';
  return copy.site === original.site ? 'same' : 'syndicated';
}

function twinOf(path: string, of: string, articles: readonly ExpectedArticle[]): ExpectedArticle {
  const original = articles.find(({ url }) => url === harbourOrigin + of);
  if (original === undefined) throw new Error(`no article at ${of}, of which ${path} is a twin`);
  return { ...original, url: harbourOrigin + path, status: 'twin', of: original.url, relation: 'same' };
}

function expectedMedia(article: DemoArticle): readonly ExpectedMedia[] {
  if (article.video === null) return [];
  const medium =
    article.site === 'northlight'
      ? { path: northlightVideo, delivery: 'progressive' as const }
      : mediaOf[article.video];
  return [
    {
      page: urlOf(article),
      url: origins[article.site] + medium.path,
      delivery: medium.delivery,
      needsClick: article.video === 'hls-on-click',
    },
  ];
}

function editsOf(article: DemoArticle): Expected['edits'] {
  const texts = Array.from({ length: lastEdition + 1 }, (_, edition) => {
    const then = articlesAt(edition).find(({ site, slug }) => site === article.site && slug === article.slug);
    return then?.paragraphs.join('\n\n');
  });
  return texts.flatMap((text, edition) => {
    const before = texts[edition - 1];
    return before !== undefined && before !== text ? [{ url: urlOf(article), edition }] : [];
  });
}

/** `npm run demo:expected` writes expected.json; a test only compares. */
if (import.meta.main)
  writeFileSync(new URL('./expected.json', import.meta.url), `${JSON.stringify(deriveExpected(), null, 2)}\n`);
