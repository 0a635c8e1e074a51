import type { LinearDocument } from './grams.ts';
import { hash32 } from './grams.ts';

export interface LinearExample extends LinearDocument {
  readonly label: string;
  /** Training weight; default: 1. Examples with weight 0 are left out. */
  readonly weight?: number | undefined;
}

const contentOf = ({ title, text = '' }: LinearExample): string => `${title}\n${text}`;

/** Sorts examples by their content, independent of the input order; leaves out those with weight 0. */
export function orderedExamples(examples: Iterable<LinearExample>): LinearExample[] {
  const keyed = [...examples]
    .filter(({ weight = 1 }) => weight > 0)
    .map((example) => ({ example, content: contentOf(example), hash: hash32(contentOf(example)) }));
  keyed.sort((a, b) => a.hash - b.hash || compare(a.content, b.content) || compare(a.example.label, b.example.label));
  return keyed.map(({ example }) => example);
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/**
 * Assigns ordered examples to folds, stratified by label. Examples with the same text are in the same fold: else the report would be too good.
 * @returns the fold of each example; there are at most `maxFolds` folds, and at most as many as texts of the rarest label (but at least 2)
 */
export function foldsOf(examples: readonly LinearExample[], maxFolds: number): Uint32Array {
  const kinds = new Map<string, number>();
  const firstLabel = new Map<string, string>();
  for (const example of examples) {
    const content = contentOf(example);
    if (firstLabel.has(content)) continue;
    firstLabel.set(content, example.label);
    kinds.set(example.label, (kinds.get(example.label) ?? 0) + 1);
  }
  const folds = Math.max(2, Math.min(maxFolds, ...kinds.values()));
  const dealt = new Map<string, number>();
  const foldOf = new Map<string, number>();
  for (const [content, label] of firstLabel) {
    const before = dealt.get(label) ?? 0;
    foldOf.set(content, before % folds);
    dealt.set(label, before + 1);
  }
  return Uint32Array.from(examples, (example) => foldOf.get(contentOf(example)) ?? 0);
}
