import type { ReadPageRequest, ReadPageResult } from '../../app.ts';
import { kindOf } from '../../errors.ts';
import type { ReadExample, Topic, TopicExample } from '../../model/topic/topic.ts';
import type { Clock } from '../../ports.ts';
import type { Topics } from '../../storage/collections/topics.ts';

export type PageReader = (request: ReadPageRequest) => Promise<ReadPageResult>;

/** Reads the pages of examples. */
export interface ExampleReader {
  readonly readPage: PageReader;
  readonly clock: Clock;
  /** Stores the examples' texts, so that each page is read once. */
  readonly topics: Topics;
}

export interface CompletedTopic {
  readonly topic: Topic;
  /** Examples whose page has no text. */
  readonly missing: readonly { readonly url: string; readonly why: string }[];
}

/** Whether the example is an address whose page was not read yet. */
export const isUnread = ({ url, title, text }: TopicExample): boolean => url !== null && `${title}${text}` === '';

/** Reads the pages of a topic's unread examples, one after the other, under the network policy. @throws store errors and bugs; other errors go to `missing` */
export async function completeExamples(topic: Topic, io: ExampleReader): Promise<CompletedTopic> {
  const missing: { url: string; why: string }[] = [];
  const examples: TopicExample[] = [];
  for (const example of topic.examples) {
    if (!isUnread(example)) {
      examples.push(example);
      continue;
    }
    const url = example.url ?? '';
    const result = (await io.topics.example(url)) ?? (await readExample(url, io));
    if (typeof result === 'string') missing.push({ url, why: result });
    examples.push(typeof result === 'string' ? example : result);
  }
  return { topic: { ...topic, examples }, missing };
}

/** Reads and stores an example's text. @returns the example, or the reason why it has no text */
async function readExample(url: string, { readPage, clock, topics }: ExampleReader): Promise<ReadExample | string> {
  try {
    const { reading } = await readPage({ url, html: null, fetchedAt: null, render: 'auto', explain: false });
    if (reading.draft === null) return reading.detail || 'no article';
    const { title, body } = reading.draft;
    const example = { url, title, text: body, fetchedAt: clock.now().toISOString() };
    await topics.putExample(example);
    return example;
  } catch (error) {
    const kind = kindOf(error);
    if (kind === 'bug' || kind === 'store') throw error;
    return error instanceof Error ? error.message : String(error);
  }
}
