import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { metrics } from '../../src/server/api/metrics/metrics.ts';
import { checkedServer } from '../support/app/checked-server.ts';
import { type FakeApp, openFakeApp } from '../support/app/fake-app.ts';
import { type Exposition, readExposition } from '../support/exposition.ts';
import { fillForMetrics } from '../support/store/fill-for-metrics.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`../../docs/${name}`, import.meta.url));
const read = (name: string) => readFileSync(fileOf(name), 'utf8');

/** Each use of a metric in an expression: its name and the labels that are selected. */
function usesIn(expression: string): { name: string; labels: string[] }[] {
  return [...expression.matchAll(/\b(newshawk_\w+)(?:\{([^}]*)\})?/g)].map(([, name = '', selector = '']) => ({
    name,
    labels: [...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
  }));
}

interface Panel {
  readonly title: string;
  readonly type: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}
const dashboard = JSON.parse(read('grafana.json')) as { readonly uid: string; readonly panels: readonly Panel[] };
const alerts = [...read('alerts.yml').matchAll(/- alert: (\w+)\n\s+expr: (.+)\n/g)];

let app: FakeApp;
let exposition: Exposition;
beforeAll(async () => {
  app = await openFakeApp();
  await fillForMetrics(app.storeOfTest);
  const server = checkedServer(app);
  exposition = readExposition((await server.inject(metrics.path)).body);
  await server.close();
});
afterAll(() => app[Symbol.asyncDispose]());

/** What Prometheus would not find: no such metric, or a label that the metric has not. */
function unknownIn(expression: string): string[] {
  return usesIn(expression).flatMap(({ name, labels }) => {
    const one = exposition.series.find((series) => series.name === name);
    if (one === undefined) return [name];
    return labels.filter((label) => label !== 'instance' && !(label in one.labels)).map((label) => `${name}{${label}}`);
  });
}

/** Counters are read as rates, gauges as they are. */
function misreadIn(expression: string): string[] {
  return usesIn(expression).flatMap(({ name }) => {
    const inRate = new RegExp(`(?:rate|increase)\\(${name}\\b`).test(expression);
    return (exposition.types.get(name) === 'counter') === inRate ? [] : [name];
  });
}

describe('docs/grafana.json', () => {
  const targets = dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.map((target) => ({ title, ...target })),
  );

  it('reads metrics and labels that exist, counters as rates', () => {
    expect(targets.length).toBeGreaterThan(40);
    for (const { title, expr } of targets) {
      expect(usesIn(expr).length, title).toBeGreaterThan(0);
      expect({ title, unknownIn: unknownIn(expr) }).toEqual({ title, unknownIn: [] });
      expect({ title, misreadIn: misreadIn(expr) }).toEqual({ title, misreadIn: [] });
    }
  });

  it('names labels in its legends that the expression keeps', () => {
    for (const { title, expr, legendFormat } of targets)
      for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g))
        expect(expr, title).toMatch(new RegExp(`by \\([^)]*\\b${label}\\b`));
  });

  it('shows every metric of the store and of the processes', () => {
    const shown = new Set(targets.flatMap(({ expr }) => usesIn(expr).map(({ name }) => name)));
    const own = [...exposition.types.keys()].filter((name) => name.startsWith('newshawk_'));
    expect(own.filter((name) => !shown.has(name))).toEqual([
      'newshawk_worker_last_beat_timestamp_seconds',
      'newshawk_build_info', // its variable reads it
    ]);
  });

  it('lays no panel over another', () => {
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, index) => `${x + (index % w)} ${y + Math.floor(index / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
  });
});

describe('docs/alerts.yml', () => {
  it('reads metrics and labels that exist, counters as rates', () => {
    expect(alerts.length).toBeGreaterThan(9);
    for (const [, name, expression = ''] of alerts) {
      expect({ name, unknownIn: unknownIn(expression) }).toEqual({ name, unknownIn: [] });
      expect({ name, misreadIn: misreadIn(expression) }).toEqual({ name, misreadIn: [] });
    }
  });

  it('is described, each alert', () => {
    const text = read('observability.md');
    expect(alerts.map(([, name = '']) => name).filter((name) => !text.includes(name))).toEqual([]);
  });

  it('passes `promtool check rules`, where there is a promtool', () => {
    const { error, status, stdout } = spawnSync('promtool', ['check', 'rules', fileOf('alerts.yml')]);
    if (error !== undefined) return; // the tests above check the names
    expect({ status, stdout: String(stdout) }).toEqual({
      status: 0,
      stdout: expect.stringContaining(`${alerts.length} rules found`),
    });
  });
});

it('docs/observability.md describes each metric, and no other', () => {
  const described = new Set([...read('observability.md').matchAll(/\bnewshawk_\w+/g)].map(([name]) => name));
  const own = new Set([...exposition.types.keys()].filter((name) => name.startsWith('newshawk_')));
  expect([...own].filter((name) => !described.has(name))).toEqual([]);
  expect([...described].filter((name) => !own.has(name))).toEqual([]);
});
