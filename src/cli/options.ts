import { InvalidArgumentError, Option } from 'commander';
import { CommandError, exitCodes } from '../errors.ts';
import { type DiscoverKind, discoverKinds, pathOfScope } from '../model/crawl/crawl-scope.ts';
import { parseConcurrency } from '../settings/crawl-settings.ts';

const unitsMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
type Unit = keyof typeof unitsMs;

/** Returns a parser for a whole number from `min` to `max`, which throws InvalidArgumentError. */
export function parseWholeNumber(min: number, max = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max)
      throw new InvalidArgumentError(
        `Expected a whole number from ${min}${max === Number.MAX_SAFE_INTEGER ? '' : ` to ${max}`}.`,
      );
    return value;
  };
}

/** How many tasks a run performs at once. Its parser throws InvalidArgumentError. */
export const concurrencyOption = (): Option =>
  new Option('--concurrency <tasks>', 'tasks at once: a number, or auto (by CPU, memory and event loop)').argParser(
    (text): number | 'auto' => {
      try {
        return parseConcurrency(text);
      } catch (error) {
        throw new InvalidArgumentError(`It ${(error as Error).message}.`);
      }
    },
  );

/** How a page is fetched. */
export const renderOption = (about: string): Option =>
  new Option('--render <way>', about).choices(['static', 'browser', 'auto']).default('auto');

/** Longest time that a person means, days: more is a slip, and beyond what dates can hold. */
const longestDays = 36_500;

/** `90s`, `15m`, `2h` or `1d` in ms. @throws InvalidArgumentError */
export function parseDuration(text: string): number {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)([smhd])$/.exec(text) ?? [];
  if (amount === undefined || unit === undefined)
    throw new InvalidArgumentError('Write a number and a unit: 90s, 15m, 2h or 1d.');
  const ms = Number.parseFloat(amount) * unitsMs[unit as Unit];
  if (ms <= 0 || ms > longestDays * unitsMs.d)
    throw new InvalidArgumentError(`It must be more than 0, and at most ${longestDays}d.`);
  return ms;
}

/** Returns a parser for a date (`2026-11-21`, `2026-11-21T10:00Z`) or an age before `now` (`2h`, `7d`), which throws InvalidArgumentError. */
export function parseTime(now: Date): (text: string) => Date {
  return (text) => {
    if (/^\d+(\.\d+)?[smhd]$/.test(text)) return new Date(now.getTime() - parseDuration(text));
    const at = new Date(text);
    if (!/^\d{4}-\d\d/.test(text) || Number.isNaN(at.getTime()))
      throw new InvalidArgumentError('Write a date (2026-11-21, 2026-11-21T10:00Z) or an age (2h, 7d).');
    return at;
  };
}

/** Adds a path of `--under` to those before it. @throws InvalidArgumentError */
export function collectPath(text: string, before: readonly string[] = []): readonly string[] {
  const path = pathOfScope(text);
  if (path === null)
    throw new InvalidArgumentError('Write a path that begins with /, without host, ? and #, such as /sport/.');
  return [...before, path];
}

/** `feeds,sitemaps`, or `none`. @throws InvalidArgumentError */
export function parseDiscoverKinds(text: string): readonly DiscoverKind[] {
  if (text === 'none') return [];
  const names = text.split(',').map((name) => name.trim());
  const kinds = discoverKinds.filter((kind) => names.includes(kind));
  if (!names.every((name) => (discoverKinds as readonly string[]).includes(name)))
    throw new InvalidArgumentError(`Write one or more of ${discoverKinds.join(', ')}, with commas between, or none.`);
  return kinds;
}

/** Returns a parser for a time before `now`, as `parseTime`. @throws InvalidArgumentError */
export function parsePastTime(now: Date): (text: string) => Date {
  return (text) => {
    const at = parseTime(now)(text);
    if (at > now) throw new InvalidArgumentError('It is in the future: no article is as new.');
    return at;
  };
}

/** An http(s) address, normalised. @throws CommandError (usage) */
export function parseWebAddress(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text).href;
  throw new CommandError(
    exitCodes.usage,
    `"${text}" is not an http(s) address. Write it in full, such as https://example.com/page.`,
  );
}
