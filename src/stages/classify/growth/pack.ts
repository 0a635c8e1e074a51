import { createHash } from 'node:crypto';
import type { GrownPack, GrownScore, GrownScores, TopicText } from '../../../model/topic/topic.ts';
import { type GrownTopic, topicScorer, weightedTopTerms } from './grown-topic.ts';

/** Terms per topic that rate links: further ones change little. */
const maxLinkTerms = 20;

/** Stands for an array in the packed JSON: offset and length in the list of all numbers. */
type Span = readonly [number, number];

/**
 * Packs a crawl's grown topics, by name, into shared memory, so that they are not copied to the threads with every page. Layout: length of a JSON text, the text (each
 * array in it is a span), then all numbers, 4 bytes each; threads read the numbers in place.
 */
export function packGrown(topics: Readonly<Record<string, GrownTopic>>): GrownPack {
  const lists: Float32Array[] = [];
  let size = 0;
  const json = JSON.stringify(Object.entries(topics), (_, value: unknown) => {
    if (!(value instanceof Float32Array)) return value;
    lists.push(value);
    size += value.length;
    return { span: [size - value.length, value.length] satisfies Span };
  });
  const text = Buffer.from(json.padEnd(json.length + 3));
  const textLength = text.length - (text.length % 4);
  const bytes = new SharedArrayBuffer(4 + textLength + 4 * size);
  new Uint32Array(bytes, 0, 1)[0] = textLength;
  new Uint8Array(bytes, 4).set(text.subarray(0, textLength));
  const numbers = new Float32Array(bytes, 4 + textLength);
  let at = 0;
  for (const list of lists) {
    numbers.set(list, at);
    at += list.length;
  }
  const key = createHash('sha256').update(new Uint8Array(bytes)).digest('hex');
  const terms = Object.entries(topics).map(([name, topic]) => {
    const weights = weightedTopTerms(topic, maxLinkTerms).map(({ term, weight }): [string, number] => [term, weight]);
    return [name, Object.fromEntries(weights)] as const;
  });
  return { key, bytes, terms: Object.fromEntries(terms) };
}

/** @returns a function that scores a text by all packed topics; reuse it: unpacking takes tens of ms per topic */
export function packedScorer({ bytes }: GrownPack): (text: TopicText) => GrownScores {
  const textLength = new Uint32Array(bytes, 0, 1)[0] as number;
  // TextDecoder refuses shared memory: the text is copied, once
  const text = Buffer.from(new Uint8Array(bytes, 4, textLength)).toString('utf8');
  const numbers = new Float32Array(bytes, 4 + textLength);
  const packed = JSON.parse(text, (_, value: unknown) => {
    if (!isSpan(value)) return value;
    const [from, length] = value.span;
    return numbers.subarray(from, from + length);
  }) as readonly [string, GrownTopic][];
  const scorers = packed.map(([name, topic]): [string, (text: TopicText) => GrownScore] => [name, topicScorer(topic)]);
  return (topicText) => Object.fromEntries(scorers.map(([name, score]) => [name, score(topicText)]));
}

const isSpan = (value: unknown): value is { readonly span: Span } =>
  typeof value === 'object' && value !== null && 'span' in value;
