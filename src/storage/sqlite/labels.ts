import type { CalibrationStep, Label } from '../../model/topic/label.ts';
import type { Labels, ScoredArticle, ScoreRange } from '../labels-port.ts';
import { calibrationStepOf, labelOf } from '../records/labels.ts';
import type { Bindings, Database } from './database.ts';

/** SQL over `article_topics`. */
const inRange = 'topic = :topic AND score > 0 AND score >= :from AND (:to IS NULL OR score < :to)';

export class SqliteLabels implements Labels {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async put(labels: readonly Label[]): Promise<void> {
    this.#db.transaction(() => {
      for (const label of labels)
        this.#db.run('INSERT OR REPLACE INTO labels (topic, article, at, doc) VALUES (:topic, :article, :at, :doc)', {
          topic: label.topic,
          article: label.articleId,
          at: label.at.getTime(),
          doc: JSON.stringify(label),
        });
    });
  }

  async remove(topic: string, article: string): Promise<boolean> {
    return this.#db.run('DELETE FROM labels WHERE topic = :topic AND article = :article', { topic, article }) === 1;
  }

  async ofTopic(topic: string): Promise<Label[]> {
    const sql = 'SELECT doc FROM labels WHERE topic = :topic ORDER BY at, article';
    return this.#db.all<{ doc: string }>(sql, { topic }).map(({ doc }) => labelOf(JSON.parse(doc)));
  }

  async countScored(topic: string, range: ScoreRange): Promise<number> {
    const sql = `SELECT count(*) AS n FROM article_topics WHERE ${inRange}`;
    return this.#db.get<{ n: number }>(sql, bindings(topic, range))?.n ?? 0;
  }

  async scoredAt(topic: string, range: ScoreRange, positions: readonly number[]): Promise<ScoredArticle[]> {
    const sql = `SELECT id, score FROM article_topics WHERE ${inRange} ORDER BY score, id LIMIT 1 OFFSET :position`;
    return positions.flatMap((position) => {
      const row = this.#db.get<ScoredArticle>(sql, { ...bindings(topic, range), position });
      return row === undefined ? [] : [{ ...row }];
    });
  }

  async addStep(step: CalibrationStep): Promise<boolean> {
    const { topic, number } = step;
    const sql = 'INSERT OR IGNORE INTO calibration_steps (topic, number, doc) VALUES (:topic, :number, :doc)';
    return this.#db.run(sql, { topic, number, doc: JSON.stringify(step) }) === 1;
  }

  async steps(topic: string): Promise<CalibrationStep[]> {
    const sql = 'SELECT doc FROM calibration_steps WHERE topic = :topic ORDER BY number';
    return this.#db.all<{ doc: string }>(sql, { topic }).map(({ doc }) => calibrationStepOf(JSON.parse(doc)));
  }

  async lastSteps(): Promise<CalibrationStep[]> {
    const sql = 'SELECT doc, max(number) FROM calibration_steps GROUP BY topic ORDER BY topic';
    return this.#db.all<{ doc: string }>(sql).map(({ doc }) => calibrationStepOf(JSON.parse(doc)));
  }
}

const bindings = (topic: string, { from, to }: ScoreRange): Bindings => ({ topic, from, to });
