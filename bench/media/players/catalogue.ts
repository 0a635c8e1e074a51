import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PlayerPage } from './player-page.ts';
import { sealedPages } from './sealed-pages.ts';

export interface NamedPage {
  /** The name of its file. */
  readonly id: string;
  readonly page: PlayerPage;
  readonly isSealed: boolean;
}

export const parts = ['open', 'sealed', 'all'] as const;
export type Part = (typeof parts)[number];

/** The pages, by kind and name: `pages/KIND/NAME.ts`. */
export async function loadPages(part: Part): Promise<readonly NamedPage[]> {
  const folder = join(import.meta.dirname, 'pages');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const pages = await Promise.all(files.toSorted().map((name) => loadPage(join(folder, name))));
  const unknown = sealedPages.filter((id) => !pages.some((page) => page.id === id));
  if (unknown.length > 0) throw new Error(`sealed-pages.ts names ${unknown.length} pages that do not exist`);
  return pages.filter(({ isSealed }) => part === 'all' || isSealed === (part === 'sealed'));
}

async function loadPage(file: string): Promise<NamedPage> {
  const { default: page } = (await import(pathToFileURL(file).href)) as { default: PlayerPage };
  const id = basename(file, '.ts');
  if (page.kind !== basename(dirname(file))) throw new Error(`${id} is in the folder of another kind`);
  return { id, page, isSealed: sealedPages.includes(id) };
}
