import type { CalibrationStep, Label } from '../../src/model/topic/label.ts';
import { calibrateThreshold, calibrationDefaults } from '../../src/stages/classify/calibrate-threshold.ts';
import { allocateDraws, mulberry32, randomPositions, strataAround } from '../../src/stages/classify/sampling.ts';

/** A page of the simulation: what it scored, and what it is. */
export interface SimulatedPage {
  readonly score: number;
  readonly relevant: boolean;
}

/** How scores of relevant pages and of the others are spread. */
interface Shape {
  readonly name: string;
  readonly relevant: (random: () => number) => number;
  readonly other: (random: () => number) => number;
}

const gauss = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const clamp = (value: number): number => Math.min(1, Math.max(0.001, value));
const normal = (mean: number, deviation: number) => (random: () => number) => clamp(mean + deviation * gauss(random));
const mixed =
  (a: (random: () => number) => number, b: (random: () => number) => number, share: number) => (random: () => number) =>
    random() < share ? a(random) : b(random);

export const shapes: readonly Shape[] = [
  { name: 'well apart', relevant: normal(0.65, 0.12), other: normal(0.15, 0.1) },
  { name: 'overlapping', relevant: normal(0.5, 0.15), other: normal(0.25, 0.12) },
  { name: 'long tail', relevant: normal(0.45, 0.2), other: (random) => clamp(-0.12 * Math.log(1 - random())) },
  { name: 'two groups', relevant: mixed(normal(0.75, 0.08), normal(0.3, 0.08), 0.6), other: normal(0.12, 0.1) },
  { name: 'close to 0', relevant: normal(0.12, 0.04), other: (random) => clamp(0.06 * random() ** 2) },
  { name: 'close to 1', relevant: normal(0.9, 0.05), other: mixed(normal(0.7, 0.08), normal(0.3, 0.1), 0.3) },
];

export function population(shape: Shape, baseRate: number, size: number, random: () => number): SimulatedPage[] {
  const pages = Array.from({ length: size }, () => {
    const relevant = random() < baseRate;
    return { relevant, score: (relevant ? shape.relevant : shape.other)(random) };
  });
  return pages.sort((a, b) => a.score - b.score);
}

export interface Calibrated {
  readonly shape: string;
  readonly baseRate: number;
  readonly steps: readonly CalibrationStep[];
  readonly labels: number;
  readonly final: Quality;
  readonly best: Quality;
}

export interface Quality {
  readonly threshold: number;
  readonly precision: number;
  readonly recall: number;
}

/** The topic's own threshold is that of a topic nobody has calibrated; pages that a person labels per round. */
const [start, labelsARound, roundsAtMost] = [0.25, 30, 60];
const began = Date.UTC(2026, 0, 1);

/** Rounds of drawing, labelling and stepping until the threshold is steady. */
export function calibrateSimulated(
  pages: readonly SimulatedPage[],
  { wrong, seed }: { readonly wrong: number; readonly seed: number },
): Pick<Calibrated, 'steps' | 'labels'> & { readonly threshold: number } {
  const [labels, steps]: [Label[], CalibrationStep[]] = [[], []];
  const said = new Set<number>();
  const liar = mulberry32(seed + 1);
  for (let round = 0; round < roundsAtMost && steps.at(-1)?.steady !== true; round++) {
    const at = new Date(began + round * 86_400_000);
    const threshold = steps.at(-1)?.to ?? start;
    const strata = strataAround(threshold, start / 4).map(({ range, share }) => {
      const members = pages.flatMap(({ score }, n) =>
        score >= range.from && (range.to === null || score < range.to) && !said.has(n) ? [n] : [],
      );
      return { range, share, members };
    });
    const drawn = allocateDraws(
      strata.map(({ share }) => share),
      strata.map(({ members }) => members.length),
      labelsARound,
    );
    const random = mulberry32(seed * 1_000 + round);
    for (const [at2, { range, members }] of strata.entries())
      for (const position of randomPositions(members.length, drawn[at2] ?? 0, random)) {
        const n = members[position] ?? 0;
        const page = pages[n];
        if (page === undefined) continue;
        said.add(n);
        const relevant = liar() < wrong ? !page.relevant : page.relevant;
        labels.push({
          articleId: String(n),
          topic: 'simulated',
          relevant,
          by: 'simulation',
          at,
          score: page.score,
          seenAt: new Date(0),
          drawn: { ...range, population: members.length, draw: String(round), at },
        });
      }
    const step = calibrateThreshold(steps, labels, start, calibrationDefaults);
    if (typeof step !== 'string') steps.push({ ...step, topic: 'simulated', at });
  }
  return { steps, labels: labels.length, threshold: steps.at(-1)?.to ?? start };
}

