import type { PageType } from '../../../src/model/article/draft.ts';
import type { Article, Part } from './article.ts';
import type { DateStyle } from './dates.ts';
import type { Furniture } from './furniture.ts';

/** The input of a template. */
export interface Scene {
  /** With only the parts that the page shows. */
  readonly article: Article;
  readonly site: Furniture;
  readonly host: string;
  readonly url: string;
  /** The date of publication as text. `modified` is null if the article never was. */
  readonly published: (style: DateStyle) => string;
  readonly modified: (style: DateStyle) => string | null;
  /** The date of the fetch, as newspapers print it beside their name. */
  readonly today: (style: DateStyle) => string;
  /** Time from publication to fetch: "3 hours ago". */
  readonly age: string;
}

/** The pages of one kind of site. */
export interface Layout {
  readonly name: string;
  readonly pageType: PageType;
  readonly render: (scene: Scene) => string;
  /** Path of the page's address. */
  readonly path: (article: Article) => string;
  /** Hours between publication and fetch. Default: 26. */
  readonly readAfterHours?: number;
  /** The parts that the page shows. Default: all. */
  readonly selectParts?: (parts: readonly Part[]) => readonly Part[];
  /** Fields that the page does not show. Their gold is empty. */
  readonly hiddenFields?: readonly ('authors' | 'date')[];
  /** The page is no article: its gold is only its type. */
  readonly isNoArticle?: boolean;
}

/** `/2026/03/02/slug/`. */
export const datedPath = ({ published, id }: Article): string =>
  `/${published.slice(0, 10).replaceAll('-', '/')}/${id}/`;

/** A number made from the id, for addresses without words. */
export const numberOf = ({ id }: Article): number =>
  [...id].reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % 9_000_000, 7) + 1_000_000;

/** `/section/slug-1234567.html`. */
export const namedPath =
  (section: string) =>
  (article: Article): string =>
    `/${section}/${article.id}-${numberOf(article)}.html`;
