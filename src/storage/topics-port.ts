import type { StoredTopic, TopicExample } from '../model/topic/topic.ts';

/** Topics that were added by command or API, and the texts of their examples, which are read once. */
export interface Topics {
  /** Replaces one of the same name. */
  put(topic: StoredTopic): Promise<void>;
  get(name: string): Promise<StoredTopic | null>;
  /** By name. */
  list(): Promise<StoredTopic[]>;
  /** @returns whether the topic existed */
  remove(name: string): Promise<boolean>;
  /** Keeps the text of an example's address, for every topic that names it. */
  putExample(example: ReadExample): Promise<void>;
  example(url: string): Promise<ReadExample | null>;
}

export type ReadExample = TopicExample & { readonly url: string };
