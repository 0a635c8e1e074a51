import { type Snapshot, snapshotOfSource } from '../../../../src/model/page/snapshot.ts';
import { canonicalUrl } from '../../../../src/model/web/canonical-url.ts';
import { type Article, linesOf, readArticles } from '../article.ts';
import { readFurniture } from '../furniture.ts';
import { easilyLost } from './easily-lost.ts';
import { flatCopies } from './flat-copies.ts';
import { hiddenText } from './hidden-text.ts';
import type { Kind, KindLayout, KindScene } from './kind.ts';
import { severalPosts } from './several-posts.ts';
import { tablesAndDoubt } from './tables.ts';
import { teaserBoxes } from './teasers.ts';
import { plainFrame, themes } from './themes.ts';

export interface KindPage {
  readonly name: string;
  readonly kind: string;
  readonly lang: string;
  readonly isUnseen: boolean;
  readonly snapshot: Snapshot;
  readonly gold: { readonly lead: string; readonly body: readonly string[] };
}

const kinds: readonly Kind[] = [flatCopies, severalPosts, hiddenText, teaserBoxes, tablesAndDoubt, easilyLost];
const dayMs = 86_400_000;

/** All pages of all kinds, the theme changing from page to page. @throws Error if a layout names an unknown article */
export function kindPages(): KindPage[] {
  const articles = readArticles();
  return kinds.flatMap((kind, kindAt) =>
    kind.layouts.flatMap((layout, layoutAt) =>
      layout.articles.map((id, at) => {
        const article = articles.get(id);
        if (article === undefined) throw new Error(`${layout.name} names ${id}: there is no articles/${id}.json`);
        const theme = themes[(kindAt + layoutAt + 2 * at) % themes.length] ?? themes[0];
        return pageOf(kind, layout, sceneOf(article, [...articles.values()], theme as KindScene['theme']));
      }),
    ),
  );
}

function sceneOf(article: Article, all: readonly Article[], theme: KindScene['theme']): KindScene {
  const others = all.filter(({ lang, id }) => lang === article.lang && id !== article.id);
  return { article, others, site: readFurniture(article.lang), theme };
}

function pageOf(kind: Kind, layout: KindLayout, scene: KindScene): KindPage {
  const { article, site, theme } = scene;
  const html = theme(article, site, { ...plainFrame(article), ...layout.frame(scene) });
  const url = canonicalUrl(`https://${layout.name}-${article.lang}.example/2026/${article.id}.html`);
  return {
    name: `${layout.name}/${article.id}`,
    kind: kind.name,
    lang: article.lang,
    isUnseen: layout.isUnseen === true,
    snapshot: snapshotOfSource({ url, html, takenAt: new Date(Date.parse(article.published) + dayMs) }),
    gold: { lead: article.lead, body: layout.goldOf?.(scene) ?? article.parts.flatMap(linesOf) },
  };
}
