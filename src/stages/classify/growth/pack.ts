import { createHash } from 'node:crypto';
import type { GrownPack, GrownScore, GrownScores, TopicText } from '../../../model/topic/topic.ts';
import { type GrownTopic, topicScorer, weightedTopTerms } from './grown-topic.ts';

/** So many keywords say of a link what they can. */
const maxLinkTerms = 20;

/** A list of numbers as it stands in the packed text: from this place of the list of all numbers, so many. */
type Span = readonly [number, number];

/**
 * Grown topics of one crawl, by name: in memory that all threads see, so that a page does not carry them along. First the length of a JSON text, then the text, in which
 * each list of numbers is a span, then all numbers, 4 bytes each: a thread reads them where they are.
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
    const speaking = weightedTopTerms(topic, maxLinkTerms).map(({ term, weight }): [string, number] => [term, weight]);
    return [name, Object.fromEntries(speaking)] as const;
  });
  return { key, bytes, terms: Object.fromEntries(terms) };
}

/** What the packed topics say of texts. Unpacking takes tens of ms a topic: hold on to the function that comes back. */
export function packedScorer({ bytes }: Pick<GrownPack, 'bytes'>): (text: TopicText) => GrownScores {
  const textLength = new Uint32Array(bytes, 0, 1)[0] as number;
  // a decoder refuses shared memory: the text is copied out of it, once
  const text = Buffer.from(new Uint8Array(bytes, 4, textLength)).toString('utf8');
  const numbers = new Float32Array(bytes, 4 + textLength);
  const packed = JSON.parse(text, (_, value: unknown) => {
    if (!isSpan(value)) return value;
    const [from, length] = value.span;
    return numbers.subarray(from, from + length);
  }) as readonly [string, GrownTopic][];
  const judges = packed.map(([name, topic]): [string, (text: TopicText) => GrownScore] => [name, topicScorer(topic)]);
  return (given) => Object.fromEntries(judges.map(([name, judge]) => [name, judge(given)]));
}

const isSpan = (value: unknown): value is { readonly span: Span } =>
  typeof value === 'object' && value !== null && 'span' in value;
