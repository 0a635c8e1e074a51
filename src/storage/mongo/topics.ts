import type { Topics } from '../topics-port.ts';
import type { Collections } from './collections.ts';

/** A topic is kept as one JSON text: keywords are its keys, and a key with a dot or a dollar means something to older servers. */
export const mongoTopics = ({ topics, topicExamples }: Collections): Topics => ({
  async put({ topic, updatedAt }) {
    await topics.replaceOne({ _id: topic.name }, { updatedAt, doc: JSON.stringify(topic) }, { upsert: true });
  },
  async get(name) {
    const found = await topics.findOne({ _id: name });
    return found === null ? null : { topic: JSON.parse(found.doc), updatedAt: found.updatedAt };
  },
  async list() {
    const found = await topics.find({}).sort({ _id: 1 }).toArray();
    return found.map(({ doc, updatedAt }) => ({ topic: JSON.parse(doc), updatedAt }));
  },
  async remove(name) {
    return (await topics.deleteOne({ _id: name })).deletedCount === 1;
  },
  async putExample({ url, ...example }) {
    await topicExamples.replaceOne({ _id: url }, example, { upsert: true });
  },
  async example(url) {
    const found = await topicExamples.findOne({ _id: url });
    if (found === null) return null;
    const { _id, ...example } = found;
    return { url: _id, ...example };
  },
});
