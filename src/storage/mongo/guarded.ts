import { storeError } from './mongo-error.ts';

/**
 * Wraps an object: its async methods and iterators throw NewshawkError instead of the driver's dozen error classes, which the rest of the program does not know.
 */
export function guarded<T extends object>(part: T, location: string): T {
  return new Proxy(part, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...parameters: unknown[]) => guardResult(Reflect.apply(member, target, parameters), location);
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
