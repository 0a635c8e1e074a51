import { errorKinds } from '../../model/crawl/visit.ts';
import {
  anything,
  boolean,
  count,
  integer,
  type JsonSchema,
  list,
  number,
  object,
  orNull,
  text,
  texts,
  time,
} from '../json-schema.ts';
import { job, serverEvent } from './work/work-schemas.ts';

export * from '../json-schema.ts';

export const ref = (name: keyof typeof components): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

const status = { type: 'string', enum: ['published', 'duplicate', 'off-topic'] } as const;
/** Counts by name; the names are not a closed list. */
const countsByName = { type: 'object', additionalProperties: count } as const;

const heading = {
  id: text,
  url: text,
  canonicalUrl: text,
  site: text,
  title: text,
  status,
  cluster: text,
  canonicalId: text,
  relation: orNull(text),
  revision: { type: 'integer', minimum: 1 },
  authors: texts,
  tags: texts,
  lang: orNull(text),
  leadImage: orNull(text),
  description: orNull(text),
  publishedAt: orNull({ type: 'object' }),
  topics: list(object({ topic: text, score: number, kept: boolean })),
  category: orNull({ type: 'object' }),
  inLinks: count,
  importance: number,
  firstSeenAt: time,
  fetchedAt: time,
  updatedAt: time,
};

const problem = object({
  error: {
    type: 'object',
    required: ['status', 'message'],
    properties: { status: integer, message: text, kind: text },
  },
});
/** In answers to a search: a part of the body, and the places of found words in it, UTF-16 units, end excluded. */
const snippet = object({ text, marks: list({ type: 'array', items: count, minItems: 2, maxItems: 2 }) });
const brief = object({ ...heading, excerpt: text, bodyLength: count, mediaItems: count });
const articleBrief = { ...brief, properties: { ...(brief.properties as object), snippet } };
const member = object({ id: text, site: text, title: text, canonicalUrl: text, status, relation: orNull(text) });
const revisionReason = { type: 'string', enum: ['visit', 're-extracted'] } as const;
const article = object({
  ...heading,
  body: text,
  bodyHtml: text,
  markdown: text,
  images: list(anything),
  posts: list(object({ author: orNull(text), publishedAt: anything, text })),
  media: list(anything),
  provenance: { type: 'object' },
  revisions: list(
    object({ articleId: text, revision: integer, title: text, body: text, replacedAt: time, reason: revisionReason }),
  ),
  canonicalBy: orNull(text),
  members: list(member),
});
const failure = object({
  id: text,
  run: text,
  url: text,
  site: text,
  at: time,
  reason: { type: 'string', enum: errorKinds },
  detail: text,
  snapshot: orNull(text),
  screenshot: orNull(text),
  thumbnail: orNull(text),
  har: orNull(text),
  console: orNull(text),
  versions: orNull({ type: 'object' }),
  trace: list(anything),
  extractor: text,
  media: orNull({ type: 'object' }),
});
const visit = object({
  id: text,
  run: text,
  url: text,
  site: text,
  sourceId: orNull(text),
  kind: text,
  startedAt: time,
  elapsedMs: number,
  outcome: text,
  reason: orNull(text),
  detail: text,
  via: orNull(text),
  status: orNull(integer),
  bytes: count,
  newLinks: count,
  articleId: orNull(text),
  mediaItems: count,
  worker: text,
});
const visitSummary = object({
  pages: count,
  polls: count,
  byWay: countsByName,
  bytesByWay: countsByName,
  byOutcome: countsByName,
  byReason: countsByName,
  bytes: count,
  linksLeft: count,
  mediaItems: count,
});
const sourceTuning = object({
  intervalMs: orNull(number),
  hours: { type: ['array', 'null'], items: integer },
  day: text,
});
const source = object({
  id: text,
  url: text,
  kind: text,
  site: text,
  enabled: boolean,
  intervalMs: number,
  baseIntervalMs: number,
  tuning: { anyOf: [sourceTuning, { type: 'null' }] },
  nextPollAt: time,
  lastPolledAt: orNull(time),
  state: { type: 'string', enum: ['paused', 'new', 'failing', 'due', 'waiting'] },
  lastVisit: { anyOf: [{ $ref: '#/components/schemas/Visit' }, { type: 'null' }] },
});
const media = object({
  id: text,
  url: text,
  host: text,
  fingerprint: text,
  pageUrl: text,
  pages: texts,
  site: text,
  articleId: orNull(text),
  foundAt: time,
  delivery: text,
  role: text,
  score: number,
  headers: { type: 'object' },
  variants: list(anything),
});
const topic = object({
  name: text,
  method: text,
  threshold: number,
  follow: boolean,
  examples: list(anything),
  exclude: texts,
  languages: texts,
  definedIn: { type: 'string', enum: ['file', 'store'] },
  updatedAt: orNull(time),
  calibratedThreshold: orNull(number),
  unread: count,
  articles: count,
});
const label = object({
  articleId: text,
  topic: text,
  relevant: boolean,
  by: text,
  at: time,
  score: number,
  seenAt: time,
  drawn: orNull({ type: 'object' }),
});
const silentRule = object({
  site: text,
  field: text,
  what: text,
  tried: count,
  matched: count,
  missesInARow: count,
  lastMatchedAt: orNull(time),
  lastMissedAt: orNull(time),
  lastMissedUrl: orNull(text),
  reportedAt: orNull(time),
});

