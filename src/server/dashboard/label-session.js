import { json, send } from './api.js';

export const sampleSize = 30;

const draw = (topic) =>
  json('/v1/labels', { topic, limit: sampleSize, seed: crypto.getRandomValues(new Uint32Array(1))[0] >>> 1 });

/** A person's labelling of a topic: the sample, the position in it, and the answers, which can be undone. */
export async function openSession(topic) {
  let at = 0;
  let [sample, calibration] = await Promise.all([draw(topic), json('/v1/calibration', { topic })]);
  const answered = [];
  const refreshCalibration = async () => {
    calibration = await json('/v1/calibration', { topic });
  };
  const drawAgain = async () => {
    [sample, at] = [await draw(topic), 0];
  };
  const label = (relevant) => async () => {
    const item = sample.items[at];
    if (item === undefined) return;
    await send('POST', '/v1/labels', { id: item.id, topic, relevant, by: 'dashboard', drawn: item.drawn });
    answered.push({ id: item.id, at: at++, sample, isStored: true });
    await refreshCalibration();
  };
  const undo = async () => {
    const last = answered.at(-1);
    if (last === undefined) return;
    const path = `/v1/labels/${encodeURIComponent(last.id)}?${new URLSearchParams({ topic })}`;
    if (last.isStored) await send('DELETE', path);
    answered.pop();
    [sample, at] = [last.sample, last.at];
    await refreshCalibration();
  };
  return {
    view: () => ({ sample, at, answered, calibration }),
    actions: {
      y: label(true),
      n: label(false),
      async s() {
        const item = sample.items[at];
        if (item !== undefined) answered.push({ id: item.id, at: at++, sample, isStored: false });
      },
      z: undo,
    },
    drawAgain,
    async takeStep() {
      await send('POST', '/v1/calibration', { topic });
      await refreshCalibration();
      // the next sample is drawn around the new threshold
      await drawAgain();
    },
  };
}
