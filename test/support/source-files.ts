import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One module of src/, as the architecture test sees it. Paths are relative to the project, with forward slashes. */
export interface SourceFile {
  readonly path: string;
  /** Without comments, quoted text and the text of templates; what a template evaluates (`${…}`) stays. */
  readonly code: string;
  readonly lines: number;
  /** Project files that it imports, also for types only and dynamically. */
  readonly imports: readonly string[];
  /** Those of them that it imports for types only. */
  readonly types: readonly string[];
  /** Packages and Node's own modules. */
  readonly packages: readonly string[];
}

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** Statements begin a line; `import('…')` may stand anywhere. Biome keeps both in this shape. */
const statement = /^(?:import|export)\s(?:[^;'"`]*?\sfrom\s+)?'([^']+)'/gm;
const forTypes = /^import type\s(?:[^;'"`]*?\sfrom\s+)'([^']+)'/gm;
const dynamic = /\bimport\(\s*'([^']+)'/g;
const commentsAndText = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;

export function sourceFiles(folder: string): SourceFile[] {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  const files = names
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => posix.join(folder, name.split(sep).join('/')));
  return files.sort().map((path) => sourceFile(path, readFileSync(join(root, path), 'utf8')));
}

const codeOf = (text: string): string =>
  text.replace(commentsAndText, (match) => (match.startsWith('`') ? ` ${evaluatedIn(match)} ` : ' '));

/** The expressions of a template; of nested templates, those of the outer one. */
const evaluatedIn = (template: string): string =>
  [...template.matchAll(/(?<!\\)\$\{([^{}]*)\}/g)].map(([, expression = '']) => codeOf(expression)).join(';');

export function sourceFile(path: string, text: string): SourceFile {
  // Templates may hold whole programs (`newshawk init`): their imports are not ours.
  const withoutTemplates = text.replace(/\/\*[\s\S]*?\*\/|`(?:\\.|[^`\\])*`/g, ' ');
  const found = [...withoutTemplates.matchAll(statement), ...withoutTemplates.matchAll(dynamic)].map(
    ([, name]) => name ?? '',
  );
  const types = [...withoutTemplates.matchAll(forTypes)].map(([, name]) => name ?? '');
  const isOwn = (name: string): boolean => name.startsWith('.');
  return {
    path,
    code: codeOf(text),
    lines: text.split('\n').length - 1,
    imports: found.filter(isOwn).map((name) => posix.join(posix.dirname(path), name)),
    types: types.filter(isOwn).map((name) => posix.join(posix.dirname(path), name)),
    packages: found.filter((name) => !isOwn(name)),
  };
}

/** Import cycles, each as the chain of files that leads back to its start; empty: none. */
export function importCycles(files: readonly SourceFile[]): string[][] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const finished = new Set<string>();
  const cycles: string[][] = [];
  const walk = (path: string, chain: readonly string[]): void => {
    const start = chain.indexOf(path);
    if (start >= 0) cycles.push([...chain.slice(start), path]);
    if (start >= 0 || finished.has(path)) return;
    for (const next of byPath.get(path)?.imports ?? []) walk(next, [...chain, path]);
    finished.add(path);
  };
  for (const { path } of files) walk(path, []);
  return cycles;
}

export const projectFile = (path: string): string => readFileSync(join(root, path), 'utf8');
