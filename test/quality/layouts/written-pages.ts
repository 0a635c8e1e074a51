import type { PageType } from '../../../src/model/article/draft.ts';
import { type Snapshot, snapshotOfSource } from '../../../src/model/page/snapshot.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import { decodeHtml } from '../../../src/stages/fetch/http/decode.ts';
import { findMedia } from '../../../src/stages/media/find/find.ts';
import { type Article, type Language, linesOf, readArticles } from './article.ts';
import { shownAge, shownDate } from './dates.ts';
import { type ServedPage, serve } from './encode.ts';
import { type Furniture, readFurniture } from './furniture.ts';
import type { Layout, Scene } from './layout.ts';
import { plan } from './plan.ts';

/** The expected result of a page. */
export interface WrittenGold {
  readonly title: string;
  /** Empty: the page names nobody. */
  readonly authors: readonly string[];
  /** ISO 8601 day; null: the page shows none. */
  readonly date: string | null;
  readonly body: readonly string[];
  /** Standfirst: a result may have it before the body. */
  readonly lead: string;
}

/** A generated page: an article in a layout. */
export interface WrittenPage {
  readonly name: string;
  readonly lang: Language;
  readonly layout: string;
  readonly article: string;
  /** As the server sends it. */
  readonly served: ServedPage;
  readonly snapshot: Snapshot;
  readonly pageType: PageType;
  /** Null: the page is no article. */
  readonly gold: WrittenGold | null;
}

const hourMs = 3_600_000;

/** All pages of the plan, with the gold from the articles' files. @throws Error if the plan names an unknown article */
export function writtenPages(): WrittenPage[] {
  const articles = readArticles();
  const furniture = new Map<Language, Furniture>();
  const siteOf = (lang: Language): Furniture => {
    const site = furniture.get(lang) ?? readFurniture(lang);
    furniture.set(lang, site);
    return site;
  };
  return plan.flatMap(({ layout, articles: ids, encoding = 'utf-8' }) =>
    ids.map((id) => {
      const article = articles.get(id);
      if (article === undefined) throw new Error(`plan.ts names ${id}: there is no articles/${id}.json`);
      const scene = sceneOf(layout, article, siteOf(article.lang));
      return pageOf(layout, scene, serve(layout.render(scene), encoding));
    }),
  );
}

function sceneOf(layout: Layout, whole: Article, site: Furniture): Scene {
  const article = { ...whole, parts: [...(layout.selectParts?.(whole.parts) ?? whole.parts)] };
  const host = `${layout.name}-${article.lang}.example`;
  const { lang, published, modified } = article;
  return {
    article,
    site,
    host,
    url: `https://${host}${layout.path(article)}`,
    published: (style) => shownDate(published, lang, style),
    modified: (style) => (modified === null ? null : shownDate(modified, lang, style)),
    today: (style) => shownDate(localTime(takenAt(layout, article), published.slice(19)), lang, style),
    age: shownAge(hoursUntilRead(layout), lang),
  };
}

const takenAt = (layout: Layout, { published }: Article): Date =>
  new Date(Date.parse(published) + hoursUntilRead(layout) * hourMs);

/** @param offset +02:00 */
const localTime = (moment: Date, offset: string): string =>
  new Date(moment.getTime() + Number(offset.slice(0, 3)) * hourMs).toISOString();

const hoursUntilRead = ({ readAfterHours = 26 }: Layout): number => readAfterHours;

function pageOf(layout: Layout, { article, url }: Scene, sent: ServedPage): WrittenPage {
  const { html } = decodeHtml(sent.bytes, sent.headers);
  const address = canonicalUrl(url);
  const { items: media } = findMedia({ html, finalUrl: address, network: [] });
  const snapshot = snapshotOfSource(
    { url: address, html, takenAt: takenAt(layout, article) },
    { headers: sent.headers, media },
  );
  const hiddenFields = new Set(layout.hiddenFields ?? []);
  return {
    name: `${layout.name}/${article.id}`,
    lang: article.lang,
    layout: layout.name,
    article: article.id,
    served: sent,
    snapshot,
    pageType: layout.pageType,
    gold: layout.isNoArticle
      ? null
      : {
          title: article.title,
          authors: hiddenFields.has('authors') ? [] : article.authors,
          date: hiddenFields.has('date') ? null : article.published.slice(0, 10),
          body: article.parts.flatMap(linesOf),
          lead: article.lead,
        },
  };
}
