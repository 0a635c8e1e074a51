import { valuesAt } from '../../text/answer-data.ts';
import { decoded } from '../../text/characters.ts';

/** A value with the placeholder that gives it: `address.segment.-1|last`. */
export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

/** What placeholders of a page's requests are read from. */
export interface ValueSources {
  /** The page's address. */
  readonly address: URL;
  /** Value of a place in the shell (`shell.…` without filters); null where there is none. */
  readonly shellValue: (place: string) => string | null;
  /** Values of whole placeholders that are known without the shell. */
  readonly shared?: Readonly<Record<string, string>>;
  /** The data of earlier answers. */
  readonly answers: readonly unknown[];
  /** An item of a list, whose address is made. */
  readonly item?: unknown;
}

/** How a value is written into its place: percent-encoded into an address or form, `path` keeps its slashes, escaped into JSON, as it is into a header or text. */
export type Encoding = 'uri' | 'path' | 'json' | 'none';

/** The name under which JSONP answers come. */
const callbackName = 'callback';

/** A day without or with separators: 20261123, 2026-11-23. */
const datePattern = /(?<!\d)((?:19|20)\d\d)[-_.]?(0[1-9]|1[0-2])[-_.]?(0[1-9]|[12]\d|3[01])(?!\d)/;
/** Parts of a value that ids and slugs stand in. `first` and `last` are words between `-_.,~:`; `init` is what is before the last one, `rest` what is behind the first. */
const wordFilters: Readonly<Record<string, (value: string) => string | null>> = {
  stem: (value) => /^(.+)\.[a-z]{2,5}$/i.exec(value)?.[1] ?? null,
  first: (value) => /^([^-_.,~:]+)[-_.,~:]/.exec(value)?.[1] ?? null,
  last: (value) => /[-_.,~:]([^-_.,~:]+)$/.exec(value)?.[1] ?? null,
  init: (value) => /^(.+)[-_.,~:][^-_.,~:]+$/.exec(value)?.[1] ?? null,
  rest: (value) => /^[^-_.,~:]+[-_.,~:](.+)$/.exec(value)?.[1] ?? null,
  digits: (value) =>
    value.match(/\d+/g)?.reduce((longest, run) => (run.length >= longest.length ? run : longest)) ?? null,
  year: (value) => datePattern.exec(value)?.[1] ?? null,
  month: (value) => datePattern.exec(value)?.[2] ?? null,
  day: (value) => datePattern.exec(value)?.[3] ?? null,
  json: (value) => JSON.stringify(value).slice(1, -1),
};

/** `segment.2`: the third part between slashes; `from.2`: all from there on. */
const pathFilter = /^(segment|from)\.(-?\d+)$/;

/** @throws RangeError for an unknown filter */
export function filtered(value: string | null, filter: string): string | null {
  if (value === null) return null;
  const word = wordFilters[filter];
  if (word !== undefined) return word(value);
  const [, kind, position] = pathFilter.exec(filter) ?? [];
  if (kind === undefined)
    throw new RangeError(`"${filter}" is no filter: ${Object.keys(wordFilters).join(', ')}, segment.N, from.N`);
  const parts = value.split('/').filter((part) => part !== '');
  if (kind === 'segment') return parts.at(Number(position)) ?? null;
  return parts.slice(Number(position)).join('/') || null;
}

/** The value of a placeholder without its braces; null where the page has none. @throws RangeError for a malformed placeholder */
export function placeholderValue(placeholder: string, sources: ValueSources): string | null {
  const { shared = {} } = sources;
  if (Object.hasOwn(shared, placeholder)) return shared[placeholder] ?? null;
  const [place = '', ...filters] = splitOutsideQuotes(placeholder, '|');
  return filters.reduce<string | null>(filtered, baseValue(place, sources));
}

