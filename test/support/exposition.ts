/** One series of an exposition. */
export interface Series {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Exposition {
  readonly types: ReadonlyMap<string, string>;
  readonly helps: ReadonlyMap<string, string>;
  readonly series: readonly Series[];
}

const metricName = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const sampleForm = new RegExp(`^(${metricName})(?:\\{(.*)\\})? (\\S+)$`);
const labelForm = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/y;

/** Reads the text format of Prometheus. @throws Error with the line that does not keep to it */
export function readExposition(text: string): Exposition {
  if (!text.endsWith('\n')) throw new Error('the last line has no end');
  const [types, helps] = [new Map<string, string>(), new Map<string, string>()];
  const series: Series[] = [];
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const [, kind, name = '', rest = ''] = new RegExp(`^# (HELP|TYPE) (${metricName}) (.*)$`).exec(line) ?? [];
    if (kind !== undefined) {
      const said = kind === 'HELP' ? helps : types;
      if (said.has(name)) throw new Error(`said twice: ${line}`);
      said.set(name, rest);
      continue;
    }
    series.push(sampleOf(line));
  }
  return { types, helps, series };
}

function sampleOf(line: string): Series {
  const [, name, labelText = '', number = ''] = sampleForm.exec(line) ?? [];
  const value = /^nan$/i.test(number) ? Number.NaN : Number(number.replace('Inf', 'Infinity'));
  if (name === undefined || (Number.isNaN(value) && !/^nan$/i.test(number))) throw new Error(`no sample: ${line}`);
  const labels: Record<string, string> = {};
  labelForm.lastIndex = 0;
  let end = 0;
  while (end < labelText.length) {
    const [, label, raw] = labelForm.exec(labelText) ?? [];
    if (label === undefined || raw === undefined || label in labels) throw new Error(`no labels: ${line}`);
    labels[label] = raw.replace(/\\(.)/g, (_, character: string) => (character === 'n' ? '\n' : character));
    end = labelForm.lastIndex;
  }
  return { name, labels, value };
}

/** Units that have a base unit: https://prometheus.io/docs/practices/naming */
const otherUnits = /_(?:ms|milliseconds|minutes|hours|days|kb|mb|kilobytes|megabytes|bits|percent|share)(?:_|$)/;

/** What an exposition does against the conventions of Prometheus; as `promtool check metrics`, and labels without a bound. */
export function objectionsTo({ types, helps, series }: Exposition): string[] {
  const objections: string[] = [];
  const object = (name: string, why: string) => objections.push(`${name}: ${why}`);
  for (const [name, type] of types) {
    if (!helps.get(name)) object(name, 'no help');
    if (!/^[a-z][a-z0-9_]*$/.test(name)) object(name, 'not snake case');
    if (type === 'counter' && !name.endsWith('_total')) object(name, 'a counter without _total');
    if (type !== 'counter' && name.endsWith('_total')) object(name, 'no counter, but _total');
    if (otherUnits.test(name)) object(name, 'not a base unit');
    if (/_(?:gauge|counter|histogram|summary)(?:_|$)/.test(name)) object(name, 'its type is in its name');
  }
  const seen = new Set<string>();
  for (const { name, labels, value } of series) {
    const family = types.has(name) ? name : name.replace(/_(?:sum|count|bucket)$/, '');
    if (!types.has(family)) object(name, 'no type');
    if (types.get(family) === 'counter' && value < 0) object(name, 'a negative counter');
    const key = JSON.stringify([name, Object.entries(labels).sort()]);
    if (seen.has(key)) object(name, `the same series twice: ${key}`);
    seen.add(key);
    for (const [label, text] of Object.entries(labels))
      if (/^https?:\/\/|^[0-9a-f]{16,}$/.test(text)) object(name, `the label ${label} is an address or an id: ${text}`);
  }
  return objections;
}
