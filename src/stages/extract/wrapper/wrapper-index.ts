import {
  type LearnedStyle,
  type LearnedWrapper,
  type StyleDetail,
  styleDetails,
} from '../../../model/wrapper/learned-wrapper.ts';
import { type StylePaths, styleKey } from './style-paths.ts';

/** A wrapper, prepared for look-ups. */
export interface WrapperIndex {
  readonly wrapper: LearnedWrapper;
  readonly names: ReadonlySet<string> | null;
  /** The styles of a block, coarse ones first; unknown ones are left out. */
  stylesOf(paths: StylePaths, isRemoved: boolean): LearnedStyle[];
  readonly recurring: ReadonlySet<string>;
  readonly expressions: readonly { readonly path: string; readonly pattern: RegExp }[];
  /** Whether blocks under this path of three levels were text on a learning page. */
  isTextPath(path: string): boolean;
}

/** Score from which a style holds text. */
const textScore = 0.5;

const indexes = new WeakMap<LearnedWrapper, WrapperIndex>();

/** The index of a wrapper; made once. */
export function indexOf(wrapper: LearnedWrapper): WrapperIndex {
  const cached = indexes.get(wrapper);
  if (cached !== undefined) return cached;
  const index = makeIndex(wrapper);
  indexes.set(wrapper, index);
  return index;
}

function makeIndex(wrapper: LearnedWrapper): WrapperIndex {
  const styles = new Map<string, LearnedStyle>();
  const textPaths = new Set<string>();
  for (const style of wrapper.styles) {
    const { detail, path, removed, score, corrected } = style;
    styles.set(styleKey(detail, path, removed), style);
    if (detail === 'three' && (corrected?.score ?? score) >= textScore) textPaths.add(path);
  }
  return {
    wrapper,
    names: wrapper.names === null ? null : new Set(wrapper.names),
    stylesOf: (paths, isRemoved) =>
      styleDetails.flatMap((detail: StyleDetail) => {
        const style = styles.get(styleKey(detail, paths[detail], isRemoved));
        return style === undefined ? [] : [style];
      }),
    recurring: new Set(wrapper.recurring.map(({ code }) => code)),
    expressions: wrapper.expressions.map(({ path, pattern }) => ({ path, pattern: new RegExp(pattern, 'u') })),
    isTextPath: (path) => textPaths.has(path),
  };
}
