import { z } from 'zod';
import { nearestName } from './nearest-name.ts';

/** One setting: its variable, default and parser. */
export interface Setting<T> {
  readonly variable: string;
  readonly about: string;
  readonly fallback: T;
  readonly secret: boolean;
  /** @throws Error that says which values are valid */
  readonly parse: (text: string) => T;
}

export function setting<T>(
  variable: string,
  fallback: T,
  about: string,
  parse: (text: string) => T,
  secret = false,
): Setting<T> {
  return { variable, about, fallback, secret, parse };
}

export const textSetting = (variable: string, fallback: string, about: string) =>
  setting(variable, fallback, about, (value) => value);
export const secretSetting = (variable: string, about: string) =>
  setting<string | null>(variable, null, about, (value) => value, true);
export const optionalSetting = (variable: string, about: string) =>
  setting<string | null>(variable, null, about, (value) => value);
/** A comma-separated list. */
export const listSetting = (variable: string, about: string) =>
  setting<readonly string[]>(variable, [], about, (value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  );

/** A whole number. */
export function intSetting(variable: string, fallback: number, about: string, min = 0, max = Number.MAX_SAFE_INTEGER) {
  return setting(variable, fallback, about, (value) => {
    if (!/^\d+$/.test(value) || Number(value) < min || Number(value) > max)
      throw new Error(`must be a whole number from ${min}${max === Number.MAX_SAFE_INTEGER ? '' : ` to ${max}`}`);
    return Number(value);
  });
}

/** A setting between 0 and 1, both excluded. */
export function shareSetting(variable: string, fallback: number, about: string) {
  return setting(variable, fallback, about, (value) => {
    if (!/^0?\.\d+$/.test(value) || Number(value) <= 0)
      throw new Error('must be a number between 0 and 1, such as 0.7');
    return Number(value);
  });
}

/** A setting with a fixed set of values. */
export function choiceSetting<const T extends string>(
  variable: string,
  fallback: T,
  values: readonly T[],
  about: string,
) {
  return setting<T>(variable, fallback, about, (value) => {
    const match = values.find((allowed) => allowed === value);
    if (match === undefined) throw new Error(`must be one of ${values.join(', ')}`);
    return match;
  });
}

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
