import { Badge, OutLink, SnippetText } from '../../parts/inline.tsx';
import type { TableColumn } from '../../parts/table.tsx';
import { here } from '../../shell/route.ts';
import { articleTitle, type Brief } from './article.ts';

export const articleColumns: readonly TableColumn<Brief>[] = [
  [
    'Title',
    (article) => (
      <>
        <a class="link title" data-item lang={article.lang ?? undefined} href={here({ id: article.id, focus: null })}>
          {articleTitle(article)}
        </a>
        <p class={article.snippet === undefined ? 'dim excerpt' : 'dim excerpt found'} lang={article.lang ?? undefined}>
          {article.snippet === undefined ? article.excerpt : <SnippetText {...article.snippet} />}
        </p>
      </>
    ),
    'wide',
  ],
  ['Site', ({ site, canonicalUrl }) => <OutLink to={canonicalUrl}>{site}</OutLink>],
  [
    'Published',
    ({ publishedAt }) =>
      publishedAt === null ? <span class="dim">unknown</span> : publishedAt.value.slice(0, 16).replace('T', ' '),
    'nowrap',
  ],
  [
    'Status',
    ({ status, relation }) => (
      <>
        <Badge text={status} />
        {relation !== null && <span class="dim"> {relation}</span>}
      </>
    ),
  ],
  ['Topics', ({ topics }) => <TopicPills topics={topics} />],
  ['Category', ({ category }) => category?.label ?? <span class="dim">none</span>],
  [
    'Cluster',
    ({ cluster, id }) => (
      <code title={cluster === id ? 'the first article of its cluster' : cluster}>{cluster.slice(0, 8)}</code>
    ),
  ],
];

/** The three topics with the highest scores, without scores that round to 0; filled: the article is on topic. */
function TopicPills({ topics }: { readonly topics: Brief['topics'] }) {
  const best = topics
    .filter(({ score }) => score >= 0.005)
    .sort((a, b) => b.score - a.score)
    .slice(0, 3);
  if (best.length === 0) return <span class="dim">none</span>;
  return (
    <>
      {best.map(({ topic, score, kept }) => (
        <span key={topic} class={kept ? 'pill met' : 'pill'}>
          {topic} {score.toFixed(2)}
        </span>
      ))}
    </>
  );
}
