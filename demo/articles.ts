import { readdirSync, readFileSync } from 'node:fs';

export type DemoSiteName = 'harbour' | 'binhai' | 'northlight';
export type DemoVideo = 'mp4' | 'hls' | 'dash' | 'hls-on-click';

/** One article file (`articles/<site>/<slug>.md`) as of one edition. */
export interface DemoArticle {
  readonly site: DemoSiteName;
  readonly slug: string;
  readonly title: string;
  readonly author: string;
  /** ISO 8601 with offset. */
  readonly publishedAt: string;
  /** The time of the edition that last edited it, else `publishedAt`. */
  readonly modifiedAt: string;
  readonly section: string;
  readonly lang: 'en' | 'zh';
  readonly tags: readonly string[];
  readonly summary: string;
  /** File in `media/images`, or null. */
  readonly image: string | null;
  readonly video: DemoVideo | null;
  /** The first edition that has it. */
  readonly edition: number;
  /** Name of its topic (topics.json); null: off topic. */
  readonly topic: string | null;
  /** `site/slug` of the article whose paragraphs it copies, or null. */
  readonly copyOf: string | null;
  readonly paragraphs: readonly string[];
}

interface ArticleFile {
  readonly site: DemoSiteName;
  readonly slug: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly paragraphs: readonly string[];
}

const folder = new URL('./articles/', import.meta.url);
const siteNames: readonly DemoSiteName[] = ['harbour', 'binhai', 'northlight'];
const files: ReadonlyMap<string, ArticleFile> = new Map(
  siteNames.flatMap((site) =>
    readdirSync(new URL(`${site}/`, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => [`${site}/${name.slice(0, -3)}`, parseFile(site, name)]),
  ),
);

/** After this edition nothing changes any more. */
export const lastEdition: number = Math.max(
  ...[...files.values()].flatMap(({ fields }) => [
    Number(fields.edition ?? 0),
    ...changesOf(fields).map((c) => c.edition),
  ]),
);

/** Editions come out every six hours from this morning on: fixed, so that every run of the demo serves the same bytes. */
export const editionTime = (edition: number): Date => new Date(Date.UTC(2026, 10, 18, 6) + edition * 6 * 3_600_000);

/** All articles that are out in this edition, newest first. */
export function articlesAt(edition: number): readonly DemoArticle[] {
  const out = [...files.values()].filter(({ fields }) => Number(fields.edition ?? 0) <= edition);
  return out
    .map((file) => articleAt(file, edition))
    .sort((a, b) => Date.parse(b.publishedAt) - Date.parse(a.publishedAt) || (a.slug < b.slug ? -1 : 1));
}

function articleAt(file: ArticleFile, edition: number): DemoArticle {
  const { site, slug, fields } = file;
  const changes = changesOf(fields).filter((change) => change.edition <= edition);
  const last = changes.at(-1);
  const body = file.paragraphs.flatMap(copied);
  const topic = needed(file, 'topic');
  return {
    site,
    slug,
    title: needed(file, 'title'),
    author: needed(file, 'author'),
    publishedAt: needed(file, 'date'),
    modifiedAt: last === undefined ? needed(file, 'date') : editionTime(last.edition).toISOString(),
    section: needed(file, 'section'),
    lang: site === 'binhai' || fields.lang === 'zh' ? 'zh' : 'en',
    tags: (fields.tags ?? '').split(',').map((tag) => tag.trim()),
    summary: changes.reduce((text, change) => change.edit(text), fields.summary ?? ''),
    image: fields.image ?? null,
    video: (fields.video as DemoVideo | undefined) ?? null,
    edition: Number(fields.edition ?? 0),
    topic: topic === 'none' ? null : topic,
    copyOf: file.paragraphs.flatMap((line) => copyLine.exec(line)?.[1] ?? [])[0] ?? null,
    paragraphs: changes.reduce<readonly string[]>((text, change) => [...text.map(change.edit), ...change.added], body),
  };
}

interface Change {
  readonly edition: number;
  readonly edit: (text: string) => string;
  readonly added: readonly string[];
}

/** Fields `edit <edition>: old => new` and `append <edition>: paragraph`, in the order of the editions. */
function changesOf(fields: Readonly<Record<string, string>>): readonly Change[] {
  return Object.entries(fields)
    .flatMap(([name, value]): Change[] => {
      const [, verb, edition] = /^(edit|append) (\d+)$/.exec(name) ?? [];
      if (edition === undefined) return [];
      if (verb === 'append') return [{ edition: Number(edition), edit: (text) => text, added: [value] }];
      const [from = '', to = ''] = value.split(' => ');
      return [{ edition: Number(edition), edit: (text) => text.replace(from, to), added: [] }];
    })
    .sort((a, b) => a.edition - b.edition);
}

const copyLine = /^@copy (\S+) (\d+)-(\d+)$/;

/** A line `@copy site/slug 2-4` stands for these paragraphs of that file, as they were first published. */
function copied(paragraph: string): readonly string[] {
  const [, source, from, to] = copyLine.exec(paragraph) ?? [];
  if (source === undefined) return [paragraph];
  const file = files.get(source);
  if (file === undefined || Number(to) > file.paragraphs.length) throw new Error(`nothing to copy: ${paragraph}`);
  return file.paragraphs.slice(Number(from) - 1, Number(to));
}

function needed({ site, slug, fields }: ArticleFile, name: string): string {
  const value = fields[name];
  if (value === undefined) throw new Error(`demo/articles/${site}/${slug}.md has no line "${name}: …" at its top`);
  return value;
}

function parseFile(site: DemoSiteName, name: string): ArticleFile {
  const [head = '', ...paragraphs] = readFileSync(new URL(`${site}/${name}`, folder), 'utf8')
    .trim()
    .split(/\n\n+/);
  const fields = head.split('\n').map((line) => {
    const colon = line.indexOf(': ');
    return [line.slice(0, colon), line.slice(colon + 2)] as const;
  });
  return { site, slug: name.slice(0, -3), fields: Object.fromEntries(fields), paragraphs };
}
