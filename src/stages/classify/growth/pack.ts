import { createHash } from 'node:crypto';
import type { GrownPack, GrownScore, GrownScores, TopicText } from '../../../model/topic.ts';
import { type GrownTopic, grownJudge } from './grown-topic.ts';

/** Grown topics of one crawl, by name: in memory that all threads see, so that a page does not carry them along. */
export function packGrown(topics: Readonly<Record<string, GrownTopic>>): GrownPack {
  const json = JSON.stringify(
    Object.entries(topics).map(([name, { idf, weights, ...rest }]) => [
      name,
      { ...rest, idf: [...idf], weights: [...weights] },
    ]),
  );
  const text = Buffer.from(json);
  const bytes = new SharedArrayBuffer(text.length);
  new Uint8Array(bytes).set(text);
  return { key: createHash('sha256').update(text).digest('hex'), bytes };
}

/** What the packed topics say of texts. Unpacking takes tens of ms a topic: hold on to the function that comes back. */
export function packedJudge({ bytes }: GrownPack): (text: TopicText) => GrownScores {
  // a decoder refuses shared memory: the text is copied out of it, once
  const text = Buffer.from(new Uint8Array(bytes)).toString('utf8');
  const packed = JSON.parse(text) as readonly [
    string,
    Omit<GrownTopic, 'idf' | 'weights'> & Record<'idf' | 'weights', number[]>,
  ][];
  const judges = packed.map(([name, { idf, weights, ...rest }]): [string, (text: TopicText) => GrownScore] => [
    name,
    grownJudge({ ...rest, idf: Float32Array.from(idf), weights: Float32Array.from(weights) }),
  ]);
  return (given) => Object.fromEntries(judges.map(([name, judge]) => [name, judge(given)]));
}
