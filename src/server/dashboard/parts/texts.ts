/** A number with thin spaces between the thousands. */
export const countOf = (value: number): string => value.toLocaleString('en').replaceAll(',', '\u202f');

export function bytes(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = value < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(value) / 3));
  return `${(value / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
}

const spanUnits = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
] as const;

/** A duration in its largest unit: `1.5 h`. @param ms its sign does not count */
export function span(ms: number): string {
  const abs = Math.abs(ms);
  const unit = spanUnits.find(([unitMs]) => abs >= unitMs);
  if (unit === undefined) return `${Math.round(abs)} ms`;
  const [size, name] = unit;
  return `${(abs / size).toFixed(abs / size < 10 && name !== 's' ? 1 : 0).replace(/\.0$/, '')} ${name}`;
}

/** A time in the reader's zone. */
export const localTime = (text: string): string => new Date(text).toLocaleString();

/** `1 article`, `2 articles`. */
export const plural = (value: number, one: string, many = `${one}s`): string =>
  `${countOf(value)} ${value === 1 ? one : many}`;
