import { Counter, Gauge, type Registry } from 'prom-client';

/** The values of a metric's labels, in the order of its label names, and its number. */
export type MetricRow = readonly [labels: readonly string[], value: number];

/** One metric with its label names, by the conventions of Prometheus: docs/observability.md. `Source` is what it is read from. */
export interface MetricFamily<Source> {
  /** Without the prefix `newshawk_`. In base units; a counter ends in `_total`. */
  readonly name: string;
  readonly help: string;
  /** A counter only grows. Default: gauge. */
  readonly type?: 'counter';
  /** Default: none. No label has addresses, page ids or other values without a bound. */
  readonly labels?: readonly string[];
  readonly read: (source: Source) => readonly MetricRow[] | Promise<readonly MetricRow[]>;
}

/** A metric without labels. */
export const plain = (value: number): readonly MetricRow[] => [[[], value]];

/** A metric with one label: a row for each name. */
export const byName = (values: Readonly<Record<string, number>>): readonly MetricRow[] =>
  Object.entries(values).map(([name, value]) => [[name], value]);

/** @param readRows called at each scrape */
export function register(
  registry: Registry,
  { name, help, type, labels = [] }: MetricFamily<never>,
  readRows: () => Promise<readonly MetricRow[]>,
): void {
  const Metric = type === 'counter' ? Counter : Gauge;
  new Metric({
    name: `newshawk_${name}`,
    help,
    labelNames: [...labels],
    registers: [registry],
    async collect() {
      const rows = await readRows();
      this.reset();
      for (const [values, value] of rows)
        this.inc(Object.fromEntries(labels.map((label, index) => [label, values[index] ?? ''])), value);
    },
  });
}
