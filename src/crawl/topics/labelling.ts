import { z } from 'zod';
import { CommandError, exitCodes } from '../../errors.ts';
import type { StoredArticle } from '../../model/article/article.ts';
import { count, record } from '../../model/schema.ts';
import type { CalibrationStep, Drawn, Label } from '../../model/topic/label.ts';
import { calibrationStepSchema, precisionEstimate } from '../../model/topic/label.ts';
import type { Topic } from '../../model/topic/topic.ts';
import { type CalibrationOptions, calibrateThreshold } from '../../stages/classify/calibrate-threshold.ts';
import { precisionFrom, precisionInterval, weightLabels } from '../../stages/classify/precision.ts';
import { allocateDraws, mulberry32, randomPositions, strataAround } from '../../stages/classify/sampling.ts';
import type { Store } from '../../storage/port.ts';

/** An article to be labelled. */
export interface SampledPage {
  readonly article: StoredArticle;
  readonly score: number;
  readonly drawn: Drawn;
}

/** What is shown of an article to be labelled, and what its label needs. */
export const sampleItem = ({ article, score, drawn }: SampledPage) => ({
  id: article.id,
  url: article.url,
  site: article.site,
  title: article.title,
  lead: leadOf(article.body),
  score,
  drawn,
});

/** The first paragraph, at most 500 characters. */
export const leadOf = (body: string): string =>
  body
    .trim()
    .split(/\n\s*\n/)[0]
    ?.slice(0, 500) ?? '';

export interface Sample {
  /** The threshold in force. */
  readonly threshold: number;
  readonly pages: readonly SampledPage[];
}

interface SampleRequest {
  readonly count: number;
  readonly seed: number;
  readonly now: Date;
}

/** Width of a stratum, as a share of the topic's threshold; the first calibration step has the same size. */
const stratumWidth = 1 / 4;

/**
 * Draws a random sample of a topic's unlabelled articles, near its threshold and far from it. The order is independent of the scores. The same seed gives the same sample
 * of the same store.
 */
export async function drawSample(store: Store, topic: Topic, { count, seed, now }: SampleRequest): Promise<Sample> {
  const { articles, labels } = store;
  const random = mulberry32(seed);
  const threshold = (await labels.steps(topic.name)).at(-1)?.to ?? topic.threshold;
  const existingLabels = await labels.ofTopic(topic.name);
  const labelled = new Set(existingLabels.map(({ articleId }) => articleId));
  const scores = await scoresOf(store, topic.name, labelled);
  const strata = [];
  for (const { range, share } of strataAround(threshold, topic.threshold * stratumWidth)) {
    const size = await articles.countScored(topic.name, range);
    const labelledCount = scores.filter(
      (score) => score > 0 && score >= range.from && (range.to === null || score < range.to),
    ).length;
    strata.push({ range, share, size, labelledCount, population: Math.max(0, size - labelledCount) });
  }
  const shares = strata.map(({ share }) => share);
  const counts = allocateDraws(
    shares,
    strata.map(({ population }) => population),
    count,
  );
  const pages: SampledPage[] = [];
  for (const [index, { range, size, labelledCount, population }] of strata.entries()) {
    // labelled articles may be among the drawn ones and are left out, so draw more
    const drawn = shuffled(randomPositions(size, Math.min(size, (counts[index] ?? 0) + labelledCount), random), random);
    const scoredArticles = await articles.scoredAt(topic.name, range, drawn);
    const fresh = scoredArticles.filter(({ id }) => !labelled.has(id)).slice(0, counts[index] ?? 0);
    for (const { id, score } of fresh) {
      const article = await articles.get(id);
      const draw = `${seed}/${now.toISOString()}`;
      if (article !== null) pages.push({ article, score, drawn: { ...range, population, draw, at: now } });
    }
  }
  return { threshold, pages: shuffled(pages, random) };
}

