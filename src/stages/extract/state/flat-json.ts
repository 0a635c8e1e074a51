import { isObject } from '../head/json-ld.ts';

/** Bounds on what is put together of a hostile list: depth of nesting, and values in all. */
const maxDepth = 24;
const maxValues = 100_000;

/**
 * The value that Nuxt writes as a flat list (format of the package devalue): numbers in lists and objects are places in the list, the first one is the whole.
 * `["Reactive", 3]` and its kin are what stands at that place.
 */
export function revive(list: readonly unknown[]): unknown {
  let values = 0;
  const at = (place: unknown, depth: number): unknown => {
    values += 1;
    if (typeof place !== 'number' || depth > maxDepth || values > maxValues) return null;
    const value = list[place];
    if (Array.isArray(value)) {
      const [kind, of] = value;
      if (typeof kind === 'string') return /^(?:Shallow)?(?:Reactive|Ref)$/.test(kind) ? at(of, depth + 1) : null;
      return value.map((item) => at(item, depth + 1));
    }
    if (isObject(value))
      return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, at(item, depth + 1)]));
    return value;
  };
  return at(0, 0);
}
