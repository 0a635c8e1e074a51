import type { PageType } from '../../../src/model/article/draft.ts';
import type { Article, Part } from './article.ts';
import type { DateStyle } from './dates.ts';
import type { Furniture } from './furniture.ts';

/** All that a template writes a page from. */
export interface Scene {
  /** Its parts are those that the page shows. */
  readonly article: Article;
  readonly site: Furniture;
  readonly host: string;
  readonly url: string;
  /** The day of publication, as words; `modified` where the article was. */
  readonly published: (style: DateStyle) => string;
  readonly modified: (style: DateStyle) => string | null;
  /** The day on which the page was taken, as papers print it beside their name. */
  readonly today: (style: DateStyle) => string;
  /** "3 hours ago", counted to the moment at which the page was taken. */
  readonly age: string;
}

/** How a kind of site writes its pages. */
export interface Layout {
  readonly name: string;
  readonly pageType: PageType;
  readonly render: (scene: Scene) => string;
  /** Path of the page's address. */
  readonly path: (article: Article) => string;
  /** Hours between publication and the fetch; 26 unless told. */
  readonly readAfterHours?: number;
  /** The parts that the page shows; all unless told. */
  readonly shows?: (parts: readonly Part[]) => readonly Part[];
  /** Fields that the page doesn't tell: right is then nothing. */
  readonly withholds?: readonly ('authors' | 'date')[];
  /** The page is no article: it has no gold but its type. */
  readonly isNoArticle?: boolean;
}

/** `/2026/03/02/slug/`. */
export const datedPath = ({ published, id }: Article): string =>
  `/${published.slice(0, 10).replaceAll('-', '/')}/${id}/`;

/** An address that says nothing: a number made of the id. */
export const numberOf = ({ id }: Article): number =>
  [...id].reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % 9_000_000, 7) + 1_000_000;

/** A slug of the English kind, without the date. */
export const namedPath =
  (section: string) =>
  (article: Article): string =>
    `/${section}/${article.id}-${numberOf(article)}.html`;
