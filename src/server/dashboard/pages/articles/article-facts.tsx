import { Badge, Facts, OutLink } from '../../parts/inline.tsx';
import { LocalTime } from '../../parts/when.tsx';
import { here } from '../../shell/route.ts';
import type { FullArticle } from './article.ts';

/** ` solar 40%, grid 12%` */
export const shares = (terms: readonly { readonly term: string; readonly share: number }[]): string =>
  terms.map(({ term, share }) => ` ${term} ${Math.round(share * 100)}%`).join(',');

/** What is known of an article, beside its text. */
export const ArticleFacts = ({ article }: { readonly article: FullArticle }) => (
  <Facts
    rows={[
      ['Address', <OutLink key="to" to={article.canonicalUrl} />],
      [
        'Status',
        <>
          <Badge text={article.status} />{' '}
          {article.relation !== null && (
            <>
              {article.relation} of <a href={here({ id: article.canonicalId })}>{article.canonicalId}</a>
            </>
          )}
        </>,
      ],
      ['Authors', article.authors.join(', ') || 'unknown'],
      [
        'Published',
        article.publishedAt === null
          ? 'unknown'
          : `${article.publishedAt.value} (to the ${article.publishedAt.precision})`,
      ],
      ['First seen', <LocalTime key="seen" at={article.firstSeenAt} />],
      ['Language', article.lang ?? 'unknown'],
      ['Section, tags', [article.section, ...article.tags].filter(Boolean).join(', ') || 'none'],
      ['Category', categoryText(article)],
      [
        'Importance',
        `${article.importance.toFixed(3)}, ${article.inLinks} ${article.inLinks === 1 ? 'page links' : 'pages link'} to it`,
      ],
      ['Extractor', `${article.extractor}, ${article.via}, revision ${article.revision}`],
    ]}
  />
);

const categoryText = ({ category }: FullArticle): string =>
  category === null
    ? 'none'
    : `${category.label} ${category.probability.toFixed(2)} by ${category.by}${category.terms.length > 0 ? `:${shares(category.terms)}` : ''}`;
