import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';

const text = z.string().min(1);

/** A part of an article. `[words]` is a link and `{漢字|かんじ}` a word with its ruby reading: templates may show both, the gold has only the words. */
const partSchema = z.union([
  text,
  z.strictObject({ heading: text }),
  z.strictObject({ list: z.array(text), ordered: z.boolean().optional() }),
  z.strictObject({ table: z.array(z.array(text)), caption: text.optional() }),
  z.strictObject({ quote: text }),
  z.strictObject({ question: text }),
  z.strictObject({ post: z.array(text), time: text, title: text.optional() }),
  z.strictObject({ card: text, text, facts: z.array(text) }),
  z.strictObject({ slide: text, credit: text }),
]);
export type Part = z.output<typeof partSchema>;

const languages = ['en', 'de', 'zh', 'ja', 'ar'] as const;
export type Language = (typeof languages)[number];

const articleSchema = z.strictObject({
  lang: z.enum(languages),
  title: text,
  /** Standfirst. Extractors may include it in the text or not: both are right. */
  lead: text,
  authors: z.array(text),
  /** One biography per author, for the boxes about them. */
  bios: z.array(text),
  published: z.iso.datetime({ offset: true }),
  modified: z.iso.datetime({ offset: true }).nullable(),
  section: text,
  tags: z.array(text),
  place: text,
  image: z.strictObject({ alt: text, caption: text, credit: text }),
  parts: z.array(partSchema),
  /** "About the company", "Zur Person": a box beside the text. */
  aside: z.strictObject({ title: text, text }).optional(),
});

export interface Article extends z.output<typeof articleSchema> {
  /** Name of its file. */
  readonly id: string;
}

const folder = new URL('./articles/', import.meta.url);

/** All articles by id. @throws ZodError on an invalid file */
export function readArticles(): ReadonlyMap<string, Article> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return new Map(
    files.sort().map((file): [string, Article] => {
      const id = file.replace(/\.json$/, '');
      return [id, { id, ...articleSchema.parse(JSON.parse(readFileSync(new URL(file, folder), 'utf8'))) }];
    }),
  );
}

/** The text without the marks of links and readings. */
export const plain = (marked: string): string =>
  marked.replace(/\[([^\]]+)\]/g, '$1').replace(/\{([^|}]+)\|[^}]*\}/g, '$1');

/** The text of a part, line by line, without times of a live blog and credits of pictures. */
export function linesOf(part: Part): string[] {
  if (typeof part === 'string') return [plain(part)];
  if ('heading' in part) return [part.heading];
  if ('list' in part) return part.list.map(plain);
  if ('table' in part) return part.table.map((row) => row.join(' '));
  if ('quote' in part) return [plain(part.quote)];
  if ('question' in part) return [part.question];
  if ('post' in part) return [...(part.title === undefined ? [] : [part.title]), ...part.post.map(plain)];
  if ('card' in part) return [part.card, plain(part.text), ...part.facts];
  return [plain(part.slide)];
}
