import { z } from 'zod';
import { nearestName } from './nearest-name.ts';

/** The schema of an object that a user writes. An unknown key is an error that lists the valid ones. */
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
  return `${words.join('; ')} (valid keys: ${names.join(', ')})`;
}
