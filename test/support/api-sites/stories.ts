import { type Chance, chanceOf, hexOf } from './chance.ts';
import type { Language } from './words/language.ts';

/** A piece of a paragraph. */
export interface TextRun {
  readonly text: string;
  readonly mark: 'plain' | 'emphasis' | 'strong' | 'link';
}

export interface StoryBlock {
  readonly kind: 'paragraph' | 'heading' | 'quote';
  readonly runs: readonly TextRun[];
}

export interface Author {
  readonly id: string;
  readonly name: string;
}

/** An article as the site's editors have it; the ground truth is made of it. */
export interface SiteStory {
  readonly index: number;
  readonly id: number;
  /** 32 hex digits that no address shows. */
  readonly uid: string;
  readonly slug: string;
  readonly section: readonly [path: string, label: string];
  readonly title: string;
  readonly teaser: string;
  readonly authors: readonly Author[];
  readonly publishedAt: Date;
  readonly modifiedAt: Date | null;
  readonly image: { readonly path: string; readonly caption: string } | null;
  readonly blocks: readonly StoryBlock[];
}

export interface StoriesPlan {
  readonly key: string;
  readonly language: Language;
  readonly sections: Language['sections'];
  readonly pages: number;
  /** Share of stories with a lead image, 0 to 1. */
  readonly imageShare: number;
  /** At most this many authors of one story. */
  readonly maxAuthors: number;
  readonly nativeSlugs: boolean;
  /** Paragraphs of the shortest and the longest story. */
  readonly paragraphs: readonly [least: number, greatest: number];
}

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** The oldest story's day; stories are some hours apart. */
const firstDay = Date.UTC(2025, 0, 13);
const slugWords =
  'amber birch canal delta ember fjord grove haven inlet jetty knoll ledge maple north ocean pearl quay ridge stone tower urban vale wharf yield zenith'.split(
    ' ',
  );

/** All stories of a site, oldest first; titles, ids and slugs are unique. @throws RangeError where the language has too few titles */
export function storiesOf(plan: StoriesPlan): readonly SiteStory[] {
  const chance = chanceOf(`${plan.key}/stories`);
  const authors = plan.language.people.map((name, index) => ({ id: `${index + 11}`, name }));
  const titles = new Set<string>();
  let id = 10_000 + chance.below(800_000);
  return Array.from({ length: plan.pages }, (_, index) => {
    id += 1 + chance.below(90);
    return storyAt({ plan, chance, index, id, authors, title: newTitle(plan.language, chance, titles) });
  });
}

interface StoryStart {
  readonly plan: StoriesPlan;
  readonly chance: Chance;
  readonly index: number;
  readonly id: number;
  readonly authors: readonly Author[];
  readonly title: string;
}

function storyAt({ plan, chance, index, id, authors, title }: StoryStart): SiteStory {
  const { language } = plan;
  const blocks = blocksOf(plan, chance);
  // between 5 and 19 o'clock UTC: the day is the same in all time zones that pages use
  const publishedAt = new Date(firstDay + Math.floor(index * 0.8) * dayMs + (5 + 14 * chance.next()) * hourMs);
  publishedAt.setUTCMilliseconds(0);
  const modifiedAt = chance.happens(0.5) ? new Date(publishedAt.getTime() + 1_000 * (600 + chance.below(7_000))) : null;
  const first = chance.below(authors.length);
  const count = 1 + chance.below(plan.maxAuthors);
  return {
    index,
    id,
    uid: hexOf(chance, 32),
    slug: slugOf(plan, chance, index, title),
    section: chance.pick(plan.sections),
    title,
    teaser: `${textOf(blocks[0]).slice(0, 90)}…`,
    authors: Array.from({ length: count }, (_, at) => authors[(first + at * 5) % authors.length]).filter(
      (author) => author !== undefined,
    ),
    publishedAt,
    modifiedAt,
    image: chance.happens(plan.imageShare) ? { path: `/media/${id}.svg`, caption: language.photo } : null,
    blocks,
  };
}

function slugOf({ nativeSlugs }: StoriesPlan, chance: Chance, index: number, title: string): string {
  const end = `${index + 2}${chance.pick('abcdefgh'.split(''))}`;
  const words = [chance.pick(slugWords), chance.pick(slugWords), chance.pick(slugWords)];
  return nativeSlugs ? `${title.replaceAll(/[\p{P}\d]/gu, '').slice(0, 8)}-${end}` : `${words.join('-')}-${end}`;
}

function newTitle(language: Language, chance: Chance, titles: Set<string>): string {
  for (let attempt = 0; attempt < 1_000; attempt++) {
    const title = capitalised(filled(chance.pick(language.titles), language, chance));
    if (titles.has(title)) continue;
    titles.add(title);
    return title;
  }
  throw new RangeError(`${language.code} has no further title: ask for fewer pages`);
}

function blocksOf({ language, paragraphs: [least, greatest] }: StoriesPlan, chance: Chance): readonly StoryBlock[] {
  const count = least + chance.below(greatest - least + 1);
  const hasHeadings = count >= 6 && chance.happens(0.6);
  return Array.from({ length: count }, (_, index): readonly StoryBlock[] => {
    const paragraph: StoryBlock = { kind: 'paragraph', runs: runsOf(language, chance) };
    const before: StoryBlock[] = [];
    if (hasHeadings && index > 0 && index % 4 === 0) before.push(plainBlock('heading', chance.pick(language.headings)));
    if (index > 1 && chance.happens(0.12)) before.push(plainBlock('quote', chance.pick(language.quotes)));
    return [...before, paragraph];
  }).flat();
}

const plainBlock = (kind: StoryBlock['kind'], text: string): StoryBlock => ({ kind, runs: [{ text, mark: 'plain' }] });

function runsOf(language: Language, chance: Chance): readonly TextRun[] {
  const sentences = Array.from({ length: 2 + chance.below(4) }, () =>
    capitalised(filled(chance.pick(language.sentences), language, chance)),
  );
  const text = sentences.join(language.gap);
  if (!chance.happens(0.35)) return [{ text, mark: 'plain' }];
  // a marked piece inside of the paragraph; in languages with spaces it is made of whole words
  const words = language.gap === '' ? [...text] : text.split(/(?<= )/);
  const start = 2 + chance.below(Math.max(1, words.length - 8));
  const end = start + 2 + chance.below(3);
  const mark = chance.pick(['emphasis', 'strong', 'link'] as const);
  const inner = words.slice(start, end).join('');
  const space = /\s*$/.exec(inner)?.[0] ?? '';
  return [
    { text: words.slice(0, start).join(''), mark: 'plain' as const },
    { text: inner.trimEnd(), mark },
    { text: space + words.slice(end).join(''), mark: 'plain' as const },
  ].filter((run) => run.text !== '');
}

function filled(pattern: string, language: Language, chance: Chance): string {
  return pattern.replaceAll(/\{(\w)\}/g, (_, slot: string) => {
    const lists: Readonly<Record<string, readonly string[]>> = {
      s: language.subjects,
      v: language.verbs,
      o: language.objects,
      p: language.places,
      t: language.times,
      w: language.people,
    };
    return slot === 'n' ? String(12 + chance.below(900)) : chance.pick(lists[slot] ?? []);
  });
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const textOf = (block: StoryBlock | undefined): string => (block?.runs ?? []).map(({ text }) => text).join('');

/** Plain text; blank lines separate paragraphs. */
export const bodyText = (blocks: readonly StoryBlock[]): string => blocks.map(textOf).join('\n\n');
