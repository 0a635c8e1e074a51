import { text } from 'node:stream/consumers';
import { treeCpuSeconds } from '../../src/machine/process-tree.ts';
import { markerOf } from './site/pages.ts';
import type { OnPage, Way, WayPlan, WayResult } from './way.ts';

// Runs one way in a separate process and prints what it cost. Counting starts after the warm-up's last page and ends with the last page.

const plan = JSON.parse(await text(process.stdin)) as WayPlan;
const { way } = (await import(`./ways/${plan.way}.ts`)) as { way: Way };

const now = () => ({
  ms: performance.now(),
  tree: treeCpuSeconds(process.pid) ?? Number.NaN,
  node: (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
});
let [begun, ended] = [now(), now()];
let [seen, complete] = [0, 0];
let error: string | null = null;

const onPage: OnPage = (url, html) => {
  seen++;
  if (html instanceof Error) error ??= `${url}: ${html.message}`;
  else if (seen > plan.warmUp && html.includes(markerOf(Number(url.split('/').at(-1))))) complete++;
  if (seen === plan.warmUp) begun = now();
  if (seen === plan.urls.length) ended = now();
};
await way(plan, onPage);
const result: WayResult = {
  pages: seen - plan.warmUp,
  complete,
  elapsedMs: ended.ms - begun.ms,
  cpuSeconds: ended.tree - begun.tree,
  nodeCpuSeconds: ended.node - begun.node,
  error: seen < plan.urls.length ? `only ${seen} of ${plan.urls.length} pages came to an end` : error,
};
console.log(JSON.stringify(result));
process.exit(); // some peers leave timers behind
