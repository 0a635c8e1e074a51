import type { FetchWay } from '../page/page.ts';
import type { ContentHash } from '../page/snapshot.ts';
import type { TopicScore } from '../topic/topic.ts';
import type { Category } from './category.ts';
import type { Draft, Fingerprint } from './draft.ts';
import type { DuplicateEvidence, Relation } from './story.ts';

/** `published`: the canonical article of its story, and on topic. */
export type ArticleStatus = 'published' | 'duplicate' | 'off-topic';

/** A story with its topic scores: what the store keeps. */
export interface Article extends Draft {
  /** Stable: made of the canonical URL. */
  readonly id: string;
  readonly snapshot: ContentHash;
  /** Blob with the whole texts, where they are too long for a record and are cut in it; absent: they are whole. */
  readonly longTexts?: ContentHash;
  readonly via: FetchWay;
  readonly fingerprint: Fingerprint;
  readonly topics: readonly TopicScore[];
  /** Null: nothing predicted one, or the article is older than categories. */
  readonly category: Category | null;
  /** False: topics are configured, and the article meets none of them. */
  readonly onTopic: boolean;
  /** Marks of the topics that judged it, sorted; empty: no topics were configured. Null: unknown, an older version judged it. */
  readonly judgedBy: string | null;
  readonly evidence: readonly DuplicateEvidence[];
  /** Words of headline and first paragraph, from which hot terms are counted. */
  readonly newsTerms: readonly string[];
  /** Weight of the source that led to it; default 1. Among complete copies of one day, the heaviest is canonical. */
  readonly weight: number;
  /** Clusters that this article connects; the store merges them. */
  readonly joins: readonly string[];
  /** `Articles.textsWritten` right before its copies were looked for: after later writes they are looked for again. Null: they never are. */
  readonly comparedUpTo: number | null;
  readonly firstSeenAt: Date;
  readonly fetchedAt: Date;
}

/** The topic scores of a text, and the topics that gave them. */
export type Judgement = Pick<Article, 'topics' | 'onTopic' | 'judgedBy'>;

/** Articles of one site that the same topics have judged. */
export interface JudgedGroup extends Pick<Article, 'site' | 'judgedBy'> {
  readonly articles: number;
}

/** An article in the store, with the verdict of its cluster. */
export interface StoredArticle extends Omit<Article, 'joins' | 'comparedUpTo'> {
  readonly status: ArticleStatus;
  /** Id of the story cluster. */
  readonly cluster: string;
  /** Id of the cluster's canonical article; its own id where it is the canonical one. */
  readonly canonicalId: string;
  /** Null for the canonical article. */
  readonly relation: Relation | null;
  /** 1 for the first version of this URL, +1 for every stored update. */
  readonly revision: number;
  /** Number of pages that now link to one of its addresses. */
  readonly inLinks: number;
  readonly updatedAt: Date;
}

/** A stored article's verdict. */
export type CommittedArticle = Pick<
  StoredArticle,
  'id' | 'status' | 'cluster' | 'canonicalId' | 'relation' | 'revision'
>;
