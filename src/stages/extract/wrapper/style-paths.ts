import type { StyleDetail } from '../../../model/wrapper/learned-wrapper.ts';

/** The elements around a page's text, in columns indexed by element. */
export interface StyledElements {
  readonly tags: readonly string[];
  /** -1 for the root. */
  readonly parents: readonly number[];
  /** Class names and id of an element, by `stylesNames`. */
  readonly namesOf: (at: number) => readonly string[];
}

/** A block's place among the elements. */
export interface StyledBlock {
  /** The innermost block element around it. */
  readonly node: number;
  /** The inline element that holds most of its text, or `node`. */
  readonly inner: number;
}

export type StylePaths = Readonly<Record<StyleDetail, string>>;

/** Elements whose style says nothing about the text in them. */
const outerTags = new Set(['html', 'body']);

/**
 * The style paths of blocks: where their text stands in the page, without places among siblings. Names that the site's pages do not share become `*`.
 * @param known names that count; null: all
 */
export function stylePathsOf(
  { tags, parents, namesOf }: StyledElements,
  blocks: readonly StyledBlock[],
  known: ReadonlySet<string> | null,
): StylePaths[] {
  const styles = new Map<number, string>();
  const styleOf = (at: number): string => {
    const cached = styles.get(at);
    if (cached !== undefined) return cached;
    const style = (tags[at] ?? '') + knownNames(namesOf(at), known);
    styles.set(at, style);
    return style;
  };
  const fullPaths = new Map<number, string>();
  const fullPath = (at: number): string => {
    if (at < 0 || outerTags.has(tags[at] ?? '')) return '';
    const cached = fullPaths.get(at);
    if (cached !== undefined) return cached;
    const outer = fullPath(parents[at] ?? -1);
    const path = outer === '' ? styleOf(at) : `${styleOf(at)}<${outer}`;
    fullPaths.set(at, path);
    return path;
  };
  return blocks.map(({ node, inner }) => {
    const inline = inner >= 0 && inner !== node ? `|${styleOf(inner)}` : '';
    const chain: string[] = [];
    for (let at = node; at >= 0 && chain.length < 3 && !outerTags.has(tags[at] ?? ''); at = parents[at] ?? -1)
      chain.push(styleOf(at));
    return {
      two: chain.slice(0, 2).join('<') + inline,
      three: chain.join('<') + inline,
      full: fullPath(node) + inline,
    };
  });
}

function knownNames(names: readonly string[], known: ReadonlySet<string> | null): string {
  if (known === null) return names.join('');
  let text = '';
  let hasOthers = false;
  for (const name of names) {
    if (known.has(name)) text += name;
    else hasOthers = true;
  }
  return hasOthers ? `${text}*` : text;
}

/** Identifies a style within a wrapper. */
export const styleKey = (detail: StyleDetail, path: string, removed: boolean): string =>
  `${detail}${removed ? '-' : '+'}${path}`;
