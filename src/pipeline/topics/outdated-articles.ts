import type { JudgedGroup } from '../../model/article/article.ts';
import { splitMarks, topicMark, topicMarks } from '../../stages/classify/topic-marks.ts';
import type { Store } from '../../storage/port.ts';
import type { CrawlPorts } from '../ports.ts';
import { preparedBySite } from './site-topics.ts';

export interface ArticleSelection {
  /** Those that this topic does not judge as it is now; null: any topic. */
  readonly topic: string | null;
  /** Null: of all sites. */
  readonly sites: readonly string[] | null;
  /** Also those that the same topics judged. */
  readonly all: boolean;
}

type Needs = Pick<CrawlPorts, 'topics' | 'siteOf'> & { readonly store: Pick<Store, 'articles'> };

/** Articles that other topics judged than those that count for their sites now. */
export async function outdatedGroups(
  io: Needs,
  { topic, sites, all }: ArticleSelection,
): Promise<readonly JudgedGroup[]> {
  const marksOf = preparedBySite(io, (topics) => {
    const named = topics.find(({ name }) => name === topic);
    return { all: topicMarks(topics), named: named === undefined ? null : topicMark(named) };
  });
  const isWanted = ({ site, judgedBy }: JudgedGroup): boolean => {
    if (sites !== null && !sites.includes(site)) return false;
    const marks = marksOf(site);
    if (topic !== null && marks.named === null) return false;
    if (all) return true;
    return marks.named === null ? judgedBy !== marks.all : !splitMarks(judgedBy).includes(marks.named);
  };
  return (await io.store.articles.judgedGroups()).filter(isWanted);
}

export const totalArticles = (groups: readonly JudgedGroup[]): number =>
  groups.reduce((sum, { articles }) => sum + articles, 0);
