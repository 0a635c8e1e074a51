import { bytes, countOf, span } from '../texts.ts';

/** One series of a chart over time. */
export interface ChartSeries {
  readonly label: string;
  /** Gives the colour: class `fill-<kind>`. */
  readonly kind: string;
  /** One for each time; null: none is known. */
  readonly values: readonly (number | null)[];
}

export type Unit = 'count' | 'ms' | 'bytes';

const formats: Readonly<Record<Unit, (value: number) => string>> = { count: countOf, ms: span, bytes };

/** A value of a chart as text. */
export const chartValue = (unit: Unit, value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : formats[unit](value);

export interface ChartData {
  /** What the chart shows, for screen readers. */
  readonly title: string;
  /** Starts of the steps, ms since 1970. */
  readonly times: readonly number[];
  readonly stepMs: number;
  readonly series: readonly ChartSeries[];
  /** `stack`: the series add up. */
  readonly form: 'stack' | 'line';
  /** What the values are: how they are written, and which steps the axis has. */
  readonly unit: Unit;
}

/** The time of a step, as short as its length allows. */
export function stepText(time: number, stepMs: number): string {
  const date = new Date(time);
  const day = date.toLocaleDateString(undefined, { month: 'short', day: 'numeric' });
  const hour = date.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit', hour12: false });
  return stepMs >= 24 * 3_600_000 ? day : `${day}, ${hour}`;
}

/** Sums of a series and all before it. */
export function stacked(series: readonly ChartSeries[]): number[][] {
  const sums: number[][] = [];
  for (const { values } of series) {
    const below = sums.at(-1);
    sums.push(values.map((value, at) => (value ?? 0) + (below?.[at] ?? 0)));
  }
  return sums;
}
