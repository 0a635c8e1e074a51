import type { LinearExample } from '../../../../src/stages/classify/linear/examples.ts';

const subjects = {
  harbour: ['ferry', 'quay', 'crane', 'tide', 'pilot', 'anchor', 'berth', 'cargo'],
  kitchen: ['bread', 'butter', 'oven', 'soup', 'onion', 'recipe', 'dough', 'spoon'],
  stadium: ['goal', 'referee', 'striker', 'penalty', 'league', 'coach', 'match', 'corner'],
} as const;
const openings = ['New look at', 'Why the', 'Report on', 'A day with', 'The end of', 'Questions about'];

/** Headlines that differ in two words per label; every label has the same openings. */
export const headlines: readonly LinearExample[] = Object.entries(subjects).flatMap(([label, nouns]) =>
  nouns.flatMap((noun, at) =>
    openings.map((opening) => ({ label, title: `${opening} ${noun} and ${nouns[(at + 3) % nouns.length]}` })),
  ),
);
