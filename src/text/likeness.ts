/** Words of a text for comparing it: NFKC, lower case, a CJK character each. */
export const tokensOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]|[\p{L}\p{N}]+/gu) ?? [];

/** F1 of the two bags of words, 0 to 1. */
export function likeness(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  const counts = new Map<string, number>();
  for (const token of a) counts.set(token, (counts.get(token) ?? 0) + 1);
  let shared = 0;
  for (const token of b) {
    const left = counts.get(token) ?? 0;
    if (left > 0) shared += 1;
    counts.set(token, left - 1);
  }
  return (2 * shared) / (a.length + b.length);
}

/** Whether `tokens` begin with all of `start`. */
export const beginsWith = (tokens: readonly string[], start: readonly string[]): boolean =>
  start.length > 0 && start.every((token, at) => tokens[at] === token);
