import type { Article } from '../article.ts';
import type { Furniture } from '../furniture.ts';
import type { Frame, Theme } from './themes.ts';

/** The input of a layout of a kind. */
export interface KindScene {
  readonly article: Article;
  /** Other articles in the same language. */
  readonly others: readonly Article[];
  readonly site: Furniture;
  readonly theme: Theme;
}

/** A layout with one trouble, in a theme that changes from page to page. */
export interface KindLayout {
  readonly name: string;
  /** Nobody reads its pages or their scores: only the total of all such layouts is printed. */
  readonly isUnseen?: boolean;
  /** Ids of articles, one for each page; languages differ. */
  readonly articles: readonly string[];
  readonly frame: (scene: KindScene) => Partial<Frame>;
  /** The lines of the text. Default: all lines of the article. */
  readonly goldOf?: (scene: KindScene) => readonly string[];
}

/** Pages that go wrong in the same way. */
export interface Kind {
  readonly name: string;
  readonly layouts: readonly KindLayout[];
}
