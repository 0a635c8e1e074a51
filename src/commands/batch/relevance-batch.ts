import { z } from 'zod';
import { growTopics, streamSize } from '../../crawl/topics/grow-topics.ts';
import type { Topic, TopicScore, TopicText } from '../../model/topic/topic.ts';
import { type Classification, classify } from '../../stages/classify/classify.ts';
import { topicScorer } from '../../stages/classify/growth/grown-topic.ts';
import { topicTerms } from '../../stages/classify/keywords.ts';
import { termWeights } from '../../stages/classify/terms.ts';
import { answerLines } from './json-lines.ts';

const lineSchema = z
  .object({
    id: z.union([z.string(), z.number()]),
    title: z.string().default(''),
    text: z.string().nullish(),
    lang: z.string().nullish(),
    url: z.string().nullish(),
    /** The page's own keywords and description, for the method `tags`. */
    tags: z.array(z.string()).nullish(),
    description: z.string().nullish(),
  })
  .refine(({ title, text }) => `${title}${text ?? ''}`.trim() !== '', 'has neither title nor text');

type Line = z.output<typeof lineSchema>;

/** Scores a text against topics, by the topics' methods. */
type TextClassifier = (text: JudgedText) => Classification;

/** A text with the page's own keywords and description. */
interface JudgedText {
  readonly title: string;
  readonly text?: string | null | undefined;
  readonly lang?: string | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  readonly description?: string | null | undefined;
}

/** @returns a function to reuse: it prepares the topics once. @param stream unlabelled texts, from which topics with examples are grown */
export function textClassifier(topics: readonly Topic[], stream: readonly TopicText[]): TextClassifier {
  const judge = classify(topics);
  const wantedTerms = new Set(topicTerms(topics));
  const grown = Object.entries(growTopics(topics, stream)).map(([name, topic]) => [name, topicScorer(topic)] as const);
  return (text) => {
    const { title, body, lang } = topicText(text);
    const meta = [...(text.tags ?? []), ...(text.description ? [text.description] : [])];
    return judge({
      terms: termWeights({ title, body, headings: [], lang, meta }, wantedTerms),
      lang,
      grown: Object.fromEntries(grown.map(([name, score]) => [name, score({ title, body, lang })])),
    });
  };
}

const topicText = ({ title, text, lang }: JudgedText): TopicText => ({
  title,
  body: text ?? '',
  lang: lang ?? null,
});

/**
 * Answers JSON lines `{id, title, text?, lang?}` with JSON lines `{id, score, kept, terms}` for one topic, in order. The first 2,000 lines are read before the first
 * answer: a topic with examples is grown from them. Later lines are answered as they arrive.
 */
export async function* relevanceBatch(lines: AsyncIterable<string>, topic: Topic): AsyncIterable<string> {
  const source = lines[Symbol.asyncIterator]();
  const first: string[] = [];
  let isDone = false;
  while (first.length < streamSize && !isDone) {
    const next = await source.next();
    if (next.done) isDone = true;
    else first.push(next.value);
  }
  const streamLines = first.map(textOf).filter((line) => line !== null);
  const judge = textClassifier([topic], streamLines.map(topicText));
  async function* all(): AsyncIterable<string> {
    yield* first;
    while (!isDone) {
      const next = await source.next();
      if (next.done) return;
      yield next.value;
    }
  }
  yield* answerLines(all(), lineSchema, (line) => answer(line, judge(line).topics));
}

/** Null for an invalid line: its error is answered when its turn comes. */
function textOf(line: string): Line | null {
  try {
    return lineSchema.safeParse(JSON.parse(line)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function answer({ id }: Line, [best]: readonly TopicScore[]) {
  const { score = 0, kept = false, terms = [] } = best ?? {};
  return { id, score, kept, terms };
}
