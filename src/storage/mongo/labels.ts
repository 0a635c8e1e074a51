import type { CalibrationStep, Label } from '../../model/topic/label.ts';
import type { Labels, ScoredArticle, ScoreRange } from '../labels-port.ts';
import { calibrationStepOf, labelOf } from '../records/labels.ts';
import type { Collections } from './collections.ts';
import { isDuplicateKey } from './mongo-error.ts';

/** An article's id and a step's number have no line breaks. */
const labelKey = (topic: string, articleIdOrNumber: string): string => `${articleIdOrNumber}\n${topic}`;

const scoredIn = (topic: string, { from, to }: ScoreRange) => ({
  topics: { $elemMatch: { topic, score: { $gt: 0, $gte: from, ...(to !== null && { $lt: to }) } } },
});

export class MongoLabels implements Labels {
  readonly #labels: Collections['labels'];
  readonly #steps: Collections['calibrationSteps'];
  readonly #articles: Collections['articles'];

  constructor({ labels, calibrationSteps, articles }: Collections) {
    this.#labels = labels;
    this.#steps = calibrationSteps;
    this.#articles = articles;
  }

  async put(labels: readonly Label[]): Promise<void> {
    for (const label of labels)
      await this.#labels.replaceOne({ _id: labelKey(label.topic, label.articleId) }, label, { upsert: true });
  }

  async remove(topic: string, articleId: string): Promise<boolean> {
    return (await this.#labels.deleteOne({ _id: labelKey(topic, articleId) })).deletedCount === 1;
  }

  async ofTopic(topic: string): Promise<Label[]> {
    const documents = await this.#labels.find({ topic }).sort({ at: 1, articleId: 1 }).toArray();
    return documents.map(({ _id, ...label }) => labelOf(label));
  }

  async countScored(topic: string, range: ScoreRange): Promise<number> {
    return await this.#articles.countDocuments(scoredIn(topic, range));
  }

  async scoredAt(topic: string, range: ScoreRange, positions: readonly number[]): Promise<ScoredArticle[]> {
    if (positions.length === 0) return [];
    // a document has several scores and the order is by one of them: sorted here, from ids and scores alone
    const documents = await this.#articles
      .find(scoredIn(topic, range))
      .project<{ _id: string; topics: { topic: string; score: number }[] }>({ 'topics.topic': 1, 'topics.score': 1 })
      .toArray();
    const inOrder = documents
      .map(({ _id: id, topics }) => ({ id, score: topics.find((score) => score.topic === topic)?.score ?? 0 }))
      .sort((a, b) => a.score - b.score || (a.id < b.id ? -1 : 1));
    return positions.flatMap((position) => inOrder[position] ?? []);
  }

  async addStep(step: CalibrationStep): Promise<boolean> {
    try {
      await this.#steps.insertOne({ _id: labelKey(step.topic, String(step.number)), ...step });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async steps(topic: string): Promise<CalibrationStep[]> {
    const documents = await this.#steps.find({ topic }).sort({ number: 1 }).toArray();
    return documents.map(({ _id, ...step }) => calibrationStepOf(step));
  }

  async lastSteps(): Promise<CalibrationStep[]> {
    const documents = await this.#steps.find({}).sort({ topic: 1, number: 1 }).toArray();
    const last = new Map(documents.map(({ _id, ...step }) => [step.topic, calibrationStepOf(step)]));
    return [...last.values()];
  }
}
