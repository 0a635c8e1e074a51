import type { Place } from '../player-page.ts';

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whether an address matches one of the patterns of a page (`Film`). */
export function matcher(patterns: readonly string[], place: Place): (url: string) => boolean {
  const names: Readonly<Record<string, string>> = {
    ...place.origins,
    file: place.file('').replace(/\/$/, ''),
    own: place.own('').replace(/\/$/, ''),
  };
  const expressions = patterns.map((pattern) => {
    const address = pattern.replace(/^\{(\w+)\}/, (_, name: string) => names[name] ?? name);
    return new RegExp(`^${address.split('*').map(escaped).join('.*')}$`);
  });
  return (url) => expressions.some((expression) => expression.test(url));
}
