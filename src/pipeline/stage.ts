import type { Outcome } from '../model/crawl/outcome.ts';

/** One step of a page's way: what it takes, and how it ended. */
export type Stage<In, Out> = (input: In) => Outcome<Out> | Promise<Outcome<Out>>;

export function flow<A, B, C>(first: Stage<A, B>, second: Stage<B, C>): (input: A) => Promise<Outcome<C>>;
export function flow<A, B, C, D>(
  first: Stage<A, B>,
  second: Stage<B, C>,
  third: Stage<C, D>,
): (input: A) => Promise<Outcome<D>>;
/** Runs stages one after the other, as long as each keeps its page: the first that does not has the last word. */
export function flow(...stages: readonly Stage<never, unknown>[]): (input: never) => Promise<Outcome<unknown>> {
  return async (input) => {
    let value: unknown = input;
    for (const stage of stages) {
      const outcome = await stage(value as never);
      if (outcome.kind !== 'kept') return outcome;
      value = outcome.value;
    }
    return { kind: 'kept', value };
  };
}
