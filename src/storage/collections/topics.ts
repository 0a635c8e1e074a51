import { z } from 'zod';
import { record } from '../../model/schema.ts';
import { type ReadExample, readExampleSchema, type StoredTopic, topicSchema } from '../../model/topic/topic.ts';
import { collection } from '../collection.ts';
import type { OpenRecords, RecordsOf } from '../engine/records.ts';

/** A text in MongoDB: keywords are keys. */
export const topics = collection({
  name: 'topics',
  schema: record({ name: z.string(), topic: topicSchema, updatedAt: z.date() }),
  key: ['name'],
  columns: ['updatedAt'],
  isText: true,
  isLarge: true,
});

export const topicExamples = collection({
  name: 'topicExamples',
  schema: readExampleSchema,
  key: ['url'],
  isLarge: true,
});

const storedTopic = ({ topic, updatedAt }: StoredTopic): StoredTopic => ({ topic, updatedAt });

/** Topics that were added by command or API, and the texts of their examples, which are read once. */
export class Topics {
  readonly #topics: RecordsOf<typeof topics>;
  readonly #examples: RecordsOf<typeof topicExamples>;

  constructor(open: OpenRecords) {
    this.#topics = open(topics);
    this.#examples = open(topicExamples);
  }

  /** Replaces one of the same name. */
  async put({ topic, updatedAt }: StoredTopic): Promise<void> {
    await this.#topics.put({ name: topic.name, topic, updatedAt });
  }

  async get(name: string): Promise<StoredTopic | null> {
    const stored = await this.#topics.get(name);
    return stored === null ? null : storedTopic(stored);
  }

  /** By name. */
  async list(): Promise<StoredTopic[]> {
    return (await this.#topics.find({ order: ['name'] })).map(storedTopic);
  }

  /** @returns whether the topic existed */
  async remove(name: string): Promise<boolean> {
    return (await this.#topics.remove({ name })) === 1;
  }

  /** Keeps the text of an example's address, for every topic that names it. */
  async putExample(example: ReadExample): Promise<void> {
    await this.#examples.put(example);
  }

  async example(url: string): Promise<ReadExample | null> {
    return await this.#examples.get(url);
  }
}
