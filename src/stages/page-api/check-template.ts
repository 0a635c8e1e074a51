import { pathSteps } from '../../text/answer-data.ts';
import {
  filtered,
  literalTemplate,
  piecesOf,
  placeholdersIn,
  placeholderValue,
  splitOutsideQuotes,
} from './placeholders.ts';

/** A page that has all parts of an address. */
const anyAddress = new URL('https://site.example/a/b');
/** A value with a part for each filter. */
const anyValue = 'a-1.html';

/**
 * What is wrong with a template that a person wrote; null: nothing.
 * @param answers number of the requests before it, whose answers it may use
 */
export function templateMistake(template: string, answers: number): string | null {
  try {
    for (const { kind, text } of piecesOf(template)) if (kind === 'placeholder') checkPlaceholder(text, answers);
    return null;
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}

/** What is wrong with the address of an item's page that a person wrote: it may use the item and the list's own address. */
export function itemTemplateMistake(template: string): string | null {
  try {
    const places = placeholdersIn(template).map((text) => splitOutsideQuotes(text, '|'));
    for (const [place = '', ...filters] of places) checkItemPlace(place, filters);
    if (!places.some(([place = '']) => itemStart.test(place)))
      return 'write where it differs by item: /story/${item.slug}';
    return isWebTemplate(template) ? null : 'not an http(s) address: write it in full, or from the first / on';
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}

const itemStart = /^item(?:\.|(?=\[)|$)/;

function checkItemPlace(place: string, filters: readonly string[]): void {
  for (const filter of filters) filtered(anyValue, filter);
  if (itemStart.test(place)) pathSteps(place.replace(itemStart, ''));
  else if (place.startsWith('address.')) checkPlace(place, 0);
  else
    throw new RangeError(
      `"${place}" is not of the item or the list's address: write \${item.slug} or \${address.path}`,
    );
}

/** Whether a template can be an address of the web, in full or against that of a page. */
const isWebTemplate = (template: string): boolean => {
  const example = exampleOf(template, '1');
  return (
    beginsWithPlaceholder(template) ||
    (URL.canParse(example, anyAddress.href) && /^https?:$/.test(new URL(example, anyAddress).protocol))
  );
};

/** What is wrong with a path into an answer's data; null: nothing. */
export function pathMistake(path: string): string | null {
  try {
    pathSteps(path);
    return null;
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}

/** A template with an example value in each of its placeholders. */
export const exampleOf = (template: string, value = 'x'): string =>
  piecesOf(template)
    .map(({ kind, text }) => (kind === 'placeholder' ? value : text))
    .join('');

/** Whether a template begins with a placeholder, whose value may be a whole address. */
export const beginsWithPlaceholder = (template: string): boolean => piecesOf(template)[0]?.kind === 'placeholder';

/** A template in which a text is put before all. */
export const prefixed = (prefix: string, template: string): string => literalTemplate(prefix) + template;

function checkPlaceholder(placeholder: string, answers: number): void {
  const [place = '', ...filters] = splitOutsideQuotes(placeholder, '|');
  checkPlace(place, answers);
  for (const filter of filters) filtered(anyValue, filter);
}

function checkPlace(place: string, answers: number): void {
  if (/^item(?:[.[]|$)/.test(place)) throw new RangeError(`"${place}" is of an item of a list: a request has none`);
  const [, source, rest = ''] = /^(address|shell|answer)\.(.+)$/s.exec(place) ?? [];
  if (source === 'shell') checkShellPlace(rest);
  else if (source === 'answer') checkAnswerPlace(place, rest, answers);
  else if (source === 'address' && /^segment\./.test(rest) && !/^segment\.-?\d+$/.test(rest))
    throw new RangeError(`"${place}": write the number of the segment: segment.0 is the first, segment.-1 the last`);
  else placeholderValue(place, { address: anyAddress, shellValue: () => null, answers: [] });
}

function checkShellPlace(place: string): void {
  if (/^data\..+$/s.test(place) || /^[\w-]+(?:\[[\w-]+="[^"]*"\])?@[^\s@]+$/.test(place)) return;
  throw new RangeError(
    `"shell.${place}" is no place in a page: write shell.meta[name="id"]@content for an attribute, or shell.data.id for a value in a script`,
  );
}

function checkAnswerPlace(place: string, rest: string, answers: number): void {
  const [, number, path = ''] = /^(\d+)(?:\.?(?=\[)|\.|$)(.*)$/s.exec(rest) ?? [];
  if (number === undefined)
    throw new RangeError(`"${place}" needs the number of a request: answer.0.id is of the first one`);
  if (Number(number) >= answers)
    throw new RangeError(
      `"${place}" is of a request that is not sent before this one: ${answers === 0 ? 'it is the first' : `answer.0 to answer.${answers - 1} are`}`,
    );
  pathSteps(path);
}
