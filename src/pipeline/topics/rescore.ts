import { NewshawkError } from '../../errors.ts';
import type { ArticleStatus, JudgedGroup, Judgement, StoredArticle } from '../../model/article/article.ts';
import { topicTerms } from '../../stages/classify/keywords.ts';
import { joinMarks, splitMarks, topicMark, topicMarks } from '../../stages/classify/topic-marks.ts';
import { TopicJudge } from '../crawl.ts';
import type { CrawlPorts } from '../ports.ts';
import { wholeTextOf } from '../visit/whole-text.ts';
import { type ArticleSelection, outdatedGroups, totalArticles } from './outdated-articles.ts';
import { type RescoreReport, RescoreTally } from './rescore-tally.ts';
import { preparedBySite } from './site-topics.ts';

export type RescorePorts = Pick<CrawlPorts, 'store' | 'reader' | 'topics' | 'grown' | 'siteOf'>;

export interface RescoreOptions extends ArticleSelection {
  /** Nothing is written. */
  readonly isDry: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: { readonly judged: number; readonly total: number }) => void;
}

/** Articles in memory at once: enough to keep the reader's threads at work while the store writes. */
const batchSize = 16;

/**
 * Judges stored articles by today's topics, as their next visits would. What is done is marked with each article, so that a run that was cut off goes on where it
 * ended, and crawls may work beside it: an article that one of them writes meanwhile is looked at again.
 */
export async function rescore(io: RescorePorts, options: RescoreOptions): Promise<RescoreReport> {
  const groups = await outdatedGroups(io, options);
  const total = totalArticles(groups);
  const tally = new RescoreTally();
  const judgeOne = judgeStored(io, options);
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

async function* articlesIn(
  { store }: Pick<RescorePorts, 'store'>,
  groups: readonly JudgedGroup[],
): AsyncIterable<StoredArticle> {
  for (const group of groups) yield* store.articles.judgedAlike(group);
}

type JudgeOne = (article: StoredArticle) => Promise<Judgement>;

/** A crawl that writes one article more often than this while we look at it is not at work, but broken. */
const maxAttempts = 5;

interface OneArticle {
  readonly article: StoredArticle;
  readonly judgeOne: JudgeOne;
  readonly tally: RescoreTally;
  readonly isDry: boolean;
}

/** A text that can't be judged (it takes too long) is counted and keeps its marks: it comes again with the next run. */
async function rescoreOne({ store }: RescorePorts, { article, judgeOne, tally, isDry }: OneArticle): Promise<void> {
  let current: StoredArticle | null = article;
  for (let attempt = 0; attempt < maxAttempts && current !== null; attempt += 1) {
    const judgement: Judgement | Error = await judgeOne(current).catch((error: unknown) => asError(error));
    if (judgement instanceof Error) return tally.fail(article, judgement);
    const status = isDry ? statusBy(current, judgement) : await store.articles.judgeAgain(current, judgement);
    if (status !== null) return tally.add(current, { ...judgement, status });
    current = await store.articles.get(article.id); // written meanwhile, or gone
  }
  if (current !== null) tally.fail(article, new Error('other processes write it all the time'));
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** As its cluster would judge: who is canonical does not depend on topics. */
const statusBy = ({ status }: StoredArticle, { onTopic }: Judgement): ArticleStatus =>
  status === 'duplicate' ? status : onTopic ? 'published' : 'off-topic';

/** The classify stage on what the store has of an article. Of several topics only the named one, where there is one. */
function judgeStored(io: RescorePorts, { topic }: Pick<RescoreOptions, 'topic'>): JudgeOne {
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
    return named === undefined ? judgement : replaceTopicScore(topicMark(named), named.name, { article, judgement });
  };
}

/** One topic's new score among the others' as they are stored. Where these are of today, so is the whole. */
function replaceTopicScore(
  mark: string,
  name: string,
  { article, judgement }: { readonly article: StoredArticle; readonly judgement: Judgement },
): Judgement {
  const storedMarks = splitMarks(article.judgedBy);
  const isWhole = splitMarks(judgement.judgedBy).every((one) => one === mark || storedMarks.includes(one));
  if (isWhole) return judgement;
  const others = article.topics.filter((score) => score.topic !== name);
  const topics = [...others, ...judgement.topics.filter((score) => score.topic === name)];
  topics.sort((a, b) => b.score - a.score || (a.topic < b.topic ? -1 : 1));
  return { topics, onTopic: topics.some(({ kept }) => kept), judgedBy: joinMarks([...storedMarks, mark]) };
}
