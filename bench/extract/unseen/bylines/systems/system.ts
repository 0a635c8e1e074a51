import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BylineArticle, Shell } from '../articles.ts';

/** Software with one or more themes: all are rendered below one folder, where its packages are installed once. */
export interface System {
  /** The file that renders it, as an address: when it changes, its pages are rendered again. */
  readonly file: string;
  readonly name: string;
  readonly shells: readonly Shell[];
  /** Renders the articles of one shell. Throws {@link MissingTool} where this machine lacks what it needs. */
  render(folder: string, shell: Shell, articles: readonly BylineArticle[]): Promise<RenderedPage[]>;
}

export interface RenderedPage {
  readonly slug: string;
  /** Below the site's root. */
  readonly path: string;
  readonly html: string;
}

/** The page of each article, from the folder that the software wrote. */
export const pagesIn = (
  folder: string,
  articles: readonly BylineArticle[],
  fileOf: (article: BylineArticle) => string,
): Promise<RenderedPage[]> =>
  Promise.all(
    articles.map(async (article) => {
      const file = fileOf(article);
      const html = await readFile(join(folder, file), 'utf8');
      return { slug: article.slug, path: `/${file.replace(/(^|\/)index\.html$/, '$1')}`, html };
    }),
  );

/** A front matter of YAML, whose values are JSON, which YAML reads too. Values that are null or empty lists are left out. */
export const frontMatter = (values: Readonly<Record<string, unknown>>): string =>
  `---\n${Object.entries(values)
    .filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
    .join('')}---\n\n`;
