import type { StoredTopic } from '../../model/topic/topic.ts';
import { topicOf } from '../records/topics.ts';
import type { ReadExample, Topics } from '../topics-port.ts';
import type { Collections } from './collections.ts';
import { withKey } from './documents.ts';

export class MongoTopics implements Topics {
  readonly #topics: Collections['topics'];
  readonly #examples: Collections['topicExamples'];

  constructor({ topics, topicExamples }: Collections) {
    this.#topics = topics;
    this.#examples = topicExamples;
  }

  async put({ topic, updatedAt }: StoredTopic): Promise<void> {
    await this.#topics.replaceOne({ _id: topic.name }, { updatedAt, doc: JSON.stringify(topic) }, { upsert: true });
  }

  async get(name: string): Promise<StoredTopic | null> {
    const document = await this.#topics.findOne({ _id: name });
    return document === null ? null : topicOf(document);
  }

  async list(): Promise<StoredTopic[]> {
    return (await this.#topics.find({}).sort({ _id: 1 }).toArray()).map(topicOf);
  }

  async remove(name: string): Promise<boolean> {
    return (await this.#topics.deleteOne({ _id: name })).deletedCount === 1;
  }

  async putExample({ url, ...example }: ReadExample): Promise<void> {
    await this.#examples.replaceOne({ _id: url }, example, { upsert: true });
  }

  async example(url: string): Promise<ReadExample | null> {
    const document = await this.#examples.findOne({ _id: url });
    return document === null ? null : withKey('url', document);
  }
}
