import type { StoredTopic } from '../../model/topic/topic.ts';
import { type TopicDocument, topicOf } from '../records/topics.ts';
import type { ReadExample, Topics } from '../topics-port.ts';
import type { Database } from './database.ts';

export class SqliteTopics implements Topics {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async put({ topic, updatedAt }: StoredTopic): Promise<void> {
    this.#db.run('INSERT OR REPLACE INTO topics (name, updated_at, doc) VALUES (:name, :updatedAt, :doc)', {
      name: topic.name,
      updatedAt: updatedAt.getTime(),
      doc: JSON.stringify(topic),
    });
  }

  async get(name: string): Promise<StoredTopic | null> {
    const row = this.#db.get<TopicDocument>('SELECT updated_at AS updatedAt, doc FROM topics WHERE name = :name', {
      name,
    });
    return row === undefined ? null : topicOf(row);
  }

  async list(): Promise<StoredTopic[]> {
    return this.#db.all<TopicDocument>('SELECT updated_at AS updatedAt, doc FROM topics ORDER BY name').map(topicOf);
  }

  async remove(name: string): Promise<boolean> {
    const isThere = (await this.get(name)) !== null;
    this.#db.run('DELETE FROM topics WHERE name = :name', { name });
    return isThere;
  }

  async putExample(example: ReadExample): Promise<void> {
    this.#db.run('INSERT OR REPLACE INTO topic_examples (url, doc) VALUES (:url, :doc)', {
      url: example.url,
      doc: JSON.stringify(example),
    });
  }

  async example(url: string): Promise<ReadExample | null> {
    const row = this.#db.get<{ doc: string }>('SELECT doc FROM topic_examples WHERE url = :url', { url });
    return row === undefined ? null : (JSON.parse(row.doc) as ReadExample);
  }
}
