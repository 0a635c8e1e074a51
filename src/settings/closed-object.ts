import { z } from 'zod';
import { nearestName } from './nearest-name.ts';

/** An object of what a user writes: a key that it does not know stops the start, with those that it knows. */
export function closedObject<S extends z.core.$ZodLooseShape>(shape: S): z.ZodObject<S, z.core.$strict> {
  const names = Object.keys(shape);
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? unknownKeys(issue.keys as string[], names) : undefined),
  });
}

function unknownKeys(keys: readonly string[], names: readonly string[]): string {
  const words = keys.map((key) => {
    const nearest = nearestName(key, names);
    return `there is no "${key}"${nearest === null ? '' : `, did you mean "${nearest}"?`}`;
  });
  return `${words.join('; ')} (it may have: ${names.join(', ')})`;
}
