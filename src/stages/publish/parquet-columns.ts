import type { SchemaElement } from 'hyparquet-writer';
import type { StoredArticle } from '../../model/article/article.ts';
import type { DateValue } from '../../model/article/draft.ts';

/** A column: its place in the schema, and how its value is read from an article. */
export interface ParquetColumn {
  readonly name: string;
  readonly elements: readonly SchemaElement[];
  readonly read: (article: StoredArticle) => unknown;
}

type Repetition = 'REQUIRED' | 'OPTIONAL';
type Leaf = (name: string, repetition: Repetition) => SchemaElement;

const string: Leaf = (name, repetition_type) => ({
  name,
  type: 'BYTE_ARRAY',
  converted_type: 'UTF8',
  logical_type: { type: 'STRING' },
  repetition_type,
});
const json: Leaf = (name, repetition_type) => ({
  name,
  type: 'BYTE_ARRAY',
  converted_type: 'JSON',
  logical_type: { type: 'JSON' },
  repetition_type,
});
const double: Leaf = (name, repetition_type) => ({ name, type: 'DOUBLE', repetition_type });
const integer: Leaf = (name, repetition_type) => ({ name, type: 'INT32', repetition_type });
const long: Leaf = (name, repetition_type) => ({ name, type: 'INT64', repetition_type });
const boolean: Leaf = (name, repetition_type) => ({ name, type: 'BOOLEAN', repetition_type });
/** UTC, ms. */
const instant: Leaf = (name, repetition_type) => ({
  name,
  type: 'INT64',
  converted_type: 'TIMESTAMP_MILLIS',
  logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  repetition_type,
});

type Read = ParquetColumn['read'];
const required = (name: string, leaf: Leaf, read: Read): ParquetColumn => ({
  name,
  elements: [leaf(name, 'REQUIRED')],
  read,
});
const optional = (name: string, leaf: Leaf, read: Read): ParquetColumn => ({
  name,
  elements: [leaf(name, 'OPTIONAL')],
  read,
});

/** A list in three levels, as the format's rules for lists ask for. */
const list = (name: string, item: readonly SchemaElement[], read: Read): ParquetColumn => ({
  name,
  elements: [
    { name, repetition_type: 'REQUIRED', num_children: 1, converted_type: 'LIST', logical_type: { type: 'LIST' } },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    ...item,
  ],
  read,
});
const strings = [string('element', 'REQUIRED')];
const group = (...fields: readonly SchemaElement[]): SchemaElement[] => [
  { name: 'element', repetition_type: 'REQUIRED', num_children: fields.length },
  ...fields,
];

/** The columns, named as the fields of JSON lines. */
export const parquetColumns: readonly ParquetColumn[] = [
  required('id', string, ({ id }) => id),
  required('url', string, ({ url }) => url),
  required('canonicalUrl', string, ({ canonicalUrl }) => canonicalUrl),
  required('site', string, ({ site }) => site),
  required('pageType', string, ({ pageType }) => pageType),
  required('title', string, ({ title }) => title),
  required('body', string, ({ body }) => body),
  required('bodyHtml', string, ({ bodyHtml }) => bodyHtml),
  required('markdown', string, ({ markdown }) => markdown),
  list('authors', strings, ({ authors }) => authors),
  optional('publishedAt', instant, ({ publishedAt }) => instantOf(publishedAt)),
  optional('publishedPrecision', string, ({ publishedAt }) => publishedAt?.precision),
  optional('modifiedAt', instant, ({ modifiedAt }) => instantOf(modifiedAt)),
  optional('source', string, ({ source }) => source),
  optional('section', string, ({ section }) => section),
  list('tags', strings, ({ tags }) => tags),
  optional('description', string, ({ description }) => description),
  optional('lang', string, ({ lang }) => lang),
  optional('leadImage', string, ({ leadImage }) => leadImage),
  list(
    'images',
    group(string('url', 'REQUIRED'), string('alt', 'REQUIRED'), string('caption', 'REQUIRED')),
    ({ images }) => images,
  ),
  list(
    'media',
    group(
      string('url', 'REQUIRED'),
      string('delivery', 'REQUIRED'),
      string('role', 'REQUIRED'),
      string('protection', 'REQUIRED'),
      string('mimeType', 'OPTIONAL'),
      string('title', 'OPTIONAL'),
      long('durationMs', 'OPTIONAL'),
      long('sizeBytes', 'OPTIONAL'),
    ),
    ({ media }) =>
      media.map(({ durationMs, probe, ...item }) => ({
        ...item,
        durationMs: bigIntOf(durationMs),
        sizeBytes: bigIntOf(probe?.sizeBytes ?? null),
      })),
  ),
  list(
    'topics',
    group(string('topic', 'REQUIRED'), double('score', 'REQUIRED'), boolean('kept', 'REQUIRED')),
    ({ topics }) => topics,
  ),
  optional('category', string, ({ category }) => category?.label),
  optional('categoryProbability', double, ({ category }) => category?.probability),
  required('onTopic', boolean, ({ onTopic }) => onTopic),
  optional('bodyConfidence', double, ({ provenance }) => provenance.body?.confidence),
  required('data', json, ({ data }) => data),
  required('posts', json, ({ posts }) => posts),
  required('extractor', string, ({ extractor }) => extractor),
  required('via', string, ({ via }) => via),
  required('snapshot', string, ({ snapshot }) => snapshot),
  required('status', string, ({ status }) => status),
  required('cluster', string, ({ cluster }) => cluster),
  required('canonicalId', string, ({ canonicalId }) => canonicalId),
  optional('relation', string, ({ relation }) => relation),
  required('revision', integer, ({ revision }) => revision),
  required('inLinks', integer, ({ inLinks }) => inLinks),
  required('weight', double, ({ weight }) => weight),
  required('firstSeenAt', instant, ({ firstSeenAt }) => firstSeenAt),
  required('fetchedAt', instant, ({ fetchedAt }) => fetchedAt),
  required('updatedAt', instant, ({ updatedAt }) => updatedAt),
];

/** A day without a time becomes midnight UTC: `publishedPrecision` tells. */
function instantOf(date: DateValue | null): Date | null {
  if (date === null) return null;
  const at = new Date(date.value);
  return Number.isNaN(at.getTime()) ? null : at;
}

const bigIntOf = (value: number | null): bigint | null =>
  value === null || !Number.isFinite(value) ? null : BigInt(Math.round(value));
