import { z } from 'zod';
import { fetchWaySchema } from '../page/page.ts';
import type { ContentHash } from '../page/snapshot.ts';
import { count, listOf, record, textOf } from '../schema.ts';
import { topicScoreSchema } from '../topic/topic.ts';
import { categorySchema } from './category.ts';
import { draftSchema, fingerprintSchema } from './draft.ts';
import { duplicateEvidenceSchema, relationSchema } from './story.ts';

/** `published`: the canonical article of its story, and on topic. */
const articleStatusSchema = z.enum(['published', 'duplicate', 'off-topic']);
export type ArticleStatus = z.infer<typeof articleStatusSchema>;

/** What a draft becomes with its topic scores. */
const judged = {
  ...draftSchema.unwrap().shape,
  /** Stable: made of the canonical URL. */
  id: z.string(),
  snapshot: textOf<ContentHash>(),
  /** Blob with the whole texts, where they are too long for a record and are cut in it; absent: they are whole. */
  longTexts: textOf<ContentHash>().optional(),
  via: fetchWaySchema,
  fingerprint: fingerprintSchema,
  topics: listOf(topicScoreSchema),
  /** Null: nothing predicted one, or the article is older than categories. */
  category: categorySchema.nullable(),
  /** False: topics are configured, and the article meets none of them. */
  onTopic: z.boolean(),
  /** Marks of the topics that judged it, sorted; empty: no topics were configured. Null: unknown, an older version judged it. */
  judgedBy: z.string().nullable(),
  evidence: listOf(duplicateEvidenceSchema),
  /** Words of headline and first paragraph, from which hot terms are counted. */
  newsTerms: listOf(z.string()),
  /** Weight of the source that led to it; default 1. Among complete copies of one day, the heaviest is canonical. */
  weight: z.number(),
  firstSeenAt: z.date(),
  fetchedAt: z.date(),
};

/** A story with its topic scores: what the store keeps. */
const articleSchema = record({
  ...judged,
  /** Clusters that this article connects; the store merges them. */
  joins: listOf(z.string()),
  /** `Articles.textsWritten` right before its copies were looked for: after later writes they are looked for again. Null: they never are. */
  comparedUpTo: z.number().nullable(),
});
export type Article = z.infer<typeof articleSchema>;

/** The topic scores of a text, and the topics that gave them. */
export type Judgement = Pick<Article, 'topics' | 'onTopic' | 'judgedBy'>;

/** Articles of one site that the same topics have judged. */
export interface JudgedGroup extends Pick<Article, 'site' | 'judgedBy'> {
  readonly articles: number;
}

/** An article in the store, with the verdict of its cluster. */
export const storedArticleSchema = record({
  ...judged,
  status: articleStatusSchema,
  /** Id of the story cluster. */
  cluster: z.string(),
  /** Id of the cluster's canonical article; its own id where it is the canonical one. */
  canonicalId: z.string(),
  /** Null for the canonical article. */
  relation: relationSchema.nullable(),
  /** 1 for the first version of this URL, +1 for every stored update. */
  revision: z.int().min(1),
  /** Number of pages that now link to one of its addresses. */
  inLinks: count,
  updatedAt: z.date(),
});
export type StoredArticle = z.infer<typeof storedArticleSchema>;

/** A stored article's verdict. */
export type CommittedArticle = Pick<
  StoredArticle,
  'id' | 'status' | 'cluster' | 'canonicalId' | 'relation' | 'revision'
>;
