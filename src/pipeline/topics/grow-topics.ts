import type { GrownPack, Topic, TopicText } from '../../model/topic/topic.ts';
import { growTopic, minStreamTexts, prepareStream } from '../../stages/classify/growth/grow-topic.ts';
import type { GrownTopic } from '../../stages/classify/growth/grown-topic.ts';
import { packGrown } from '../../stages/classify/growth/pack.ts';
import type { Store } from '../../storage/port.ts';

/** Methods that learn from examples, where there are some. */
const learningMethods: ReadonlySet<Topic['method']> = new Set(['vector', 'learned']);
const topicsWithExamples = (topics: readonly Topic[]): Topic[] =>
  topics.filter(({ method, examples }) => learningMethods.has(method) && examples.length > 0);

/** So many texts of the stream show what is common: more make a topic hardly better, and the start longer. */
export const streamSize = 2_000;

/** Texts that a person has judged, by topic. */
export type JudgedTexts = Readonly<
  Record<string, { readonly accepted: readonly TopicText[]; readonly rejected: readonly TopicText[] }>
>;

/**
 * Grows all topics that have examples from a stream of texts that nobody has judged.
 * @returns by name; a topic that there is too little for is missing: its keywords alone decide
 */
export function growTopics(
  topics: readonly Topic[],
  stream: readonly TopicText[],
  judged: JudgedTexts = {},
): Readonly<Record<string, GrownTopic>> {
  const topicsToGrow = topicsWithExamples(topics);
  if (topicsToGrow.length === 0 || stream.length < minStreamTexts) return {};
  const prepared = prepareStream(stream);
  const grown = topicsToGrow.map((topic) => [topic.name, growTopic(seedsOf(topic, judged), prepared)] as const);
  return Object.fromEntries(grown.filter((one): one is readonly [string, GrownTopic] => one[1] !== null));
}

const seedsOf = ({ name, keywords, examples }: Topic, judged: JudgedTexts) => ({
  keywords,
  // one whose page could not be read has no text
  examples: examples
    .filter(({ title, text }) => `${title}${text}`.trim() !== '')
    .map(({ title, text }) => ({ title, body: text, lang: null })),
  accepted: judged[name]?.accepted ?? [],
  rejected: judged[name]?.rejected ?? [],
});

/** The newest articles of the store, whatever became of them. */
export async function newestTexts({ articles }: Pick<Store, 'articles'>): Promise<readonly TopicText[]> {
  const newest = await articles.find({ limit: streamSize });
  return newest.map(({ title, body, lang }) => ({ title, body, lang }));
}

/** So many labelled articles of a topic are learned from at most, the newest. */
const maxLabels = 500;

/** Grows topics from the newest articles of the store, and from those that were labelled. Null: there is none to grow, or too few articles. */
export async function growFromStore(
  topics: readonly Topic[],
  store: Pick<Store, 'articles' | 'labels'>,
): Promise<GrownPack | null> {
  const topicsToGrow = topicsWithExamples(topics);
  if (topicsToGrow.length === 0) return null;
  const judged: Record<string, Awaited<ReturnType<typeof labelledTexts>>> = {};
  for (const { name } of topicsToGrow) judged[name] = await labelledTexts(name, store);
  const grown = growTopics(topicsToGrow, await newestTexts(store), judged);
  return Object.keys(grown).length === 0 ? null : packGrown(grown);
}

async function labelledTexts(topic: string, { articles, labels }: Pick<Store, 'articles' | 'labels'>) {
  const [accepted, rejected]: [TopicText[], TopicText[]] = [[], []];
  for (const { articleId, relevant } of (await labels.of(topic)).slice(-maxLabels)) {
    const article = await articles.get(articleId);
    if (article !== null)
      (relevant ? accepted : rejected).push({ title: article.title, body: article.body, lang: article.lang });
  }
  return { accepted, rejected };
}
