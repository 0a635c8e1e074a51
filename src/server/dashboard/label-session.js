import { json, send } from './api.js';

export const sampleSize = 30;

const draw = (topic) =>
  json('/v1/labels', { topic, limit: sampleSize, seed: crypto.getRandomValues(new Uint32Array(1))[0] >>> 1 });

/** Somebody labels articles of a topic: a sample, where in it they are, and what was said, so that it can be taken back. */
export async function openSession(topic) {
  let at = 0;
  let [sample, calibration] = await Promise.all([draw(topic), json('/v1/calibration', { topic })]);
  const said = [];
  const learn = async () => {
    calibration = await json('/v1/calibration', { topic });
  };
  const drawAgain = async () => {
    [sample, at] = [await draw(topic), 0];
  };
  const say = (relevant) => async () => {
    const item = sample.items[at];
    if (item === undefined) return;
    await send('POST', '/v1/labels', { id: item.id, topic, relevant, by: 'dashboard', drawn: item.drawn });
    said.push({ id: item.id, at: at++, sample, stored: true });
    await learn();
  };
  const undo = async () => {
    const last = said.at(-1);
    if (last === undefined) return;
    const path = `/v1/labels/${encodeURIComponent(last.id)}?${new URLSearchParams({ topic })}`;
    if (last.stored) await send('DELETE', path);
    said.pop();
    [sample, at] = [last.sample, last.at];
    await learn();
  };
  return {
    view: () => ({ sample, at, said, calibration }),
    actions: {
      y: say(true),
      n: say(false),
      async s() {
        const item = sample.items[at];
        if (item !== undefined) said.push({ id: item.id, at: at++, sample, stored: false });
      },
      z: undo,
    },
    drawAgain,
    async takeStep() {
      await send('POST', '/v1/calibration', { topic });
      await learn();
      // what is drawn from now on goes around the new threshold
      await drawAgain();
    },
  };
}
