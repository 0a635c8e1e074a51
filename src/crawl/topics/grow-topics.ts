import type { GrownPack, Topic, TopicText } from '../../model/topic/topic.ts';
import { growTopic, minStreamTexts, prepareStream } from '../../stages/classify/growth/grow-topic.ts';
import type { GrownTopic } from '../../stages/classify/growth/grown-topic.ts';
import { packGrown } from '../../stages/classify/growth/pack.ts';
import type { Articles } from '../../storage/articles-port.ts';
import type { Labels } from '../../storage/collections/labels.ts';

/** Methods that learn from examples, if the topic has any. */
const learningMethods: ReadonlySet<Topic['method']> = new Set(['vector', 'learned']);
const topicsWithExamples = (topics: readonly Topic[]): Topic[] =>
  topics.filter(({ method, examples }) => learningMethods.has(method) && examples.length > 0);

/** Texts. More hardly improve a topic, and make the start longer. */
export const streamSize = 2_000;

/** Labelled texts by topic: on topic (accepted) and off topic (rejected). */
type JudgedTexts = Readonly<
  Record<string, { readonly accepted: readonly TopicText[]; readonly rejected: readonly TopicText[] }>
>;

/**
 * Grows all topics with examples from a stream of unlabelled texts.
 * @returns grown topics by name, without those that have too few examples or texts: these fall back to their keywords
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
  return Object.fromEntries(grown.filter((entry): entry is readonly [string, GrownTopic] => entry[1] !== null));
}

const seedsOf = ({ name, keywords, examples }: Topic, judged: JudgedTexts) => ({
  keywords,
  // an example without text is one whose page could not be read
  examples: examples
    .filter(({ title, text }) => `${title}${text}`.trim() !== '')
    .map(({ title, text }) => ({ title, body: text, lang: null })),
  accepted: judged[name]?.accepted ?? [],
  rejected: judged[name]?.rejected ?? [],
});

/** The newest articles of the store, of any status. */
export async function newestTexts(articles: Articles): Promise<readonly TopicText[]> {
  const newest = await articles.find({ limit: streamSize });
  return newest.map(({ title, body, lang }) => ({ title, body, lang }));
}

/** At most this many labels per topic are used: the newest. */
const maxLabels = 500;

interface LabelledArticles {
  readonly articles: Articles;
  readonly labels: Labels;
}

/** Grows topics from the newest and the labelled articles of the store. Null when no topic has examples, or there are too few articles. */
export async function growFromStore(
  topics: readonly Topic[],
  { articles, labels }: LabelledArticles,
): Promise<GrownPack | null> {
  const topicsToGrow = topicsWithExamples(topics);
  if (topicsToGrow.length === 0) return null;
  const judged: Record<string, Awaited<ReturnType<typeof labelledTexts>>> = {};
  for (const { name } of topicsToGrow) judged[name] = await labelledTexts(name, { articles, labels });
  const grown = growTopics(topicsToGrow, await newestTexts(articles), judged);
  return Object.keys(grown).length === 0 ? null : packGrown(grown);
}

async function labelledTexts(topic: string, { articles, labels }: LabelledArticles) {
  const [accepted, rejected]: [TopicText[], TopicText[]] = [[], []];
  for (const { articleId, relevant } of (await labels.ofTopic(topic)).slice(-maxLabels)) {
    const article = await articles.get(articleId);
    if (article !== null)
      (relevant ? accepted : rejected).push({ title: article.title, body: article.body, lang: article.lang });
  }
  return { accepted, rejected };
}
