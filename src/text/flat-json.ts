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
      if (kind === 'Date' && typeof of === 'string') return of;
      if (typeof kind === 'string') return /^(?:Shallow)?(?:Reactive|Ref)$/.test(kind) ? at(of, depth + 1) : null;
      return value.map((item) => at(item, depth + 1));
    }
    if (isObject(value))
      return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, at(item, depth + 1)]));
    return value;
  };
  return at(0, 0);
}

/** Data with its flat lists revived: the whole of a Nuxt payload, the nodes of a SvelteKit page. All other data stay as they are. */
export function withoutFlatLists(data: unknown): unknown {
  if (Array.isArray(data)) return isFlat(data) ? revive(data) : data;
  if (!isObject(data) || !Array.isArray(data.nodes)) return data;
  const nodes = data.nodes.map((node: unknown) =>
    isObject(node) && Array.isArray(node.data) && isFlat(node.data)
      ? { type: node.type, data: revive(node.data) }
      : node,
  );
  return { type: data.type, nodes };
}

/** Lists and objects in a flat list hold indexes only; below 0 stand undefined, NaN and their like. */
function isFlat(list: readonly unknown[]): boolean {
  const [root] = list;
  if (list.length < 2 || typeof root !== 'object' || root === null || Object.keys(root).length === 0) return false;
  const isIndex = (item: unknown) => Number.isInteger(item) && Number(item) >= -6 && Number(item) < list.length;
  return list.every((item) => {
    if (Array.isArray(item)) return typeof item[0] === 'string' || item.every(isIndex);
    return !isObject(item) || Object.values(item).every(isIndex);
  });
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
