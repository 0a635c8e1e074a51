import type { StoredArticle } from '../../model/article/article.ts';
import type { KnownTopic, Topic } from '../../model/topic/topic.ts';
import type { RejudgingPorts } from '../../services.ts';
import { outdatedGroups, totalArticles } from './outdated-articles.ts';
import { articlesIn, judgeStored } from './rescore.ts';

/** What topics would make of the stored articles. Copies do not count: their story decides. */
export interface TopicForecast {
  /** Stored articles. */
  readonly total: number;
  /** Those that were judged: not more than a bound, unless there are fewer. */
  readonly judged: number;
  /** Judged articles that match no topic: they would not be published. */
  readonly hidden: number;
  /** Of these, how many are published now. */
  readonly newlyHidden: number;
  /** By topic, in the order given: how many of the judged articles match it. */
  readonly matches: readonly { readonly topic: string; readonly articles: number }[];
}

/** Articles that are judged, at most: each takes about 7 ms on one core. */
const maxJudged = 3_000;
const batchSize = 16;

/** The topics with these added, which replace those of the same name. */
export const withAdded = (known: readonly KnownTopic[], added: readonly Topic[]): KnownTopic[] => [
  ...known.filter(({ topic }) => !added.some(({ name }) => name === topic.name)),
  ...added.map((topic): KnownTopic => ({ topic, definedIn: 'store', updatedAt: null })),
];

/** Judges stored articles by the topics of `io`, and changes nothing. @param names topics whose matches are counted */
export async function forecastTopics(io: RejudgingPorts, names: readonly string[]): Promise<TopicForecast> {
  const groups = await outdatedGroups(io, { topic: null, sites: null, all: true });
  const judge = judgeStored(io, null);
  const matches = new Map(names.map((name) => [name, 0]));
  let [judged, hidden, newlyHidden] = [0, 0, 0];
  const judgeOne = async (article: StoredArticle): Promise<void> => {
    const { topics, onTopic } = await judge(article);
    judged += 1;
    if (!onTopic) hidden += 1;
    if (!onTopic && article.status === 'published') newlyHidden += 1;
    for (const { topic, kept } of topics)
      if (kept && matches.has(topic)) matches.set(topic, (matches.get(topic) ?? 0) + 1);
  };
  let batch: StoredArticle[] = [];
  for await (const article of articlesIn(io, groups)) {
    if (article.status === 'duplicate') continue;
    batch.push(article);
    if (batch.length === batchSize || judged + batch.length >= maxJudged) {
      await Promise.all(batch.map(judgeOne));
      batch = [];
    }
    if (judged >= maxJudged) break;
  }
  await Promise.all(batch.map(judgeOne));
  const counted = [...matches].map(([topic, articles]) => ({ topic, articles }));
  return { total: Math.max(judged, totalArticles(groups)), judged, hidden, newlyHidden, matches: counted };
}