/** The current scores of labelled articles: an article that was judged again may be in another stratum. */
async function scoresOf({ articles }: Store, topic: string, ids: Iterable<string>): Promise<number[]> {
  const scores: number[] = [];
  for (const id of ids)
    scores.push((await articles.get(id))?.topics.find((score) => score.topic === topic)?.score ?? 0);
  return scores;
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const mixed = [...items];
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [mixed[at], mixed[other]] = [mixed[other] as T, mixed[at] as T];
  }
  return mixed;
}

interface LabelRequest extends Pick<Label, 'articleId' | 'topic' | 'relevant' | 'by' | 'at'> {
  readonly drawn: Drawn | null;
}

/** Completes a label with its article's score and time. @throws CommandError (nothing found) for an unknown article */
export async function makeLabel({ articles }: Store, request: LabelRequest): Promise<Label> {
  const article = await articles.get(request.articleId);
  if (article === null)
    throw new CommandError(
      exitCodes.nothingFound,
      `There is no article ${request.articleId}: \`newshawk label --topic ${request.topic} --list\` names some.`,
    );
  const score = article.topics.find(({ topic }) => topic === request.topic)?.score ?? 0;
  return { ...request, score, seenAt: article.firstSeenAt };
}

/** The outcome of one round of calibration. */
export const calibrationResultSchema = record({
  threshold: z.number(),
  /** Null: the threshold is unchanged. */
  step: calibrationStepSchema.nullable(),
  why: z.string(),
});
export type CalibrationResult = z.infer<typeof calibrationResultSchema>;

/** The labels' evidence on a topic's threshold. */
export const calibrationViewSchema = record({
  /** Number of labels of drawn articles: only these count towards the precision. */
  drawn: count,
  /** Precision above the threshold; null without labels there. */
  precision: record({ ...precisionEstimate, low: z.number(), high: z.number() }).nullable(),
  /** The next step of the step rule. */
  next: calibrationResultSchema,
});
type CalibrationView = z.infer<typeof calibrationViewSchema>;

/** Estimates the precision at the threshold in force, and the next calibration step; stores nothing. */
export async function viewCalibration(
  store: Store,
  topic: Topic,
  { now, options }: { readonly now: Date; readonly options: CalibrationOptions },
): Promise<CalibrationView> {
  const threshold = (await store.labels.steps(topic.name)).at(-1)?.to ?? topic.threshold;
  const weightedLabels = weightLabels(await store.labels.ofTopic(topic.name));
  const estimate = precisionFrom(weightedLabels, threshold);
  const next = await recalibrate(store, topic, { now, isDry: true, options });
  const precision = estimate.labels === 0 ? null : { ...estimate, ...precisionInterval(weightedLabels, threshold) };
  return { drawn: weightedLabels.length, precision, next };
}

/** Runs one round of the step rule on all labels of the topic, and stores the step unless `isDry`. */
export async function recalibrate(
  { labels }: Store,
  topic: Topic,
  { now, isDry, options }: { readonly now: Date; readonly isDry: boolean; readonly options: CalibrationOptions },
): Promise<CalibrationResult> {
  const steps = await labels.steps(topic.name);
  const decision = calibrateThreshold(steps, await labels.ofTopic(topic.name), topic.threshold, options);
  const threshold = steps.at(-1)?.to ?? topic.threshold;
  if (typeof decision === 'string') return { threshold, step: null, why: decision };
  const step = { ...decision, topic: topic.name, at: now };
  if (!isDry && !(await labels.addStep(step)))
    return { threshold, step: null, why: 'another process has just taken this step' };
  return { threshold: step.to, step, why: step.why };
}

/** Topics with the thresholds in force: a calibrated threshold replaces the defined one. */
export const withThresholds = (topics: readonly Topic[], steps: readonly CalibrationStep[]): Topic[] =>
  topics.map((topic) => ({
    ...topic,
    threshold: steps.find((step) => step.topic === topic.name)?.to ?? topic.threshold,
  }));
