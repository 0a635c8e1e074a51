import type { AddressSample } from './samples.ts';

/** Paths in one expression, at most: those with the most pages below them. */
const maxSections = 60;
const maxDepth = 3;
/** Pages below a section that are probably articles. */
const minPages = 2;

/**
 * Directories that hold articles, as paths: the address of such a directory is a list of them. None that is an article itself: some articles have pages below them
 * (comments, galleries).
 */
export function sectionPaths(samples: readonly AddressSample[]): string[] {
  const pages = new Map<string, number>();
  for (const { address, shares } of samples) {
    if (shares.article < 0.6) continue;
    let path = '';
    for (const { text, kind, words } of address.segments.slice(0, -1).slice(0, maxDepth)) {
      if (kind !== 'name' || words > 3) break;
      path = path === '' ? text : `${path}/${text}`;
      pages.set(path, (pages.get(path) ?? 0) + 1);
    }
  }
  for (const { address, shares } of samples)
    if (shares.article >= 0.5 && address.parameters.length === 0 && address.extension === '')
      pages.delete(address.segments.map(({ text }) => text).join('/'));
  return [...pages]
    .filter(([, count]) => count >= minPages)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, maxSections)
    .map(([path]) => path);
}
