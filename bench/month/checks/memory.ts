import { quantile } from './discoveries.ts';
import type { Breach } from './limits.ts';

/** Share of the sizes at the beginning that do not count: caches fill. */
const warmUpShare = 0.2;
/** With fewer sizes a quarter is a single one, and a garbage collection decides. */
const fewestSizes = 12;

/**
 * Whether a size stays flat: the median of the last quarter beside that of the quarter after the warm-up.
 * @param sizes in order of time, bytes; fewer than 12 are not judged @param within the largest growth, as a factor, and bytes that are always allowed
 */
export function growth(
  name: string,
  sizes: readonly number[],
  within: { readonly factor: number; readonly bytes: number },
): Breach[] {
  if (sizes.length < fewestSizes) return [];
  const counted = sizes.slice(Math.floor(sizes.length * warmUpShare));
  const quarter = counted.length >> 2;
  const [early, late] = [counted.slice(0, quarter), counted.slice(-quarter)].map((part) => quantile(part, 0.5));
  if (early === undefined || late === undefined) return [];
  if (late <= early * within.factor || late - early <= within.bytes) return [];
  return [`${name} grew from ${megabytes(early)} to ${megabytes(late)} MB`];
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
