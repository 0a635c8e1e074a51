import type { TopicText } from '../../src/model/topic/topic.ts';

/** Words of three themes; texts of one share most of them, and some of everybody's. */
const themes = {
  sea: 'harbour ship quay pilot tide cargo crane vessel anchor dock ferry captain crew port buoy sail',
  garden: 'rose soil seed tomato compost pruning lawn hedge tulip greenhouse watering bulb spade orchard herb fern',
  music: 'choir song violin concert rehearsal melody orchestra piano tenor audience score drum chorus flute stage tune',
} as const;
const common =
  'people week town plan money place morning report street family question problem council winter letter table';

export type Theme = keyof typeof themes;

/** Texts of a theme, different with each number: 14 of its words and 10 of everybody's. */
export function themeText(theme: Theme, number: number): TopicText {
  const pick = (words: string, count: number, salt: number): string[] => {
    const list = words.split(' ');
    return Array.from(
      { length: count },
      (_, at) => list[(number * (salt + 2) + at * at + 3 * at * (salt + 1)) % list.length] ?? '',
    );
  };
  const [own, shared] = [pick(themes[theme], 14, number % 5), pick(common, 10, number % 7)];
  return {
    title: `${own[0]} and ${shared[0]} number${number}`,
    body: own.map((word, at) => `The ${word} ${shared[at % shared.length]}.`).join(' '),
    lang: 'en',
  };
}

/** A stream with this number of texts per theme, mixed. */
export function themeStream(
  counts: Readonly<Record<Theme, number>>,
): { readonly theme: Theme; readonly text: TopicText }[] {
  const all = (Object.entries(counts) as [Theme, number][]).flatMap(([theme, count]) =>
    Array.from({ length: count }, (_, at) => ({ theme, text: themeText(theme, 100 + at), place: (at + 0.5) / count })),
  );
  return all.sort((a, b) => a.place - b.place || (a.theme < b.theme ? -1 : 1));
}

export const themeExamples = (theme: Theme, count: number): TopicText[] =>
  Array.from({ length: count }, (_, at) => themeText(theme, at));
