import type { FetchWay } from '../page/page.ts';
import type { ContentHash } from '../page/snapshot.ts';
import type { TopicScore } from '../topic/topic.ts';
import type { Category } from './category.ts';
import type { Draft, Fingerprint } from './draft.ts';
import type { DuplicateEvidence, Relation } from './story.ts';

/** `published`: the canonical article of its story, and on topic. */
export type ArticleStatus = 'published' | 'duplicate' | 'off-topic';

/** A story that was judged: what the store keeps. */
export interface Article extends Draft {
  /** Stable: made of the canonical URL. */
  readonly id: string;
  readonly snapshot: ContentHash;
  readonly via: FetchWay;
  readonly fingerprint: Fingerprint;
  readonly topics: readonly TopicScore[];
  /** Null: nothing told it, or the article is from before there were categories. */
  readonly category: Category | null;
  /** False where topics are configured and none is met. */
  readonly onTopic: boolean;
  /** Marks of the topics that judged it, sorted; empty: there were none. Null: it is not known, an older version judged it. */
  readonly judgedBy: string | null;
  readonly evidence: readonly DuplicateEvidence[];
  /** Words of headline and first paragraph by which it can be part of something that rises. */
  readonly newsTerms: readonly string[];
  /** Of the source that led to it: 1 is usual. Of copies of one day that are complete, the heaviest is canonical. */
  readonly weight: number;
  /** Clusters that this article ties together; the store merges them. */
  readonly joins: readonly string[];
  readonly firstSeenAt: Date;
  readonly fetchedAt: Date;
}

/** What topics say of a text, and which topics these are. */
export type Judgement = Pick<Article, 'topics' | 'onTopic' | 'judgedBy'>;

/** Articles of one site that the same topics have judged. */
export interface JudgedGroup extends Pick<Article, 'site' | 'judgedBy'> {
  readonly articles: number;
}

/** An article in the store: its cluster's verdict is part of it. */
export interface StoredArticle extends Omit<Article, 'joins'> {
  readonly status: ArticleStatus;
  /** Id of the story cluster. */
  readonly cluster: string;
  /** Id of the cluster's canonical article: its own where it is that. */
  readonly canonicalId: string;
  /** Null for the canonical article. */
  readonly relation: Relation | null;
  /** 1 for the first version of this URL, +1 for every stored update. */
  readonly revision: number;
  /** Pages that point to it under one of its addresses, now. */
  readonly inLinks: number;
  readonly updatedAt: Date;
}
