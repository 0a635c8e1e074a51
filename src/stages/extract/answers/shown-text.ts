import { wordTokens } from '../../../text/likeness.ts';
import { plainText } from './plain-text.ts';
import type { Shingles } from './text-tree.ts';

/** Share of a string's shingles from which a page shows it. */
const minShown = 0.7;
/** Words of a string that a page would show as a text of its own. */
const minWords = 4;
const maxDepth = 32;
/** A property that says what an object is: a short word. */
const markPattern = /^[\w:/.-]{1,40}$/;
/** Names of such properties, the usual ones first. */
const isMarkName = (name: string): boolean => markNames.includes(name) || /type|kind|variant|layout/i.test(name);
const markNames = ['type', 'kind', '__typename', 'tag', 'component', 'blockName', 'name', 'role', 'style'];

/** An object on the way to a string, and the property that leads on. */
interface Step {
  readonly object: Readonly<Record<string, unknown>>;
  readonly name: string;
}

interface ShownString {
  readonly name: string;
  readonly steps: readonly Step[];
  readonly isShown: boolean;
}

/** Which properties of a list or tree of blocks hold the text that a page shows, and what marks the others: captions, boxes of links, advertisements. */
export function shownProperties(value: unknown, article: Shingles) {
  const strings = stringsIn(value, article);
  const shown = strings.filter(({ isShown }) => isShown);
  const texts = [...new Set(shown.map(({ name }) => name))];
  const hidden = strings.filter(({ name, isShown }) => !isShown && texts.includes(name));
  const skips = new Set<string>();
  for (const { steps } of hidden) {
    if (steps.some((step) => marksOf(step).some((mark) => skips.has(mark)))) continue;
    const mark = steps
      .toReversed()
      .flatMap(marksOf)
      .find(
        (candidate) =>
          !texts.includes(candidate) &&
          !shown.some((other) => other.steps.some((step) => marksOf(step).includes(candidate))),
      );
    if (mark !== undefined) skips.add(mark);
  }
  return { texts, skips: [...skips] };
}

/** What an object says of itself, and the property's name. */
function marksOf({ object, name }: Step): readonly string[] {
  const own = Object.entries(object).flatMap(([key, value]) =>
    isMarkName(key) && typeof value === 'string' && markPattern.test(value) ? [[key, value] as const] : [],
  );
  const rank = (key: string) => (markNames.includes(key) ? markNames.indexOf(key) : markNames.length);
  return [...own.sort(([a], [b]) => rank(a) - rank(b)).map(([key, value]) => `${key}=${value}`), name];
}

function stringsIn(root: unknown, article: Shingles): readonly ShownString[] {
  const strings: ShownString[] = [];
  const walk = (value: unknown, name: string, steps: readonly Step[]): void => {
    if (steps.length > maxDepth) return;
    if (typeof value === 'string') {
      const words = wordTokens(plainText(value));
      const isShown = article.sharedWith(words).share >= minShown;
      if (isShown || words.length >= minWords) strings.push({ name, steps, isShown });
    } else if (Array.isArray(value)) for (const item of value) walk(item, name, steps);
    else if (typeof value === 'object' && value !== null)
      for (const [key, item] of Object.entries(value))
        walk(item, key, [...steps, { object: value as Step['object'], name: key }]);
  };
  walk(root, '', []);
  return strings;
}
