import { storeError } from './mongo-error.ts';

/**
 * The same object, whose async methods and iterators fail with NewshawkError kind `store` only: the driver throws from a dozen classes, and the
 * rest of the program knows none of them.
 */
export function guarded<T extends object>(part: T, location: string): T {
  return new Proxy(part, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...given: unknown[]) => guardResult(Reflect.apply(member, target, given), location);
    },
  });
}

function guardResult(result: unknown, location: string): unknown {
  if (result instanceof Promise)
    return result.catch((error: unknown) => {
      throw storeError(error, location);
    });
  return isAsyncIterable(result) ? guardEach(result, location) : result;
}

async function* guardEach(items: AsyncIterable<unknown>, location: string): AsyncIterable<unknown> {
  try {
    yield* items;
  } catch (error) {
    throw storeError(error, location);
  }
}

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
