import { Panel } from '../../parts/panel.tsx';
import { Table } from '../../parts/table.tsx';
import { countOf } from '../../parts/texts.ts';
import { LocalTime } from '../../parts/when.tsx';
import type { TopicCalibration } from './session.ts';

/** Rows of the table; the chart shows all steps. */
const shownSteps = 20;
const [width, height, bottom] = [480, 110, 100];
const figure = (value: number): string => value.toFixed(2);
const exact = (value: number): string => value.toFixed(3);

/** The history of the threshold: a chart and a table of the steps with their evidence. */
export const Steps = ({ calibration: { items, defined } }: { readonly calibration: TopicCalibration }) => (
  <Panel title="Steps of the threshold">
    {items.length > 0 && <StepChart values={[defined, ...items.map(({ to }) => to)]} />}
    <Table
      columns={[
        ['Step', ({ number }) => number],
        ['At', ({ at }) => <LocalTime at={at} />, 'nowrap'],
        ['Threshold', ({ from, to }) => `${exact(from)} → ${exact(to)}`, 'nowrap'],
        ['Precision', ({ precision, margin }) => `${figure(precision)} ± ${figure(margin)}`, 'nowrap'],
        ['Labels', (step) => countOf(step.labels), 'number'],
        ['Why', ({ why }) => why],
      ]}
      rows={items.slice(-shownSteps).reverse()}
      caption="Steps of the threshold, the last first"
      empty="No step yet: the threshold is that of the definition."
    />
  </Panel>
);

function StepChart({ values }: { readonly values: readonly number[] }) {
  const [first = 0, last = 0] = [values[0], values.at(-1)];
  const top = Math.max(...values) * 1.15;
  const x = (index: number): number => 40 + (index * (width - 56)) / Math.max(1, values.length - 1);
  const y = (value: number): number => bottom - (value / top) * (bottom - 12);
  const path = values.map((value, at) => (at === 0 ? `M${x(0)} ${y(value)}` : `H${x(at)}V${y(value)}`)).join('');
  // two ticks that would overlap are one
  const ticks = Math.abs(y(last) - y(first)) > 11 ? [first, last] : [first];
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      class="steps"
      aria-label={`The threshold went from ${exact(first)} to ${exact(last)} in ${values.length - 1} steps`}
    >
      <line x1={40} x2={width - 16} y1={bottom} y2={bottom} class="axis" />
      {ticks.map((value) => (
        <text key={value} x={34} y={y(value) + 3} class="tick" text-anchor="end">
          {figure(value)}
        </text>
      ))}
      <path d={path} class="line" />
      {values.map((value, at) => (
        <circle cx={x(at)} cy={y(value)} r={3} class="dot" />
      ))}
    </svg>
  );
}
