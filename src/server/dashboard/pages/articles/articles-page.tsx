import { useEffect } from 'preact/hooks';
import { read } from '../../data/api.ts';
import { useLive } from '../../data/events.ts';
import { useData } from '../../data/use-data.ts';
import { Choice } from '../../parts/choice.tsx';
import { FilterForm } from '../../parts/filter-form.tsx';
import { Show } from '../../parts/inline.tsx';
import { offsetIn, Pager } from '../../parts/pager.tsx';
import { Head } from '../../parts/panel.tsx';
import { Table } from '../../parts/table.tsx';
import { countOf } from '../../parts/texts.ts';
import type { PageProps } from '../../shell/page-props.ts';
import { address } from '../../shell/route.ts';
import { articleColumns } from './article-columns.tsx';
import { ArticleDialog } from './article-dialog.tsx';

const pageSize = 25;
const filterNames = ['q', 'site', 'topic', 'category', 'status', 'sort'] as const;
type Filter = Readonly<Record<(typeof filterNames)[number], string>>;

/** Articles with search and filters. */
export function ArticlesPage({ query }: PageProps) {
  const filter = Object.fromEntries(filterNames.map((name) => [name, query.get(name) ?? ''])) as Filter;
  const offset = offsetIn(query);
  const isSearchWanted = query.get('focus') === 'search';
  const loaded = useData(`articles ${JSON.stringify(filter)} ${offset}`, async (signal) => {
    const [articles, topics, sources, categories] = await Promise.all([
      read('/v1/articles', { query: { ...filter, limit: pageSize, offset }, signal }),
      read('/v1/topics', { signal }),
      read('/v1/sources', { signal }),
      read('/v1/categories', { signal }),
    ]);
    const sites = new Set([...sources.items, ...articles.items].map(({ site }) => site));
    return { articles, topics: topics.items, sites: [...sites].sort(), categories: categories.items };
  });
  // an older page does not move while somebody reads it
  useLive(['article.created', 'article.updated'], () => offset === 0 && loaded.reload());
  const isShown = loaded.data !== null;
  useEffect(() => {
    if (isSearchWanted && isShown) document.querySelector<HTMLInputElement>('main input[type="search"]')?.select();
  }, [isSearchWanted, isShown]);
  const id = query.get('id');
  return (
    <>
      <Show of={loaded}>
        {({ articles: { total, items }, topics, sites, categories }) => (
          <>
            <Head title="Articles">
              <span class="dim">
                {countOf(total)} found{filter.q !== '' && ` for “${filter.q}”`}
              </span>
            </Head>
            <FilterForm page="articles">
              <label>
                Words
                <input type="search" name="q" value={filter.q} maxLength={200} placeholder="in title or body" />
              </label>
              <Choice label="Site" name="site" values={sites} chosen={filter.site} />
              <Choice label="Topic" name="topic" values={topics.map(({ name }) => name)} chosen={filter.topic} />
              <Choice
                label="Category"
                name="category"
                values={categories.map(({ label }) => label)}
                chosen={filter.category}
              />
              <Choice
                label="Status"
                name="status"
                values={['published', 'duplicate', 'off-topic']}
                chosen={filter.status}
              />
              <Choice
                label="Order"
                name="sort"
                values={filter.q === '' ? ['importance'] : ['relevance', 'importance']}
                chosen={filter.sort}
                all="newest"
              />
            </FilterForm>
            <Table
              columns={articleColumns}
              rows={items}
              caption="Articles, newest update first"
              empty={emptyText(filter, offset)}
            />
            {items.length === 0 && isFiltered(filter) && (
              <p>
                <a href={address('articles')}>Show all articles</a>
              </p>
            )}
            <Pager offset={offset} size={pageSize} total={total} />
          </>
        )}
      </Show>
      {id !== null && <ArticleDialog key={id} id={id} words={filter.q} />}
    </>
  );
}

const isFiltered = (filter: Filter): boolean => filterNames.some((name) => name !== 'sort' && filter[name] !== '');

/** Why the list is empty, with what was searched. */
function emptyText(filter: Filter, offset: number): string {
  if (offset > 0) return 'There are no more articles: go back to the first page.';
  const others = filterNames.filter((name) => name !== 'q' && name !== 'sort' && filter[name] !== '');
  const named = [
    ...(filter.q === '' ? [] : [`words “${filter.q}”`]),
    ...others.map((name) => `${name} ${filter[name]}`),
  ].join(', ');
  return named === '' ? 'No articles yet: `newshawk crawl` stores them.' : `No article matches. Searched: ${named}.`;
}