function baseValue(place: string, { address, shellValue, answers, item }: ValueSources): string | null {
  if (place === 'callback') return callbackName;
  const ofItem = /^item(?:\.|(?=\[)|$)(.*)$/s.exec(place);
  if (ofItem !== null) return textOf(valuesAt(item, ofItem[1] ?? '')[0]);
  const [, source, rest = ''] = /^(address|shell|answer)\.(.+)$/s.exec(place) ?? [];
  if (source === 'address') return addressValue(address, rest);
  if (source === 'shell') return shellValue(rest);
  if (source === 'answer') {
    const [, number = '', path = ''] = /^(\d+)\.?(.*)$/s.exec(rest) ?? [];
    return textOf(valuesAt(answers[Number(number)], path)[0]);
  }
  throw new RangeError(`"${place}" is no place: it begins with address., shell., answer. or item.`);
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null;

function addressValue(address: URL, part: string): string | null {
  if (part === 'url') return address.href;
  if (part === 'path') return decoded(address.pathname).replace(/^\//, '');
  const [, kind, name = ''] = /^(segment|query)\.(.+)$/s.exec(part) ?? [];
  if (kind === 'query') return address.searchParams.get(name);
  if (kind === 'segment' && /^-?\d+$/.test(name)) return segmentsOf(address).at(Number(name)) ?? null;
  throw new RangeError(`"address.${part}" is no part of an address: url, path, segment.N, query.NAME`);
}

/** The parts of an address' path, decoded. */
export const segmentsOf = ({ pathname }: URL): string[] =>
  pathname
    .split('/')
    .filter((part) => part !== '')
    .map(decoded);

/** Fills a template. @returns null where a placeholder has no value @throws RangeError for a malformed template */
export function fill(template: string, sources: ValueSources, encoding: Encoding): string | null {
  let text = '';
  for (const piece of piecesOf(template)) {
    if (piece.kind === 'text') text += piece.text;
    else {
      const value = placeholderValue(piece.text, sources);
      if (value === null) return null;
      text += encode(value, encoding);
    }
  }
  return text;
}

function encode(value: string, encoding: Encoding): string {
  if (encoding === 'uri') return encodeURIComponent(value.toWellFormed());
  if (encoding === 'path') return encodeURI(decoded(value).toWellFormed()).replace(/[?#]/g, encodeURIComponent);
  return encoding === 'json' ? JSON.stringify(value).slice(1, -1) : value;
}

interface Piece {
  readonly kind: 'text' | 'placeholder';
  readonly text: string;
}

/** A template's texts and placeholders in their order; `$${` stands for `${`. @throws RangeError where a placeholder has no end */
export function piecesOf(template: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let text = '';
  for (let at = 0; at < template.length; ) {
    if (template.startsWith('$${', at)) {
      text += '${';
      at += 3;
    } else if (template.startsWith('${', at)) {
      const end = endOutsideQuotes(template, at + 2);
      if (end === -1) throw new RangeError(`the placeholder in "${template.slice(at)}" has no end`);
      if (text !== '') pieces.push({ kind: 'text', text });
      text = '';
      pieces.push({ kind: 'placeholder', text: template.slice(at + 2, end) });
      at = end + 1;
    } else text += template[at++];
  }
  return text === '' ? pieces : [...pieces, { kind: 'text', text }];
}

/** A text as a template without placeholders. */
export const literalTemplate = (text: string): string => text.replaceAll('${', () => '$${');

/** A template with its texts and placeholders rewritten. */
export const rewritten = (
  template: string,
  rewriteText: (text: string) => string,
  rewritePlaceholder: (placeholder: string) => string = (placeholder) => placeholder,
): string =>
  piecesOf(template)
    .map(({ kind, text }) => (kind === 'text' ? literalTemplate(rewriteText(text)) : `\${${rewritePlaceholder(text)}}`))
    .join('');

/** The placeholders of a template, without braces. */
export const placeholdersIn = (template: string): readonly string[] =>
  piecesOf(template).flatMap(({ kind, text }) => (kind === 'placeholder' ? [text] : []));

function endOutsideQuotes(text: string, from: number): number {
  let isQuoted = false;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '"') isQuoted = !isQuoted;
    else if (text[at] === '}' && !isQuoted) return at;
  }
  return -1;
}

export function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts = [''];
  let isQuoted = false;
  for (const sign of text) {
    if (sign === '"') isQuoted = !isQuoted;
    if (sign === separator && !isQuoted) parts.push('');
    else parts[parts.length - 1] += sign;
  }
  return parts;
}

/** The placeholder of a value in an earlier answer. */
export const answerPlace = (answer: number, path: string): string =>
  `answer.${answer}${path === '' || path.startsWith('[') ? '' : '.'}${path}`;

/** The placeholder of a value in an item. */
export const itemPlace = (path: string): string => `item${path === '' || path.startsWith('[') ? '' : '.'}${path}`;

/** Filters that ids and slugs are searched with, the simplest first. */
export const idFilters = ['', '|last', '|digits', '|init', '|first', '|rest', '|year', '|month', '|day'] as const;
/** Segments of an address that are searched, from either end. */
const maxSegments = 8;

/** All values of an address that a request may contain, the simplest placeholder first. */
export function addressValues(address: URL): readonly NamedValue[] {
  const count = Math.min(maxSegments, segmentsOf(address).length);
  const segments = Array.from({ length: count }, (_, at) => [
    `address.segment.${-1 - at}`,
    `address.segment.${at}`,
  ]).flat();
  const queries = [...new Set(address.searchParams.keys())].map((name) => `address.query.${name}`);
  const bases = [...segments, ...queries].flatMap((base) => [base, `${base}|stem`]);
  const tails = Array.from({ length: count }, (_, at) => `address.path|from.${at}`).flatMap((tail) => [
    tail,
    `${tail}|stem`,
  ]);
  const names = [
    ...idFilters.flatMap((filter) => bases.map((base) => base + filter)),
    ...['address.path', 'address.url'],
    ...tails,
  ];
  const sources: ValueSources = { address, shellValue: () => null, answers: [] };
  return names.flatMap((name) => {
    const value = placeholderValue(name, sources);
    return value === null || value === '' ? [] : [{ name, value }];
  });
}

/** The values of an earlier answer that a request may contain. */
export const answerValues = (
  answer: number,
  leaves: readonly { readonly path: string; readonly value: unknown }[],
): readonly NamedValue[] =>
  leaves.map(({ path, value }) => ({ name: answerPlace(answer, path), value: String(value) }));
