import type { StoredTopic, Topic } from '../../model/topic/topic.ts';
import type { ReadExample, Topics } from '../topics-port.ts';
import type { Database } from './database.ts';

interface TopicRow {
  readonly updated_at: number;
  readonly doc: string;
}

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
    const row = this.#db.get<TopicRow>('SELECT updated_at, doc FROM topics WHERE name = :name', { name });
    return row === undefined ? null : topicOf(row);
  }

  async list(): Promise<StoredTopic[]> {
    return this.#db.all<TopicRow>('SELECT updated_at, doc FROM topics ORDER BY name').map(topicOf);
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

const topicOf = ({ updated_at, doc }: TopicRow): StoredTopic => ({
  topic: JSON.parse(doc) as Topic,
  updatedAt: new Date(updated_at),
});
