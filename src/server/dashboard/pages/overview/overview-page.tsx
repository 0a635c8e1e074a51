import { useEffect } from 'preact/hooks';
import { read } from '../../data/api.ts';
import { useLive } from '../../data/events.ts';
import { useData } from '../../data/use-data.ts';
import { Show } from '../../parts/inline.tsx';
import { Panel } from '../../parts/panel.tsx';
import { storePlace } from '../../shell/footer.tsx';
import type { PageProps } from '../../shell/page-props.ts';
import { CategoryBars, EndingBars, TopicBars, WayBars } from './bars.tsx';
import { Cards } from './cards.tsx';
import { HistoryCharts, type HistoryRange, historyRanges } from './history-charts.tsx';
import {
  type CategoryCount,
  FailureTable,
  type Hot,
  type ProxyReport,
  ProxyTable,
  RuleTable,
  RunTable,
  type Stats,
  StoryTable,
  TermTable,
  type TopicCount,
} from './tables.tsx';

const shownHot = 8;

/** The numbers of the whole store, and what happened over time. */
export function OverviewPage({ query }: PageProps) {
  const range = historyRanges.find((name) => name === query.get('range')) ?? '24h';
  const loaded = useData('overview', async (signal) => {
    const [stats, topics, categories, hot, proxies] = await Promise.all([
      read('/v1/stats', { signal }),
      read('/v1/topics', { signal }),
      read('/v1/categories', { signal }),
      read('/v1/hot', { query: { limit: shownHot }, signal }),
      read('/v1/proxies', { signal }),
    ]);
    return { stats, topics: topics.items, categories: categories.items, hot, proxies };
  });
  const history = useHistory(range);
  useLive(['article.created', 'article.updated', 'visit.ended', 'failure.opened', 'source.changed'], () => {
    loaded.reload();
    history.reload();
  });
  const store = loaded.data?.stats.store;
  useEffect(() => {
    if (store !== undefined) storePlace.value = `${store.kind}: ${store.location}`;
  }, [store]);
  return (
    <>
      <h1 class="hidden">Overview</h1>
      <Show of={loaded}>
        {(data) => (
          <>
            <Cards stats={data.stats} />
            <Show of={history}>{(steps) => <HistoryCharts history={steps} range={range} />}</Show>
            <Details {...data} />
          </>
        )}
      </Show>
    </>
  );
}

const useHistory = (range: HistoryRange) =>
  useData(`history ${range}`, (signal) => read('/v1/history', { query: { range }, signal }));

interface DetailsProps {
  readonly stats: Stats;
  readonly topics: readonly TopicCount[];
  readonly categories: readonly CategoryCount[];
  readonly hot: Hot;
  readonly proxies: ProxyReport;
}

const Details = ({ stats, topics, categories, hot, proxies }: DetailsProps) => (
  <>
    <div class="columns">
      <Panel title="How tasks ended">
        <EndingBars summary={stats.allTime} />
      </Panel>
      <Panel title="How pages were fetched, last day">
        <WayBars summary={stats.lastDay} />
      </Panel>
      <Panel title="Topics">
        <TopicBars topics={topics} />
      </Panel>
      <Panel title="Categories">
        <CategoryBars categories={categories} />
      </Panel>
      <Panel title="Rising terms, last day">
        <TermTable terms={hot.terms} />
      </Panel>
      <Panel title="Stories of most sources">
        <StoryTable stories={hot.stories} now={hot.to} />
      </Panel>
      <Panel title="Failures by site">
        <FailureTable failures={stats.failures} />
      </Panel>
      <Panel title="Runs">
        <RunTable runs={stats.runs} now={stats.at} />
      </Panel>
    </div>
    {proxies.total + proxies.uses.length > 0 && (
      <Panel title="Proxies by site">
        <ProxyTable proxies={proxies} />
      </Panel>
    )}
    <Panel title="Own rules without a match">
      <RuleTable rules={stats.silentRules} now={stats.at} />
    </Panel>
  </>
);
