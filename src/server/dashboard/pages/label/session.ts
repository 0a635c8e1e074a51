import type { AnswerOf } from '../../data/api.ts';
import { read, send } from '../../data/api.ts';

export const sampleSize = 30;

export type LabelSample = AnswerOf<'/v1/labels'>;
export type SampleItem = LabelSample['items'][number];
export type MarkedPart = SampleItem['marks']['title'][number];
/** A topic's threshold, its steps, and what the labels say now. */
export type TopicCalibration = AnswerOf<'/v1/calibration'>;

interface GivenAnswer {
  readonly id: string;
  readonly at: number;
  readonly sample: LabelSample;
  /** False: it was skipped. */
  readonly isStored: boolean;
}

/** A person's labelling of a topic: the sample, the place in it, and the answers, which can be undone. */
export interface LabelSession {
  readonly topic: string;
  readonly sample: LabelSample;
  readonly at: number;
  readonly answered: readonly GivenAnswer[];
  readonly calibration: TopicCalibration;
}

const draw = (topic: string): Promise<LabelSample> => {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return read('/v1/labels', { query: { topic, limit: sampleSize, seed: random >>> 1 } });
};

const calibrationOf = (topic: string): Promise<TopicCalibration> => read('/v1/calibration', { query: { topic } });

export async function openSession(topic: string): Promise<LabelSession> {
  const [sample, calibration] = await Promise.all([draw(topic), calibrationOf(topic)]);
  return { topic, sample, at: 0, answered: [], calibration };
}

/** Stores the label of the article that is shown, and goes to the next. */
export async function answer(session: LabelSession, relevant: boolean): Promise<LabelSession> {
  const { topic, sample, at, answered } = session;
  const item = sample.items[at];
  if (item === undefined) return session;
  await send('post', '/v1/labels', { body: { id: item.id, topic, relevant, by: 'dashboard', drawn: item.drawn } });
  return {
    ...session,
    at: at + 1,
    answered: [...answered, { id: item.id, at, sample, isStored: true }],
    calibration: await calibrationOf(topic),
  };
}

export function skip(session: LabelSession): LabelSession {
  const { sample, at, answered } = session;
  const item = sample.items[at];
  if (item === undefined) return session;
  return { ...session, at: at + 1, answered: [...answered, { id: item.id, at, sample, isStored: false }] };
}

/** Takes the last answer back, its label too. */
export async function undo(session: LabelSession): Promise<LabelSession> {
  const { topic, answered } = session;
  const last = answered.at(-1);
  if (last === undefined) return session;
  if (last.isStored) await send('delete', '/v1/labels/{id}', { path: { id: last.id }, query: { topic } });
  return {
    ...session,
    sample: last.sample,
    at: last.at,
    answered: answered.slice(0, -1),
    calibration: await calibrationOf(topic),
  };
}

export const drawAgain = async (session: LabelSession): Promise<LabelSession> => ({
  ...session,
  sample: await draw(session.topic),
  at: 0,
});

/** Moves the threshold; the next sample is drawn around the new one. */
export async function takeStep(session: LabelSession): Promise<LabelSession> {
  await send('post', '/v1/calibration', { body: { topic: session.topic } });
  return await drawAgain({ ...session, calibration: await calibrationOf(session.topic) });
}
