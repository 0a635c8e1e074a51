import type { BodyForm } from './body-form.ts';
import type { Author, SiteStory, StoryBlock } from './stories.ts';

/** Keys and indexes that lead to a value of an answer. */
export type FieldPath = readonly (string | number)[];

export type RecordField = 'title' | 'body' | 'authors' | 'published' | 'modified' | 'teaser' | 'image';
export type DateForm = 'iso' | 'iso-offset' | 'seconds' | 'milliseconds';
export type AuthorForm = 'line' | 'list' | 'objects' | 'first-object';

/** Where and how an answer holds an article. */
export interface RecordPlan {
  /** Where the record stands in the answer. */
  readonly envelope: FieldPath;
  /** From the record. */
  readonly paths: Readonly<Record<RecordField, FieldPath>>;
  readonly body: BodyForm;
  readonly dates: DateForm;
  readonly authors: AuthorForm;
}

/** Field names as editorial systems choose them. */
export const fieldNames: readonly RecordPlan['paths'][] = [
  {
    title: ['title'],
    body: ['body'],
    authors: ['authors'],
    published: ['publishedAt'],
    modified: ['updatedAt'],
    teaser: ['summary'],
    image: ['image'],
  },
  {
    title: ['headline'],
    body: ['content'],
    authors: ['byline'],
    published: ['dates', 'published'],
    modified: ['dates', 'modified'],
    teaser: ['standfirst'],
    image: ['lead', 'src'],
  },
  {
    title: ['headlines', 'basic'],
    body: ['content_elements'],
    authors: ['credits', 'by'],
    published: ['publish_date'],
    modified: ['last_updated_date'],
    teaser: ['description', 'basic'],
    image: ['promo_items', 'basic', 'url'],
  },
  {
    title: ['title', 'rendered'],
    body: ['content', 'rendered'],
    authors: ['_embedded', 'author'],
    published: ['date_gmt'],
    modified: ['modified_gmt'],
    teaser: ['excerpt', 'rendered'],
    image: ['featured_media_url'],
  },
  {
    title: ['hl'],
    body: ['txt'],
    authors: ['au'],
    published: ['ts'],
    modified: ['ts2'],
    teaser: ['ld'],
    image: ['img'],
  },
  {
    title: ['titel'],
    body: ['inhalt', 'text'],
    authors: ['autoren'],
    published: ['datum', 'erstellt'],
    modified: ['datum', 'aktualisiert'],
    teaser: ['vorspann'],
    image: ['bild', 'url'],
  },
  {
    title: ['fields', 'headline'],
    body: ['fields', 'bodyText'],
    authors: ['fields', 'contributors'],
    published: ['webPublicationDate'],
    modified: ['fields', 'lastModified'],
    teaser: ['fields', 'trailText'],
    image: ['fields', 'thumbnail'],
  },
  {
    title: ['attributes', 'title'],
    body: ['attributes', 'field_body', 'processed'],
    authors: ['relationships', 'writers'],
    published: ['attributes', 'created'],
    modified: ['attributes', 'changed'],
    teaser: ['attributes', 'lead'],
    image: ['attributes', 'cover', 'uri'],
  },
];

export const envelopes: readonly FieldPath[] = [
  [],
  ['data'],
  ['data', 'article'],
  ['result', 'content'],
  ['response', 'docs', 0],
  ['payload', 'modules', 1, 'props'],
  ['page', 'components', 2, 'data'],
  [0],
];

/** Puts a value at a path; what is missing on the way is made, places of arrays that stay empty get a piece of layout. */
function put(target: unknown, [key, ...rest]: FieldPath, value: unknown): unknown {
  if (key === undefined) return value;
  if (typeof key === 'string') {
    const record = (target ?? {}) as Record<string, unknown>;
    return { ...record, [key]: put(record[key], rest, value) };
  }
  const list = Array.isArray(target) ? [...target] : [];
  for (let index = 0; index < key; index++)
    list[index] ??= { type: 'layout', name: `slot-${index}`, props: { visible: true } };
  list[key] = put(list[key], rest, value);
  return list;
}

const dateForms: Readonly<Record<DateForm, { encode: (date: Date) => unknown; decoder: string }>> = {
  iso: { encode: (date) => date.toISOString().replace('.000', ''), decoder: 'new Date(value)' },
  'iso-offset': {
    encode: (date) => new Date(date.getTime() + 7_200_000).toISOString().replace('.000Z', '+02:00'),
    decoder: 'new Date(value)',
  },
  seconds: { encode: (date) => date.getTime() / 1_000, decoder: 'new Date(value * 1000)' },
  milliseconds: { encode: (date) => date.getTime(), decoder: 'new Date(value)' },
};

const authorForms: Readonly<Record<AuthorForm, { encode: (authors: readonly Author[]) => unknown; decoder: string }>> =
  {
    line: { encode: (authors) => authors.map(({ name }) => name).join(', '), decoder: `value.split(', ')` },
    list: { encode: (authors) => authors.map(({ name }) => name), decoder: 'value' },
    objects: {
      encode: (authors) =>
        authors.map(({ id, name }) => ({ id: Number(id), name, role: 'author', url: `/people/${id}` })),
      decoder: 'value.map((author) => author.name)',
    },
    'first-object': {
      encode: (authors) => ({ id: Number(authors[0]?.id), displayName: authors.map(({ name }) => name).join(', ') }),
      decoder: `value.displayName.split(', ')`,
    },
  };

/** What an answer leaves out or has instead; the style decides. */
export interface RecordChanges {
  readonly blocks?: readonly StoryBlock[];
  /** Instead of the authors. */
  readonly authors?: unknown;
  /** Further properties of the record. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** The answer with a story's article. */
export function answerOf(plan: RecordPlan, story: SiteStory, changes: RecordChanges = {}): unknown {
  const date = dateForms[plan.dates].encode;
  const values: Readonly<Record<RecordField, unknown>> = {
    title: story.title,
    body: plan.body.encode(changes.blocks ?? story.blocks),
    authors: changes.authors ?? authorForms[plan.authors].encode(story.authors),
    published: date(story.publishedAt),
    modified: date(story.modifiedAt ?? story.publishedAt),
    teaser: story.teaser,
    image: story.image?.path ?? null,
  };
  let record: unknown = {
    id: story.id,
    uid: story.uid,
    slug: story.slug,
    section: story.section[1],
    premium: false,
    ...changes.extra,
  };
  for (const [field, path] of Object.entries(plan.paths)) record = put(record, path, values[field as RecordField]);
  return put(undefined, plan.envelope, record);
}

const read = (from: string, path: FieldPath): string =>
  from + path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');

/** JavaScript of `readRecord(answer)`: the fields that the app shows; `record` is the raw one. */
export const recordScript = ({ envelope, paths, body, dates, authors }: RecordPlan): string => `
const bodyHtml = (value) => {
${body.decoder}
};
const dateOf = (value) => ${dateForms[dates].decoder};
const namesOf = (value) => ${authorForms[authors].decoder};
const readRecord = (answer) => {
  const record = ${read('answer', envelope)};
  return {
    record,
    title: ${read('record', paths.title)},
    body: bodyHtml(${read('record', paths.body)}),
    authorData: ${read('record', paths.authors)},
    get authors() { return this.names || namesOf(this.authorData); },
    published: dateOf(${read('record', paths.published)}),
    modified: dateOf(${read('record', paths.modified)}),
    image: ${read('record', paths.image)},
  };
};
`;
