import prettyMs from 'pretty-ms';

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** Bytes in decimal units: `1.4 MB`. */
export function bytesText(bytes: number): string {
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
}

/** A duration, from ms: `850ms`, `2m 5s`. */
export const durationText = (ms: number): string =>
  prettyMs(ms < 1_000 ? Math.round(ms) : Math.round(ms / 1_000) * 1_000);

/** `1 234`: digits in groups, independent of the locale. */
export const countText = (count: number): string => count.toLocaleString('en').replaceAll(',', ' ');

/** `1 page`, `1 234 pages` */
export const countedText = (count: number, one: string, many = `${one}s`): string =>
  `${countText(count)} ${count === 1 ? one : many}`;

/** `2026-11-21 10:05`, UTC. */
export const minuteText = (at: Date): string => at.toISOString().slice(0, 16).replace('T', ' ');