export function qualityAt(pages: readonly SimulatedPage[], threshold: number): Quality {
  const kept = pages.filter(({ score }) => score >= threshold);
  const right = kept.filter(({ relevant }) => relevant).length;
  const all = pages.filter(({ relevant }) => relevant).length;
  return { threshold, precision: kept.length === 0 ? 1 : right / kept.length, recall: all === 0 ? 0 : right / all };
}

/** The lowest threshold that gives the precision which is wanted, or the best that there is where that is less: with everything known. */
export function bestThreshold(pages: readonly SimulatedPage[]): Quality {
  const { target, tolerance } = calibrationDefaults;
  const all = Array.from({ length: 400 }, (_, n) => qualityAt(pages, (n + 1) / 400));
  const reference = Math.min(
    target,
    Math.max(...all.filter(({ recall }) => recall >= 0.2).map(({ precision }) => precision)),
  );
  return all.find(({ precision }) => precision >= reference - tolerance) ?? qualityAt(pages, 1);
}

export function runs(options: {
  readonly seeds: number;
  readonly baseRates: readonly number[];
  readonly wrong: number;
}): Calibrated[] {
  return shapes.flatMap((shape) =>
    options.baseRates.flatMap((baseRate) =>
      Array.from({ length: options.seeds }, (_, seed) => {
        const pages = population(shape, baseRate, 5_000, mulberry32(seed * 7_919 + 13));
        const { steps, labels, threshold } = calibrateSimulated(pages, { wrong: options.wrong, seed });
        return {
          shape: shape.name,
          baseRate,
          steps,
          labels,
          final: qualityAt(pages, threshold),
          best: bestThreshold(pages),
        };
      }),
    ),
  );
}

const f1 = ({ precision, recall }: Quality): number =>
  precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
/** Turns of direction: each halves the step. */
export const turnsOf = (steps: readonly CalibrationStep[]): number =>
  steps.filter(({ direction }, at) => at > 0 && direction !== 'stay' && direction !== steps[at - 1]?.direction).length;

export function summary(results: readonly Calibrated[], shape: string): string[][] {
  const rates = [...new Set(results.map(({ baseRate }) => baseRate))];
  return rates.map((baseRate) => {
    const some = results.filter((one) => one.shape === shape && one.baseRate === baseRate);
    const mean = (of: (one: Calibrated) => number) => some.reduce((total, one) => total + of(one), 0) / some.length;
    return [
      ...[
        shape,
        String(baseRate),
        String(some.length),
        String(some.filter(({ steps }) => steps.at(-1)?.steady).length),
      ],
      ...[
        mean(({ steps }) => steps.length).toFixed(1),
        mean(({ labels }) => labels).toFixed(0),
        mean(({ steps }) => turnsOf(steps)).toFixed(1),
      ],
      ...[mean(({ final }) => final.precision).toFixed(3), mean(({ best }) => best.precision).toFixed(3)],
      ...[mean(({ final }) => final.recall).toFixed(3), mean(({ best }) => best.recall).toFixed(3)],
      Math.max(...some.map(({ final, best }) => f1(best) - f1(final))).toFixed(3),
    ];
  });
}
