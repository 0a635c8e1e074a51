import { count, h, panel, svg, table } from './element.js';

/** Rows of the table; the chart shows all steps. */
const shownSteps = 20;
const figure = (value) => value.toFixed(2);
const exact = (value) => value.toFixed(3);

/** The progress of labelling, the precision, and the next step. */
export function factsPanel({ drawn, floor, labels, threshold, defined, target, precision, next }, takeStep) {
  const rows = [
    [
      'Labels',
      [
        `${count(drawn)} of ${count(floor)} drawn`,
        labels > drawn && h('span', { class: 'dim' }, ` and ${count(labels - drawn)} chosen`),
      ],
    ],
    [
      'Threshold',
      [exact(threshold), threshold !== defined && h('span', { class: 'dim' }, ` (defined ${exact(defined)})`)],
    ],
    ['Precision', precisionText(precision)],
    ['Wanted', exact(target)],
    ['Next step', next.step === null ? next.why : `${moveText(next.step)}: ${next.why}`],
  ];
  return panel(
    'So far',
    h('progress', { max: floor, value: Math.min(drawn, floor), 'aria-label': `${drawn} of ${floor} labels` }),
    h(
      'dl',
      { class: 'facts' },
      rows.map(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]),
    ),
    h('button', { type: 'button', class: 'step', disabled: next.step === null, onclick: takeStep }, 'Take the step'),
    h('p', { class: 'dim small' }, 'A step takes effect with the next crawl; stored articles keep their verdict.'),
  );
}

const precisionText = (precision) =>
  precision === null
    ? h('span', { class: 'dim' }, 'no label of a kept article yet')
    : [
        h('strong', {}, figure(precision.precision)),
        h(
          'span',
          { class: 'dim' },
          ` ${figure(precision.low)} to ${figure(precision.high)}, by ${count(precision.labels)} ${precision.labels === 1 ? 'label' : 'labels'}`,
        ),
      ];

const moveText = ({ direction, from, to }) =>
  direction === 'stay' ? `stays at ${exact(to)}` : `${direction} from ${exact(from)} to ${exact(to)}`;

/** The history of the threshold: a chart and a table of the steps with their evidence. */
export const historyPanel = ({ items, defined }) =>
  panel(
    'Steps of the threshold',
    items.length > 0 && chart(items, defined),
    table(
      [
        ['Step', ({ number }) => number],
        ['At', ({ at }) => h('time', { datetime: at }, new Date(at).toLocaleString()), 'nowrap'],
        ['Threshold', ({ from, to }) => `${exact(from)} → ${exact(to)}`, 'nowrap'],
        ['Precision', ({ precision, margin }) => `${figure(precision)} ± ${figure(margin)}`, 'nowrap'],
        ['Labels', (step) => count(step.labels), 'number'],
        ['Why', ({ why }) => why],
      ],
      items.slice(-shownSteps).reverse(),
      {
        caption: 'Steps of the threshold, the last first',
        empty: 'No step yet: the threshold is that of the definition.',
      },
    ),
  );

const [width, height, bottom] = [480, 110, 100];

function chart(items, defined) {
  const values = [defined, ...items.map(({ to }) => to)];
  const top = Math.max(...values) * 1.15;
  const x = (index) => 40 + (index * (width - 56)) / Math.max(1, values.length - 1);
  const y = (value) => bottom - (value / top) * (bottom - 12);
  const picture = svg('svg', {
    viewBox: `0 0 ${width} ${height}`,
    role: 'img',
    class: 'steps',
    'aria-label': `The threshold went from ${exact(values[0])} to ${exact(values.at(-1))} in ${items.length} steps`,
  });
  const path = values
    .map((value, index) => (index === 0 ? `M${x(0)} ${y(value)}` : `H${x(index)}V${y(value)}`))
    .join('');
  const tick = (value) => {
    const text = svg('text', { x: 34, y: y(value) + 3, class: 'tick', 'text-anchor': 'end' });
    text.textContent = figure(value);
    return text;
  };
  picture.append(
    svg('line', { x1: 40, x2: width - 16, y1: bottom, y2: bottom, class: 'axis' }),
    ...[...new Set([values[0], values.at(-1)])]
      .filter((value, index) => index === 0 || Math.abs(y(value) - y(values[0])) > 11)
      .map(tick),
    svg('path', { d: path, class: 'line' }),
    ...values.map((value, index) => svg('circle', { cx: x(index), cy: y(value), r: 3, class: 'dot' })),
  );
  return picture;
}
