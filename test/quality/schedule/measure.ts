import { createHash } from 'node:crypto';
import { scoreWorld } from '../../../bench/freshness/page-table.ts';
import { pageWorlds } from '../../../bench/freshness/page-world.ts';
import { scoreSources } from '../../../bench/freshness/source-table.ts';
import type { Group } from '../floors.ts';

const [pages, sources, seed] = [600, 12, 4_711];

/** The bars of `bench:freshness` on few pages and sources: seconds instead of minutes. The rates of a world are its data. */
export function measureFreshness(): Group {
  const world = pageWorlds.find(({ name }) => name === 'lognormal 1.5');
  if (world === undefined) throw new Error('there is no world of pages with lognormal rates');
  const scores = scoreWorld(world, pages, seed);
  const scoreOf = (name: string) => scores.find(({ policy }) => policy === name);
  const tx = scoreOf('t/x');
  const polls = scoreSources(sources, seed).find(({ policy }) => policy === 'rate');
  const lower = (value: number | null | undefined) => ({ value: value ?? Number.NaN, better: 'lower' }) as const;
  return {
    name: 'schedule, simulated',
    digest: createHash('sha256')
      .update(JSON.stringify([world.name, pages, sources, seed]))
      .digest('hex')
      .slice(0, 16),
    measures: {
      'sqrt: delay by the optimum': lower(scoreOf('sqrt')?.delayRatio),
      'sqrt: freshness by the optimum': { value: scoreOf('sqrt')?.freshnessRatio ?? 0, better: 'higher' },
      't/x: error of the predicted freshness': lower(Math.abs((tx?.freshness ?? 0) - (tx?.predicted ?? 1))),
      'rate: time to discovery by the optimum': lower(polls?.ratio),
    },
  };
}
