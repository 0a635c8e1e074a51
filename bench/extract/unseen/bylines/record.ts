// Renders the articles in the themes of real software, below a folder that git ignores: what third parties wrote is not kept in the project.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { MissingTool } from '../../../sites/builders/workshop.ts';
import { siteOrigin } from '../../../sites/record.ts';
import { type BylineArticle, makeArticles, type Shell, type Truth } from './articles.ts';
import { problemsOf } from './self-check.ts';
import { withSurroundings } from './surroundings.ts';
import type { RenderedPage, System } from './systems/system.ts';

export interface BylinePage {
  readonly shell: string;
  readonly url: string;
  readonly html: string;
  readonly truth: Truth;
  readonly axes: Readonly<Record<string, string>>;
}

export interface Rendered {
  readonly pages: readonly BylinePage[];
  /** Why there are none; null where there are. */
  readonly missing: string | null;
}

const pagesPerShell = 8;
const origin = 'https://paper.example';

/** The pages of a shell: those of an earlier run where nothing that they depend on has changed. */
export async function pagesOf(cache: string, system: System, shell: Shell): Promise<Rendered> {
  const seed = [...shell.name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
  const articles = makeArticles(shell, pagesPerShell, seed);
  const file = join(cache, 'recorded', `${shell.name}-${await hashOf(system, articles)}.jsonl.gz`);
  try {
    const rendered = existsSync(file) ? await readPages(file) : await render(cache, file, { system, shell, articles });
    return { pages: decorate(shell, articles, rendered, seed), missing: null };
  } catch (error) {
    if (error instanceof MissingTool) return { pages: [], missing: error.message };
    throw new Error(`${shell.name} does not come out right`, { cause: error });
  }
}

/** What a recording depends on: what the software is given, and how. */
export async function hashOf(system: System, articles: readonly BylineArticle[]): Promise<string> {
  const source = await readFile(new URL(system.file), 'utf8');
  const given = articles.map(({ truth: _, axes: __, ...article }) => article);
  return createHash('sha256').update(source).update(JSON.stringify(given)).digest('hex').slice(0, 12);
}

interface Work {
  readonly system: System;
  readonly shell: Shell;
  readonly articles: readonly BylineArticle[];
}

async function render(cache: string, file: string, { system, shell, articles }: Work): Promise<RenderedPage[]> {
  const folder = join(cache, 'build', system.name);
  await mkdir(folder, { recursive: true });
  const pages = await system.render(folder, shell, articles);
  await mkdir(join(cache, 'recorded'), { recursive: true });
  await writeFile(file, gzipSync(pages.map((page) => `${JSON.stringify(page)}\n`).join('')));
  return pages;
}

async function readPages(file: string): Promise<RenderedPage[]> {
  const text = gunzipSync(await readFile(file)).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** The pages with what stands around them, and their truth. Throws where a page does not show what the truth says. */
function decorate(
  shell: Shell,
  articles: readonly BylineArticle[],
  rendered: readonly RenderedPage[],
  seed: number,
): BylinePage[] {
  const pages = articles.map(({ slug, truth, axes }, at) => {
    const page = rendered.find((each) => each.slug === slug);
    if (page === undefined) throw new Error(`${shell.name} gave no page of ${slug}`);
    const { html, kind } = withSurroundings(page.html.replaceAll(siteOrigin, origin), shell, seed + at);
    return { shell: shell.name, url: origin + page.path, html, truth, axes: { ...axes, around: kind } };
  });
  const problems = pages.flatMap((page) => problemsOf(page));
  if (problems.length > 0) throw new Error(`what its pages lack:\n  ${problems.slice(0, 12).join('\n  ')}`);
  return pages;
}
