import 'uplot/dist/uPlot.min.css';
import uPlot from 'uplot';
import { type ChartData, chartValue, stacked, type Unit } from './chart-data.ts';

/** CSS px. */
const height = 190;

interface PlotOptions {
  readonly data: ChartData;
  readonly colors: { readonly series: readonly string[]; readonly text: string };
  /** Calls with the step under the pointer; null: there is none. */
  readonly pointAt: (at: number | null) => void;
}

/** Draws a chart that is as wide as its place. @returns what removes it */
export function drawPlot(place: HTMLElement, { data, colors, pointAt }: PlotOptions): { destroy(): void } {
  const { series, form, times, stepMs } = data;
  const seconds = times.map((time) => time / 1000);
  const rows = form === 'stack' ? stacked(series).reverse() : series.map(({ values }) => [...values]);
  const shades = form === 'stack' ? colors.series.toReversed() : colors.series;
  const [first = 0, last = 0] = [seconds[0], seconds.at(-1)];
  const plot = new uPlot(
    {
      width: Math.max(1, place.clientWidth),
      height,
      legend: { show: false },
      cursor: { y: false, points: { show: form === 'line' }, drag: { x: false, y: false } },
      scales: { x: { range: [first, last + stepMs / 1000] }, y: { range: (_, __, max) => [0, topOf(max)] } },
      axes: axesOf(data, colors.text),
      series: [{}, ...rows.map((_, at) => seriesOf(form, shades[at] ?? colors.text))],
      hooks: { setCursor: [({ cursor: { idx } }) => pointAt(idx ?? null)] },
    },
    [seconds, ...rows],
    place,
  );
  const observer = new ResizeObserver(() => plot.setSize({ width: Math.max(1, place.clientWidth), height }));
  observer.observe(place);
  return {
    destroy: () => {
      observer.disconnect();
      plot.destroy();
    },
  };
}

/** A chart of nothing has a scale, too. */
const topOf = (max: number | null): number => (max === null || max <= 0 ? 1 : max * 1.08);

function seriesOf(form: ChartData['form'], color: string): uPlot.Series {
  if (form === 'line') return { stroke: color, width: 2, spanGaps: true, points: { show: true, size: 5, fill: color } };
  const bars = uPlot.paths.bars?.({ size: [0.84, 48], align: 1, gap: 1 });
  return { fill: color, width: 0, points: { show: false }, ...(bars !== undefined && { paths: bars }) };
}

const [secondMs, minuteMs, hourMs, dayMs] = [1_000, 60_000, 3_600_000, 86_400_000];
const decades = Array.from({ length: 13 }, (_, power) => [1, 2, 5].map((digit) => digit * 10 ** power)).flat();
/** Distances of the lines of an axis, ascending: whole counts, and times as people count them. */
const lineSteps: Readonly<Record<Unit, number[]>> = {
  count: decades,
  bytes: decades,
  ms: [
    ...decades.filter((step) => step < secondMs),
    ...[1, 5, 15, 30].map((seconds) => seconds * secondMs),
    ...[1, 5, 15, 30].map((minutes) => minutes * minuteMs),
    ...[1, 2, 6, 12].map((hours) => hours * hourMs),
    ...decades.map((days) => days * dayMs),
  ],
};

function axesOf({ unit }: ChartData, color: string): uPlot.Axis[] {
  const font = '11px system-ui, sans-serif';
  const lines = { stroke: `color-mix(in srgb, ${color} 22%, transparent)`, width: 1 };
  return [
    { stroke: color, font, grid: { show: false }, ticks: { ...lines, size: 4 }, space: 70, values: timeTexts },
    {
      stroke: color,
      font,
      grid: lines,
      ticks: { show: false },
      space: 36,
      size: 62,
      incrs: lineSteps[unit],
      values: (_, splits) => splits.map((value) => (value === 0 ? '0' : chartValue(unit, value))),
    },
  ];
}

/** Hours as `14:00`, the begin of a day as its date. */
const timeTexts = (_: uPlot, splits: readonly number[]): string[] =>
  splits.map((second) => {
    const date = new Date(second * 1000);
    return date.getHours() === 0 && date.getMinutes() === 0
      ? date.toLocaleDateString(undefined, { month: 'short', day: 'numeric' })
      : date.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit', hour12: false });
  });
