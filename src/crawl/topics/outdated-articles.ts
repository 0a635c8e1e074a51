import type { JudgedGroup } from '../../model/article/article.ts';
import type { JudgingPorts } from '../../services.ts';
import { isBroken } from '../../settings/broken-scrapers.ts';
import { splitMarks, topicMark, topicMarks } from '../../stages/classify/topic-marks.ts';
import type { Store } from '../../storage/port.ts';
import { preparedBySite } from './topic-judge.ts';

export interface ArticleSelection {
  /** Only articles that the current version of this topic has not judged; null: any topic. */
  readonly topic: string | null;
  /** Null: all sites. */
  readonly sites: readonly string[] | null;
  /** Include articles that are up to date. */
  readonly all: boolean;
}

/** Groups of articles whose judgement is outdated: the topics of their site, or their definitions, have changed since. */
export async function outdatedGroups(
  io: JudgingPorts & { readonly store: Store },
  { topic, sites, all }: ArticleSelection,
): Promise<readonly JudgedGroup[]> {
  const marksOf = preparedBySite(io, (topics) => {
    const named = topics.find(({ name }) => name === topic);
    return { all: topicMarks(topics), named: named === undefined ? null : topicMark(named) };
  });
  const isWanted = ({ site, judgedBy }: JudgedGroup): boolean => {
    if (sites !== null && !sites.includes(site)) return false;
    if (isBroken(io.siteOf(site))) return false; // its topics are unknown
    const marks = marksOf(site);
    if (topic !== null && marks.named === null) return false;
    if (all) return true;
    return marks.named === null ? judgedBy !== marks.all : !splitMarks(judgedBy).includes(marks.named);
  };
  return (await io.store.articles.judgedGroups()).filter(isWanted);
}

export const totalArticles = (groups: readonly JudgedGroup[]): number =>
  groups.reduce((sum, { articles }) => sum + articles, 0);
