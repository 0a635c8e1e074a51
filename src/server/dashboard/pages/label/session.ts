import type { CalibrationStep, Label, PrecisionEstimate } from '../../../../model/topic/label.ts';
import { queryText, read, send } from '../../data/api.ts';
import type { Json, Listed } from '../../data/json.ts';

export const sampleSize = 30;

/** An article to be labelled. */
export interface SampleItem {
  readonly id: string;
  readonly url: string;
  readonly site: string;
  readonly title: string;
  readonly lead: string;
  readonly lang: string | null;
  readonly score: number;
  readonly drawn: Json<Label['drawn']>;
  readonly terms: readonly { readonly term: string; readonly share: number }[];
  /** Places of the terms, from and to. */
  readonly marks: { readonly title: readonly MarkedPart[]; readonly lead: readonly MarkedPart[] };
}
export type MarkedPart = readonly [from: number, to: number];

export interface LabelSample extends Listed<SampleItem> {
  readonly threshold: number;
}

/** A topic's threshold, its steps, and what the labels say now. */
export interface TopicCalibration extends Listed<Json<CalibrationStep>> {
  readonly defined: number;
  readonly threshold: number;
  readonly labels: number;
  readonly drawn: number;
  readonly floor: number;
  readonly target: number;
  readonly precision: (PrecisionEstimate & { readonly low: number; readonly high: number }) | null;
  readonly next: { readonly step: Json<CalibrationStep> | null; readonly why: string };
}

interface Answer {
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
  readonly answered: readonly Answer[];
  readonly calibration: TopicCalibration;
}

const draw = (topic: string): Promise<LabelSample> => {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return read<LabelSample>('/v1/labels', { topic, limit: sampleSize, seed: random >>> 1 });
};

const calibrationOf = (topic: string): Promise<TopicCalibration> =>
  read<TopicCalibration>('/v1/calibration', { topic });

export async function openSession(topic: string): Promise<LabelSession> {
  const [sample, calibration] = await Promise.all([draw(topic), calibrationOf(topic)]);
  return { topic, sample, at: 0, answered: [], calibration };
}

/** Stores the label of the article that is shown, and goes to the next. */
export async function answer(session: LabelSession, relevant: boolean): Promise<LabelSession> {
  const { topic, sample, at, answered } = session;
  const item = sample.items[at];
  if (item === undefined) return session;
  await send('POST', '/v1/labels', { id: item.id, topic, relevant, by: 'dashboard', drawn: item.drawn });
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
  if (last.isStored) await send('DELETE', `/v1/labels/${encodeURIComponent(last.id)}${queryText({ topic })}`);
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
  await send('POST', '/v1/calibration', { topic: session.topic });
  return await drawAgain({ ...session, calibration: await calibrationOf(session.topic) });
}
