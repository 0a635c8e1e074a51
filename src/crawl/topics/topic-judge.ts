import type { Judgement } from '../../model/article/article.ts';
import type { Topic } from '../../model/topic/topic.ts';
import type { JudgingPorts } from '../../services.ts';
import { type ClassifiedText, classify } from '../../stages/classify/classify.ts';
import { topicMarks } from '../../stages/classify/topic-marks.ts';

/** Judges a text by the topics of its site: of a page that was just read, or of an article in the store. */
export class TopicJudge {
  readonly #judgeFor: (host: string) => (text: ClassifiedText) => Judgement;

  constructor(io: JudgingPorts) {
    this.#judgeFor = preparedBySite(io, (topics) => {
      const classifyText = classify(topics);
      const judgedBy = topicMarks(topics);
      return (text) => ({ ...classifyText(text), judgedBy });
    });
  }

  judge(host: string, text: ClassifiedText): Judgement {
    return this.#judgeFor(host)(text);
  }
}

/**
 * Prepares something from a site's topics (all topics, if the site lists none), once for each set of topics.
 * @returns a function by host, to be kept for the whole crawl
 */
export function preparedBySite<T>(
  { topics, siteOf }: JudgingPorts,
  prepare: (topics: readonly Topic[]) => T,
): (host: string) => T {
  const preparedByKey = new Map<string, T>();
  return (host) => {
    const wanted = siteOf(host).topics;
    const key = wanted.join('\n');
    const prepared =
      preparedByKey.get(key) ??
      prepare(wanted.length === 0 ? topics : topics.filter(({ name }) => wanted.includes(name)));
    preparedByKey.set(key, prepared);
    return prepared;
  };
}
