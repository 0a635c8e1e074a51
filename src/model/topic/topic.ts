import { z } from 'zod';
import { listOf, record } from '../schema.ts';

/**
 * How a page is scored against a topic: `boolean` counts matching keywords, `tags` reads title, headings and meta data, `vector` compares term vectors (learned
 * from examples where there are some), `learned` uses examples only.
 */
const topicMethodSchema = z.enum(['vector', 'boolean', 'tags', 'learned']);
export type TopicMethod = z.infer<typeof topicMethodSchema>;

const topicExample = {
  /** Address of the page; null: the topic gives the text itself. */
  url: z.string().nullable(),
  /** Title and text are empty while the address is not read yet. */
  title: z.string(),
  text: z.string(),
  /** ISO 8601; null: not read yet, or given as text. */
  fetchedAt: z.string().nullable(),
};

/** A text that belongs to the topic. */
const topicExampleSchema = record(topicExample);
export type TopicExample = z.infer<typeof topicExampleSchema>;

/** The text of an example's address, read once for every topic that names it. */
export const readExampleSchema = record({ ...topicExample, url: z.string() });
export type ReadExample = z.infer<typeof readExampleSchema>;

/** Shares of title, headings and meta data in the method `tags`. */
const tagSharesSchema = record({
  title: z.number(),
  headings: z.number(),
  meta: z.number(),
});
export type TagShares = z.infer<typeof tagSharesSchema>;

export const topicSchema = record({
  name: z.string(),
  method: topicMethodSchema,
  /** Term -> weight; empty for a topic defined by examples only. */
  keywords: z.record(z.string(), z.number()).readonly(),
  examples: listOf(topicExampleSchema),
  /** Any of these terms makes the page off topic. */
  exclude: listOf(z.string()),
  /** ISO 639-1; pages in other languages are off topic. Empty: any language. */
  languages: listOf(z.string()),
  tagShares: tagSharesSchema,
  /** Lowest score of a kept page, 0 to 1. */
  threshold: z.number(),
  /** True: the topic marks the pages that match it, and hides no others. Absent: a page that matches no topic is not published. */
  follow: z.boolean().optional(),
});
export type Topic = z.infer<typeof topicSchema>;

export interface TopicScore {
  readonly topic: string;
  readonly score: number;
  readonly kept: boolean;
  /** The terms that matched, each with its share of the score. */
  readonly terms: readonly { readonly term: string; readonly share: number }[];
}

/** The score of a topic grown from examples, 0 to 1, with the terms that support it. */
export type GrownScore = Pick<TopicScore, 'score' | 'terms'>;

/** By topic. */
export type GrownScores = Readonly<Record<string, GrownScore>>;

/** Grown topics in shared memory: threads get them without a copy. */
export interface GrownPack {
  /** Equal for equal topics. */
  readonly key: string;
  readonly bytes: SharedArrayBuffer;
  /** By topic: its strongest terms with their weights. They score links, whose texts are too short for the full model. */
  readonly terms: Readonly<Record<string, Topic['keywords']>>;
}

/** A text from which topics are grown, or that is scored against them. */
export interface TopicText {
  readonly title: string;
  /** Empty where only a title is known. */
  readonly body: string;
  /** ISO 639-1, or null. */
  readonly lang: string | null;
}

/** A topic defined in the store. */
export interface StoredTopic {
  readonly topic: Topic;
  readonly updatedAt: Date;
}

/** A topic with the place of its definition. */
export interface KnownTopic {
  readonly topic: Topic;
  readonly definedIn: 'file' | 'store';
  /** Null: it is defined in the file. */
  readonly updatedAt: Date | null;
}
