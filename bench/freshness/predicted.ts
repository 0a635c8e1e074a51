import { mulberry32 } from '../../src/stages/classify/sampling.ts';
import { measuredFrom, simulatedDays, type WorldPage } from './page-world.ts';

/** First gap, days, as in the simulation. */
const initial = 0.5 / 24;

/**
 * The freshness that t/x must have by theory, without the simulation and the product: for a Poisson page, a gap u sees a change with probability 1 - exp(-rate u), and the page
 * is fresh for (1 - exp(-rate u)) / rate of it on average. So (t, x) is a Markov chain: t += u, x += 1 with that probability, u = t / x.
 */
export function predictedFreshness(pages: readonly WorldPage[], seed: number): number {
  const random = mulberry32(seed);
  const days = simulatedDays - measuredFrom;
  const shares = pages.map(({ rate, discovered }) => {
    let [x, t, u, fresh] = [1, 0, initial, 0];
    for (let at = discovered; at < simulatedDays; ) {
      const end = Math.min(simulatedDays, at + u);
      const begin = Math.max(measuredFrom, at);
      if (end > begin) fresh += (Math.exp(-rate * (begin - at)) - Math.exp(-rate * (end - at))) / rate;
      at += u;
      t += u;
      if (random() < 1 - Math.exp(-rate * u)) x += 1;
      u = t / x;
    }
    return fresh / days;
  });
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}
