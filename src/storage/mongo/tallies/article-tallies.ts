import type { ArticleStatus } from '../../../model/article/article.ts';
import type { ArticleFilter } from '../../articles-port.ts';
import type { Collections } from '../collections.ts';
import { hourExpression, hourWidths, inHours } from './hours.ts';
import { TallyTree } from './tally-tree.ts';

/** Names of topics have no line breaks. */
const separator = '\n';

export const topicsText = (topics: readonly string[]): string => topics.join(separator);

interface Group {
  readonly _id: {
    readonly hour: number;
    readonly status: ArticleStatus;
    readonly category: string;
    readonly topics: string;
  };
  readonly n: number;
}

/** Articles by status, category and kept topics. A leaf is the hour in which they were first seen, which never changes. */
export const articleCounters = ({ articles, tallies }: Pick<Collections, 'articles' | 'tallies'>): TallyTree =>
  new TallyTree(
    { tallies },
    {
      kind: 'articles',
      widths: hourWidths,
      count: async (from, to) => {
        // the fields of one index, so no article is read
        const by = {
          hour: hourExpression('$firstSeenAt'),
          status: '$status',
          category: { $ifNull: ['$category.label', ''] },
          topics: { $ifNull: ['$topicsKey', ''] },
        };
        const groups = articles.aggregate<Group>([
          { $match: { firstSeenAt: inHours(from, to) } },
          { $group: { _id: by, n: { $sum: 1 } } },
        ]);
        return (await groups.toArray()).map(({ _id: { hour, status, category, topics }, n }) => ({
          leaf: hour,
          key: [status, category, topics],
          sums: [n],
        }));
      },
    },
  );

/** Number of articles with these; a field that is left out matches all. */
export async function tallied(
  articles: TallyTree,
  filter: Pick<ArticleFilter, 'status' | 'category' | 'topic'>,
): Promise<number> {
  let sum = 0;
  for (const {
    key: [status, category, topics],
    sums: [n],
  } of await articles.rows()) {
    const isMeant =
      (filter.status ?? status) === status &&
      (filter.category ?? category) === category &&
      (filter.topic === undefined || topics?.split(separator).includes(filter.topic));
    if (isMeant) sum += n ?? 0;
  }
  return sum;
}

/** Published articles by category, without those that have none. */
export async function publishedByCategory(articles: TallyTree): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const {
    key: [status, category = ''],
    sums: [n = 0],
  } of await articles.rows())
    if (status === 'published' && category !== '' && n > 0) counts.set(category, (counts.get(category) ?? 0) + n);
  return counts;
}
