import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitSvm, type Hyperplane } from '../../../../src/stages/classify/linear/dual-descent.ts';
import { vectorsOf } from '../../../../src/stages/classify/linear/vectors.ts';

const width = 5;
const document = fc.record({
  rows: fc.subarray([0, 1, 2, 3, 4], { minLength: 1 }),
  isPositive: fc.boolean(),
  weight: fc.constantFrom(0.5, 1, 3),
});
const options = { cost: 1, tolerance: 1e-8, maxPasses: 5_000 };

describe('descend', () => {
  it('ends at the minimum of the objective', () => {
    fc.assert(
      fc.property(
        fc.array(document, { minLength: 2, maxLength: 12 }),
        fc.infiniteStream(fc.double({ min: -1, max: 1, noNaN: true })),
        (documents, random) => {
          const counted = documents.map(({ rows }) => ({
            rows: Uint32Array.from(rows),
            counts: new Float64Array(rows.length).fill(1),
          }));
          const weights = Float64Array.from(documents, ({ weight }) => weight);
          const vectors = vectorsOf(counted, new Float64Array(width).fill(1), weights);
          const isPositive = Uint8Array.from(documents, (one) => Number(one.isPositive));
          /** The objective of Hsieh et al.: half the squared length, the bias included, plus the squared hinge losses. */
          const cost = ({ weights: plane, bias }: Hyperplane): number => {
            let sum = plane.reduce((total, one) => total + one * one, bias * bias) / 2;
            for (const [at, { rows, weight }] of documents.entries()) {
              const from = vectors.starts[at] ?? 0;
              const score = rows.reduce(
                (total, row, n) => total + (plane[row] ?? 0) * (vectors.values[from + n] ?? 0),
                bias,
              );
              sum += options.cost * weight * Math.max(0, 1 - (isPositive[at] === 1 ? score : -score)) ** 2;
            }
            return sum;
          };
          const plane = fitSvm(vectors, isPositive, options);
          const best = cost(plane);
          for (let n = 0; n < 10; n++) {
            const step = () => (random.next().value ?? 0) * 0.1;
            expect(
              cost({ weights: plane.weights.map((weight) => weight + step()), bias: plane.bias + step() }),
            ).toBeGreaterThan(best - 1e-6);
          }
        },
      ),
      { numRuns: 50 },
    );
  });
});
