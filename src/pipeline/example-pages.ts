import type { App } from '../app.ts';
import { kindOf } from '../errors.ts';
import type { Topic, TopicExample } from '../model/topic.ts';

export interface CompletedTopic {
  readonly topic: Topic;
  /** Examples whose page gave no text. */
  readonly missing: readonly { readonly url: string; readonly why: string }[];
}

/** An address that was not read yet. */
export const isUnread = ({ url, title, text }: TopicExample): boolean => url !== null && `${title}${text}` === '';

/** Reads the pages of a topic's examples that have no text yet, one after the other, as any page is read: under the network policy. */
export async function completeExamples(topic: Topic, app: Pick<App, 'readPage' | 'clock'>): Promise<CompletedTopic> {
  const missing: { url: string; why: string }[] = [];
  const examples: TopicExample[] = [];
  for (const example of topic.examples) {
    if (!isUnread(example)) {
      examples.push(example);
      continue;
    }
    const url = example.url ?? '';
    const read = await readExample(url, app);
    if (typeof read === 'string') missing.push({ url, why: read });
    examples.push(typeof read === 'string' ? example : read);
  }
  return { topic: { ...topic, examples }, missing };
}

/** Or why there is no text. */
async function readExample(
  url: string,
  { readPage, clock }: Pick<App, 'readPage' | 'clock'>,
): Promise<TopicExample | string> {
  try {
    const { reading } = await readPage({ url, html: null, fetchedAt: null, render: 'auto', explain: false });
    if (reading.draft === null) return reading.detail || 'no article';
    const { title, body } = reading.draft;
    return { url, title, text: body, fetchedAt: clock.now().toISOString() };
  } catch (error) {
    if (kindOf(error) === 'bug') throw error;
    return error instanceof Error ? error.message : String(error);
  }
}
