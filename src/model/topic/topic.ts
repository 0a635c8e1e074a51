/**
 * How a page is held against a topic: `boolean` counts keywords that are there, `tags` looks at title, headings and meta data, `vector` compares directions (and learns them
 * where there are examples), `learned` takes what it was taught by examples only.
 */
export type TopicMethod = 'vector' | 'boolean' | 'tags' | 'learned';

/** A text that is of the topic. */
export interface TopicExample {
  /** Where it was read; null: it was given as text. */
  readonly url: string | null;
  /** Empty, with an empty text: the address was not read yet. */
  readonly title: string;
  readonly text: string;
  /** ISO 8601; null: not read, or given as text. */
  readonly fetchedAt: string | null;
}

/** Shares of title, headings and meta data in the method `tags`. */
export interface TagShares {
  readonly title: number;
  readonly headings: number;
  readonly meta: number;
}

export interface Topic {
  readonly name: string;
  readonly method: TopicMethod;
  /** Term -> weight; empty where examples say it all. */
  readonly keywords: Readonly<Record<string, number>>;
  readonly examples: readonly TopicExample[];
  /** Any of these terms makes the page off topic. */
  readonly exclude: readonly string[];
  /** ISO 639-1; pages in other languages are not of the topic. Empty: any. */
  readonly languages: readonly string[];
  readonly tagShares: TagShares;
  /** Score from which on a page is kept, 0 to 1. */
  readonly threshold: number;
}

export interface TopicScore {
  readonly topic: string;
  readonly score: number;
  readonly kept: boolean;
  /** The terms that counted, with their share of the score. */
  readonly terms: readonly { readonly term: string; readonly share: number }[];
}

/** What a topic that was grown from examples says of a text: 0 to 1, with the terms that spoke for it. */
export type GrownScore = Pick<TopicScore, 'score' | 'terms'>;

/** By topic. */
export type GrownScores = Readonly<Record<string, GrownScore>>;

/** Grown topics in the form that passes between threads without a copy. */
export interface GrownPack {
  /** The same topics have the same key. */
  readonly key: string;
  readonly bytes: SharedArrayBuffer;
  /** By topic: the terms that speak for it most, with their weights; of links, which are too short to be judged otherwise. */
  readonly terms: Readonly<Record<string, Topic['keywords']>>;
}

/** A text as topics are grown from it and compared with it. */
export interface TopicText {
  readonly title: string;
  /** Empty where there is a title alone. */
  readonly body: string;
  /** ISO 639-1, or null. */
  readonly lang: string | null;
}

/** A topic of the store. */
export interface StoredTopic {
  readonly topic: Topic;
  readonly updatedAt: Date;
}

/** A topic with where it is defined. */
export interface KnownTopic {
  readonly topic: Topic;
  readonly definedIn: 'file' | 'store';
  /** Null: it is in the file. */
  readonly updatedAt: Date | null;
}
