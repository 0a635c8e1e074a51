import type { ApiSchemas } from '../../data/api.ts';
import { Bars } from '../../parts/chart/bars.tsx';
import { address } from '../../shell/route.ts';
import type { CategoryCount, TopicCount } from './tables.tsx';

const shownEndings = 9;
const shownCategories = 12;

/** How tasks ended, with the reasons of drops and failures. */
export function EndingBars({ summary: { byOutcome, byReason } }: { readonly summary: ApiSchemas['VisitSummary'] }) {
  const good = ['stored', 'recorded', 'listed'].flatMap((name) => {
    const value = byOutcome[name] ?? 0;
    return value === 0 ? [] : [{ label: name, value, kind: name }];
  });
  const reasons = Object.entries(byReason).map(([name, value]) => {
    const [kind = '', reason = ''] = name.split(':');
    return { label: `${kind}: ${reason}`, value, kind };
  });
  const bars = [...good, ...reasons].sort((a, b) => b.value - a.value).slice(0, shownEndings);
  if (bars.length === 0)
    return (
      <p class="empty">
        Nothing was fetched yet: <code>newshawk crawl</code> starts.
      </p>
    );
  return <Bars bars={bars} />;
}

/** Shares of the ways in which pages were fetched. */
export function WayBars({ summary: { byWay } }: { readonly summary: ApiSchemas['VisitSummary'] }) {
  const all = byWay.static + byWay.browser + byWay.api;
  if (all === 0) return <p class="empty">No page was fetched in the last day.</p>;
  const bar = (way: string, value: number) => ({
    label: `${way}, ${((100 * value) / all).toFixed(1)} %`,
    value,
    kind: 'topic',
  });
  return <Bars bars={[bar('static', byWay.static), bar('by API', byWay.api), bar('in a browser', byWay.browser)]} />;
}

export const TopicBars = ({ topics }: { readonly topics: readonly TopicCount[] }) =>
  topics.length === 0 ? (
    <p class="empty">No topics are configured: every article is on topic.</p>
  ) : (
    <Bars
      bars={topics.map(({ name, articles }) => ({
        label: name,
        value: articles,
        kind: 'topic',
        href: address('articles', { topic: name }),
      }))}
    />
  );

export const CategoryBars = ({ categories }: { readonly categories: readonly CategoryCount[] }) =>
  categories.length === 0 ? (
    <p class="empty">No published article has a category yet.</p>
  ) : (
    <Bars
      bars={categories
        .toSorted((a, b) => b.articles - a.articles)
        .slice(0, shownCategories)
        .map(({ label, articles }) => ({
          label,
          value: articles,
          kind: 'listed',
          href: address('articles', { category: label }),
        }))}
    />
  );
