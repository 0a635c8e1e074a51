import { useMemo } from 'preact/hooks';
import type { AnswerOf } from '../../data/api.ts';
import { Chart } from '../../parts/chart/chart.tsx';
import type { ChartData, ChartSeries } from '../../parts/chart/chart-data.ts';
import { Panel } from '../../parts/panel.tsx';
import { here } from '../../shell/route.ts';

type History = AnswerOf<'/v1/history'>;
export type HistoryRange = History['range'];
export const historyRanges: readonly HistoryRange[] = ['24h', '7d', '30d'];

const rangeTexts: Readonly<Record<HistoryRange, string>> = { '24h': '24 hours', '7d': '7 days', '30d': '30 days' };
const outcomes = ['stored', 'recorded', 'listed', 'dropped', 'deferred', 'failed'] as const;
/** Reasons with a colour; the others are summed. */
const shownReasons = 5;

/** Four charts over the same time. */
export function HistoryCharts({ history, range }: { readonly history: History; readonly range: HistoryRange }) {
  const charts = useMemo(() => chartsOf(history), [history]);
  return (
    <section aria-label="Over time">
      <nav class="chips" aria-label="Range">
        {historyRanges.map((name) => (
          <a
            key={name}
            class="pill"
            href={here({ range: name === '24h' ? null : name })}
            aria-current={name === range ? 'true' : undefined}
          >
            {rangeTexts[name]}
          </a>
        ))}
      </nav>
      <div class="columns">
        {charts.map((data) => (
          <Panel key={data.title} title={data.title}>
            {isEmpty(data) ? <p class="empty">Nothing in these {rangeTexts[range]}.</p> : <Chart data={data} />}
          </Panel>
        ))}
      </div>
    </section>
  );
}

const isEmpty = ({ series }: ChartData): boolean => series.every(({ values }) => values.every((value) => !value));

function chartsOf({ steps, stepMs }: History): readonly ChartData[] {
  const common = { times: steps.map(({ startsAt }) => Date.parse(startsAt)), stepMs };
  return [
    {
      ...common,
      title: 'Throughput: visits by outcome',
      form: 'stack',
      unit: 'count',
      series: outcomes.map((name) => ({
        label: name,
        kind: name,
        values: steps.map(({ byOutcome }) => byOutcome[name] ?? 0),
      })),
    },
    {
      ...common,
      title: 'Freshness: age of new articles',
      form: 'line',
      unit: 'ms',
      series: [
        { label: 'median', kind: 'stored', values: steps.map(({ freshness }) => freshness.medianMs) },
        { label: 'nine of ten are younger', kind: 'listed', values: steps.map(({ freshness }) => freshness.p90Ms) },
      ],
    },
    { ...common, title: 'Failures by reason', form: 'stack', unit: 'count', series: reasonSeries(steps) },
    {
      ...common,
      title: 'Bytes fetched',
      form: 'stack',
      unit: 'bytes',
      series: [{ label: 'bytes', kind: 'listed', values: steps.map((step) => step.bytes) }],
    },
  ];
}

/** The most frequent reasons, and the sum of the others. */
function reasonSeries(steps: History['steps']): readonly ChartSeries[] {
  const sums = new Map<string, number>();
  for (const { failures } of steps)
    for (const [reason, failed] of Object.entries(failures)) sums.set(reason, (sums.get(reason) ?? 0) + failed);
  const reasons = [...sums].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([reason]) => reason);
  const series = reasons.slice(0, shownReasons).map((reason, at) => ({
    label: reason,
    kind: `reason-${at + 1}`,
    values: steps.map(({ failures }) => failures[reason] ?? 0),
  }));
  const others = reasons.slice(shownReasons);
  if (others.length === 0) return series;
  const sumOf = (failures: Readonly<Record<string, number>>): number =>
    others.reduce((sum, reason) => sum + (failures[reason] ?? 0), 0);
  return [...series, { label: 'other', kind: 'dropped', values: steps.map(({ failures }) => sumOf(failures)) }];
}
