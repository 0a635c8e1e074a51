import { NewshawkError } from '../../errors.ts';
import type { ArticleStatus, JudgedGroup, Judgement, StoredArticle } from '../../model/article/article.ts';
import type { Topic } from '../../model/topic/topic.ts';
import type { RejudgingPorts } from '../../services.ts';
import { isOnTopic } from '../../stages/classify/classify.ts';
import { topicTerms } from '../../stages/classify/keywords.ts';
import { joinMarks, splitMarks, topicMark, topicMarks } from '../../stages/classify/topic-marks.ts';
import type { Store } from '../../storage/port.ts';
import { wholeTextOf } from '../fetch/whole-text.ts';
import { type ArticleSelection, outdatedGroups, totalArticles } from './outdated-articles.ts';
import { type RescoreReport, RescoreTally } from './rescore-tally.ts';
import { preparedBySite, TopicJudge } from './topic-judge.ts';

export interface RescoreRequest extends ArticleSelection {
  /** Write nothing. */
  readonly isDry: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: { readonly judged: number; readonly total: number }) => void;
}

/** Articles in memory at once: enough to keep the reader's threads busy while the store writes. */
const batchSize = 16;

/**
 * Judges stored articles by the current topics, as their next visits would. Each article stores which topics judged it, so an interrupted run can be continued, and crawls
 * may run at the same time: an article that a crawl writes in the meantime is judged again.
 */
export async function rescore(io: RejudgingPorts, options: RescoreRequest): Promise<RescoreReport> {
  const groups = await outdatedGroups(io, options);
  const total = totalArticles(groups);
  const tally = new RescoreTally();
  const judgeOne = judgeStored(io, options.topic);
  const perform = async (articles: readonly StoredArticle[]) => {
    await Promise.all(articles.map((article) => rescoreOne(io, { article, judgeOne, tally, isDry: options.isDry })));
    options.onProgress({ judged: tally.judged, total });
  };
  let batch: StoredArticle[] = [];
  for await (const article of articlesIn(io, groups)) {
    if (options.signal.aborted) break;
    batch.push(article);
    if (batch.length < batchSize) continue;
    await perform(batch);
    batch = [];
  }
  if (!options.signal.aborted) await perform(batch);
  return tally.report({ total, isInterrupted: options.signal.aborted });
}

/** The articles of these groups. */
export async function* articlesIn(
  { store }: { readonly store: Store },
  groups: readonly JudgedGroup[],
): AsyncIterable<StoredArticle> {
  for (const group of groups) yield* store.articles.inJudgedGroup(group);
}

type JudgeOne = (article: StoredArticle) => Promise<Judgement>;

/** Attempts per article; each write by another process during an attempt needs a new one. */
const maxAttempts = 5;

interface OneArticle {
  readonly article: StoredArticle;
  readonly judgeOne: JudgeOne;
  readonly tally: RescoreTally;
  readonly isDry: boolean;
}

/** Judges one article and writes the judgement. An article that can't be judged (a timeout) counts as failed and keeps its marks, so the next run tries it again. */
async function rescoreOne({ store }: RejudgingPorts, { article, judgeOne, tally, isDry }: OneArticle): Promise<void> {
  let current: StoredArticle | null = article;
  for (let attempt = 0; attempt < maxAttempts && current !== null; attempt += 1) {
    const judgement: Judgement | Error = await judgeOne(current).catch((error: unknown) => asError(error));
    if (judgement instanceof Error) return tally.fail(article, judgement);
    const status = isDry ? statusBy(current, judgement) : await store.articles.judgeAgain(current, judgement);
    if (status !== null) return tally.add(current, { ...judgement, status });
    current = await store.articles.get(article.id); // another process has written or deleted it
  }
  if (current !== null) tally.fail(article, new Error('other processes keep writing it'));
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** The status that the cluster would give: which article is canonical does not depend on topics. */
const statusBy = ({ status }: StoredArticle, { onTopic }: Judgement): ArticleStatus =>
  status === 'duplicate' ? status : onTopic ? 'published' : 'off-topic';

/** Runs the classify stage on a stored article: on all topics of its site, or on `topic` only. */
export function judgeStored(io: RejudgingPorts, topic: string | null): JudgeOne {
  const topicJudge = new TopicJudge(io);
  const topicsOf = preparedBySite(io, (topics) => topics);
  const { grown, topics } = io;
  const terms = topicTerms(topics);
  return async (article) => {
    const ofSite = topicsOf(article.site);
    if (ofSite.length === 0) return { topics: [], onTopic: true, judgedBy: topicMarks(ofSite) };
    const text = { ...wholeTextOf(article, article.url), terms, grown, categories: { model: null } };
    const { terms: counts, grown: scores } = await io.reader.weigh(text);
    if (counts === null) throw new NewshawkError('bug', 'a text was weighed without its terms');
    const judgement = topicJudge.judge(article.site, { terms: counts, lang: article.lang, grown: scores });
    const named = ofSite.find(({ name }) => name === topic);
    return named === undefined ? judgement : replaceTopicScore(named, { article, judgement, ofSite });
  };
}

/** Replaces one topic's score and keeps the stored scores of the others; when these are up to date, the whole judgement is. */
function replaceTopicScore(
  named: Topic,
  {
    article,
    judgement,
    ofSite,
  }: { readonly article: StoredArticle; readonly judgement: Judgement; readonly ofSite: readonly Topic[] },
): Judgement {
  const [mark, { name }] = [topicMark(named), named];
  const storedMarks = splitMarks(article.judgedBy);
  const isWhole = splitMarks(judgement.judgedBy).every((other) => other === mark || storedMarks.includes(other));
  if (isWhole) return judgement;
  const others = article.topics.filter((score) => score.topic !== name);
  const topics = [...others, ...judgement.topics.filter((score) => score.topic === name)];
  topics.sort((a, b) => b.score - a.score || (a.topic < b.topic ? -1 : 1));
  return { topics, onTopic: isOnTopic(ofSite, topics), judgedBy: joinMarks([...storedMarks, mark]) };
}
