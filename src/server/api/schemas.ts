import { z } from 'zod';
import { storedArticleSchema } from '../../model/article/article.ts';
import { articleBriefSchema } from '../../model/article/article-brief.ts';
import { articleRevisionSchema } from '../../model/article/article-version.ts';
import { canonicalRuleSchema } from '../../model/article/cluster.ts';
import { failureSchema } from '../../model/crawl/failure.ts';
import { silentRuleSchema } from '../../model/crawl/own-rule.ts';
import { source as sourceFields, sourceTuningSchema } from '../../model/crawl/source.ts';
import { visitSchema } from '../../model/crawl/visit.ts';
import { storedRecordSchema } from '../../model/data/stored-record.ts';
import { storedFilmSchema } from '../../model/media/films.ts';
import { count, listOf, record } from '../../model/schema.ts';
import { labelSchema } from '../../model/topic/label.ts';
import { topicSchema } from '../../model/topic/topic.ts';
import { correctionSchema } from '../../model/wrapper/correction.ts';
import { siteLearningSchema, storedCorrectionSchema } from '../../model/wrapper/site-learning.ts';
import { correctionEffectSchema } from '../../site/correction-effect.ts';
import { visitSummarySchema } from '../../storage/collections/crawl/visits.ts';
import { snippetSchema } from '../../text/search-snippet.ts';

// Schemas that several answers have, by their names in the OpenAPI document.

/** Every error of the API. */
export const problemSchema = record({
  error: record({
    status: z.int(),
    message: z.string(),
    /** Of a page: why it can't be read. */
    kind: z.string().optional(),
  }),
}).meta({ id: 'Problem' });

export const articleRow = record({
  ...articleBriefSchema.unwrap().shape,
  importance: z.number(),
  /** In answers to a search: a part of the body, and the places of found words in it. */
  snippet: snippetSchema.optional(),
}).meta({ id: 'ArticleBrief' });

/** A member of an article's cluster; the canonical article is one of them. */
export const memberSchema = articleBriefSchema
  .unwrap()
  .pick({ id: true, site: true, title: true, canonicalUrl: true, status: true, relation: true, publishedAt: true })
  .readonly();

export const fullArticle = record({
  ...storedArticleSchema.unwrap().shape,
  importance: z.number(),
  /** Earlier texts, the oldest first. */
  revisions: listOf(articleRevisionSchema),
  /** The rule that chose the canonical member of the cluster. */
  canonicalBy: canonicalRuleSchema.nullable(),
  members: listOf(memberSchema),
}).meta({ id: 'Article' });

export const failure = failureSchema.meta({ id: 'Failure' });
export const visit = visitSchema.meta({ id: 'Visit' });
export const visitSummary = visitSummarySchema.meta({ id: 'VisitSummary' });

/** What polls remember is of no use to readers. */
const { entries: _entries, ...shownOfSource } = sourceFields;
export const sourceSchema = record({
  ...shownOfSource,
  /** Null: it was never tuned. */
  tuning: sourceTuningSchema.nullable(),
  state: z.enum(['paused', 'new', 'failing', 'due', 'waiting']),
  /** Its last poll. */
  lastVisit: visit.nullable(),
}).meta({ id: 'Source' });

export const mediaSchema = storedFilmSchema.meta({ id: 'Media' });

export const topic = record({
  ...topicSchema.unwrap().shape,
  follow: z.boolean(),
  definedIn: z.enum(['file', 'store']),
  /** Null: it is defined in the file. */
  updatedAt: z.date().nullable(),
  /** The threshold in force; null: the defined one is. */
  calibratedThreshold: z.number().nullable(),
  /** Example addresses that the next crawl fetches when it starts; a server fetches no page. */
  unread: count,
  /** Published articles. */
  articles: count,
}).meta({ id: 'Topic' });

export const label = labelSchema.meta({ id: 'Label' });
export const silentRule = silentRuleSchema.meta({ id: 'SilentRule' });

export const recordBrief = record({
  ...storedRecordSchema.unwrap().omit({ history: true, listedOn: true }).shape,
  /** Addresses of the pages that list it. */
  pages: listOf(z.string()),
}).meta({ id: 'RecordBrief' });
export const storedRecord = storedRecordSchema.meta({ id: 'Record' });

export const wrapperSite = record({
  ...siteLearningSchema.unwrap().omit({ samples: true, recent: true }).shape,
  /** Pages to learn from. */
  samples: count,
  state: z.enum(['live', 'drift', 'refused', 'collecting']),
  detail: z.string(),
}).meta({ id: 'WrapperSite' });

export const correction = record({
  ...storedCorrectionSchema.unwrap().pick({ url: true, site: true, by: true, at: true }).shape,
  ...correctionSchema.unwrap().pick({ title: true, body: true, authors: true, publishedAt: true }).shape,
}).meta({ id: 'Correction' });

export const correctionEffect = correctionEffectSchema.meta({ id: 'CorrectionEffect' });
