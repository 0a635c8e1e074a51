import type { CalibrationStep } from '../../model/topic/label.ts';
import type { Labels, ScoreRange } from '../labels-port.ts';
import type { Collections } from './collections.ts';
import { isDuplicateKey } from './mongo-error.ts';

/** A topic's name has no line breaks in front of an id. */
const labelKey = (topic: string, articleId: string): string => `${articleId}\n${topic}`;

const scored = (topic: string, { from, to }: ScoreRange) => ({
  topics: { $elemMatch: { topic, score: { $gt: 0, $gte: from, ...(to !== null && { $lt: to }) } } },
});

export const mongoLabels = ({ labels, calibrationSteps, articles }: Collections): Labels => ({
  async put(given) {
    for (const label of given)
      await labels.replaceOne({ _id: labelKey(label.topic, label.articleId) }, label, { upsert: true });
  },
  async remove(topic, articleId) {
    return (await labels.deleteOne({ _id: labelKey(topic, articleId) })).deletedCount === 1;
  },
  async of(topic) {
    const found = await labels.find({ topic }).sort({ at: 1, articleId: 1 }).toArray();
    return found.map(({ _id, ...label }) => label);
  },
  async countScored(topic, range) {
    return await articles.countDocuments(scored(topic, range));
  },
  async scoredAt(topic, range, positions) {
    if (positions.length === 0) return [];
    // the order is by one score of several in a document: it is told here, from ids and scores alone
    const found = await articles
      .find(scored(topic, range))
      .project<{ _id: string; topics: { topic: string; score: number }[] }>({ 'topics.topic': 1, 'topics.score': 1 })
      .toArray();
    const inOrder = found
      .map(({ _id: id, topics }) => ({ id, score: topics.find((one) => one.topic === topic)?.score ?? 0 }))
      .sort((a, b) => a.score - b.score || (a.id < b.id ? -1 : 1));
    return positions.flatMap((position) => inOrder[position] ?? []);
  },
  async addStep(step) {
    try {
      await calibrationSteps.insertOne({ _id: labelKey(step.topic, String(step.number)), ...step });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  },
  async steps(topic) {
    const found = await calibrationSteps.find({ topic }).sort({ number: 1 }).toArray();
    return found.map(({ _id, ...step }) => step);
  },
  async lastSteps() {
    const found = await calibrationSteps.find({}).sort({ topic: 1, number: 1 }).toArray();
    const last = new Map(found.map(({ _id, ...step }): [string, CalibrationStep] => [step.topic, step]));
    return [...last.values()];
  },
});
