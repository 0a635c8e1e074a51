import { requiredSamples } from '../../model/page/page-api.ts';

/** Choices that are tried. */
const maxTries = 200;

export type Inferred<Api> =
  | {
      readonly api: Api;
      /** Texts of requests that look like a key or hash and stand in no shell: they must be in the app's scripts, or they belong to one session. */
      readonly unproven: readonly string[];
    }
  | { readonly reason: string };

/** What most samples have in common: an odd page (a gallery, a correction) does not count where three others agree. @param infer learns from samples, all of which count */
export function inferMost<Sample, Api>(
  samples: readonly Sample[],
  infer: (samples: readonly Sample[]) => Inferred<Api>,
): Inferred<Api> {
  const reasons = [];
  for (const subset of subsetsOf(samples)) {
    const inferred = infer(subset);
    if ('api' in inferred) return inferred;
    reasons.push(inferred.reason);
  }
  return { reason: reasons[0] ?? `${samples.length} of ${requiredSamples} pages are known` };
}

/** All samples; then without one, and without two, as long as enough are left. */
function subsetsOf<T>(items: readonly T[]): readonly (readonly T[])[] {
  const withoutOne = (lists: readonly (readonly T[])[]) =>
    lists.flatMap((list) => list.map((item) => list.filter((other) => other !== item)));
  const fewer = withoutOne([items]);
  return [items, ...fewer, ...withoutOne(fewer)].filter((list) => list.length >= requiredSamples);
}

/** One choice of each list, at most `maxTries`. */
export function combinations<T>(lists: readonly (readonly T[])[]): readonly (readonly T[])[] {
  return lists.reduce<readonly (readonly T[])[]>(
    (chosen, list) => chosen.flatMap((before) => list.map((item) => [...before, item])).slice(0, maxTries),
    [[]],
  );
}
