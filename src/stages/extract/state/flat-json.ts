import { isObject } from '../head/json-ld.ts';

/** Limits against hostile lists: levels of nesting, and values in all. */
const maxDepth = 24;
const maxValues = 100_000;

/**
 * The value of a flat list, as Nuxt writes it (format of the package devalue). Numbers inside lists and objects are indexes into the list; the first item is the root.
 * `["Reactive", 3]` and similar wrappers mean the item at that index. Null beyond the limits.
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