const pageChange = object({
  url: text,
  words: count,
  addedWords: count,
  removedWords: count,
  addedLines: texts,
  removedLines: texts,
  fields: list(object({ field: text, before: text, after: text })),
});
const wrapperVerdict = object({
  isAccepted: boolean,
  reason: text,
  judgedPages: count,
  scores: { type: 'object' },
  generic: { type: 'object' },
  live: orNull({ type: 'object' }),
});
const correctionEffect = object({
  verdict: { anyOf: [wrapperVerdict, { type: 'null' }] },
  pages: count,
  correctedPages: count,
  page: { anyOf: [object({ before: number, after: number }), { type: 'null' }] },
  changes: list(pageChange),
  compared: count,
  removed: number,
  notes: texts,
});
const correctionValues = {
  title: orNull(text),
  body: { type: ['array', 'null'], items: text },
  authors: { type: ['array', 'null'], items: text },
  publishedAt: orNull(text),
} as const;
const correction = object({ url: text, site: text, by: text, at: time, ...correctionValues });
const wrapperSite = object({
  site: text,
  live: orNull(integer),
  isPinned: boolean,
  state: { type: 'string', enum: ['live', 'drift', 'refused', 'collecting'] },
  detail: text,
  drift: orNull({ type: 'object' }),
  drifts: count,
  samples: count,
  versions: list(
    object({
      version: integer,
      learnedAt: time,
      pages: count,
      correctedPages: count,
      verdict: wrapperVerdict,
      validFrom: orNull(time),
      validUntil: orNull(time),
    }),
  ),
  updatedAt: time,
});
const values = { type: 'object' } as const;
const recordHeading = {
  id: text,
  site: text,
  kind: text,
  key: text,
  url: text,
  values,
  firstSeenAt: time,
  lastSeenAt: time,
  changedAt: time,
  goneAt: orNull(time),
  changes: count,
};
const recordBrief = object({ ...recordHeading, pages: texts });
const record = object({
  ...recordHeading,
  history: list(object({ at: time, before: values, after: values })),
  listedOn: list(object({ url: text, at: time, missed: count })),
});

/** Shared schemas, by their names in the OpenAPI document. */
export const components = {
  Problem: problem,
  ArticleBrief: articleBrief,
  Article: article,
  Failure: failure,
  Visit: visit,
  VisitSummary: visitSummary,
  Source: source,
  Media: media,
  Topic: topic,
  Label: label,
  SilentRule: silentRule,
  RecordBrief: recordBrief,
  Record: record,
  WrapperSite: wrapperSite,
  Correction: correction,
  CorrectionEffect: correctionEffect,
  Job: job,
  ServerEvent: serverEvent,
} as const;
