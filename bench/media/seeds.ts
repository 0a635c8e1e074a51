import { firstSealedSeed } from '../../test/support/video-pages/plan/plan.ts';

/** Seeds as `1-300`, `7,12` or `1000-1299`. @throws RangeError where a sealed seed is among those that are shown */
export function seedsOf(text: string | undefined, isSealed: boolean): number[] {
  const ranges = text ?? (isSealed ? `${firstSealedSeed}-${firstSealedSeed + 299}` : '1-300');
  const seeds = ranges.split(',').flatMap((range) => {
    const [, from, to] = /^(\d+)(?:-(\d+))?$/.exec(range) ?? [];
    if (from === undefined) throw new RangeError(`${range} is no range of seeds such as 1-300`);
    const count = Number(to ?? from) - Number(from) + 1;
    return Array.from({ length: count }, (_, at) => Number(from) + at);
  });
  const wrong = seeds.find((seed) => seed >= firstSealedSeed !== isSealed);
  if (wrong === undefined) return seeds;
  throw new RangeError(
    `seed ${wrong} is ${isSealed ? 'not ' : ''}sealed: seeds from ${firstSealedSeed} on need --sealed, others do without`,
  );
}
