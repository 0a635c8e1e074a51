import type { AddressClass } from '../../model/web/url-pattern.ts';
import {
  filterParameters,
  idParameters,
  listWords,
  otherWords,
  pagerParameters,
  peopleWords,
  storyWords,
  tellingWords,
} from '../../text/path-words.ts';
import type { TypedAddress, TypedSegment } from './typed-address.ts';

/** Probabilities of the classes; they sum to 1. */
export type ClassShares = Readonly<Record<AddressClass, number>>;

/** What the form of an address says without any knowledge of its site. */
export interface StructureGuess {
  readonly shares: ClassShares;
  /** The signs with the most weight, for people. */
  readonly signs: readonly string[];
}

/** Log odds of an article. Set on generated sites (bench/urls, open seeds) and checked on sites with other styles (sealed seeds). */
interface Sign {
  readonly weight: number;
  readonly says: string;
}

/** Without any sign. */
const bias = -0.5;

/** Guesses the class of an address by its form. Pure, total. */
export function structureOf(address: TypedAddress): StructureGuess {
  const signs = [...nameSigns(address), ...directorySigns(address), ...querySigns(address)].filter(
    ({ weight }) => weight !== 0,
  );
  const article = 1 / (1 + Math.exp(-signs.reduce((sum, { weight }) => sum + weight, bias)));
  const other = (1 - article) * (isOther(address) ? 0.85 : 0.15);
  return {
    shares: { article, other, listing: 1 - article - other },
    signs: signs
      .toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
      .slice(0, 2)
      .map(({ says }) => says),
  };
}

/** `/2024/05/03/some-title/index.html` is named by the segment before its index. */
function namingSegment({ segments }: TypedAddress): number {
  const last = segments.length - 1;
  return segments[last]?.kind === 'index' && (segments[last - 1]?.words ?? 0) >= 4 ? last - 1 : last;
}

function nameSigns(address: TypedAddress): readonly Sign[] {
  const at = namingSegment(address);
  const segment = address.segments[at];
  if (segment === undefined) return address.parameters.length > 0 ? [] : [{ weight: -5, says: 'the front page' }];
  const isPage = /^(s?html?|ece|cms|story)$/.test(address.extension);
  const html: readonly Sign[] = isPage ? [{ weight: 0.7, says: `.${address.extension}` }] : [];
  const digits = segment.text.replace(/\D/g, '').length;
  const sign = signOfKind(segment, digits);
  const hasQueryId = address.parameters.length > 0 && segment.kind === 'name' && segment.words < 3;
  return hasQueryId ? html : [sign, ...html];
}

function signOfKind(segment: TypedSegment, digits: number): Sign {
  switch (segment.kind) {
    case 'name':
      return nameSign(segment);
    case 'slug-number':
      return { weight: segment.words > 3 ? 2.7 : 2, says: 'a title with a number' };
    case 'slug-token':
      return { weight: segment.words > 4 ? 2.5 : 1, says: 'a title with an id' };
    case 'number-slug':
      return { weight: 2.2, says: 'a number with a title' };
    case 'number':
      return digits >= 5
        ? { weight: 1.5, says: 'a long number' }
        : { weight: digits >= 3 ? 0 : -2, says: 'a short number' };
    case 'code':
      return digits >= 5
        ? { weight: 1.8, says: 'letters with a long number' }
        : { weight: 0, says: 'letters with a number' };
    case 'uuid':
    case 'token':
      return { weight: 1.2, says: 'an id' };
    case 'index':
      return { weight: -3, says: 'an index' };
    case 'page':
      return { weight: -3.5, says: 'a further page of a list' };
    default:
      return { weight: -3, says: 'ends with a date' };
  }
}

/** Log odds of titles by their number of words, from 0 on. */
const byWords = [-2.2, -2.2, -1.2, 0.2, 1.5, 2.3, 2.8];

function nameSign({ text, words }: TypedSegment): Sign {
  if (/%[0-9a-f]{2}/.test(text)) return foreignSign(text, words);
  // some sites write titles without their short words, or with few long ones
  const long = words < 4 && text.length >= 28 ? 1 : 0;
  const weight = (byWords[Math.min(words, byWords.length - 1)] ?? 0) + long;
  return { weight, says: words === 1 ? 'one word' : `${words} words` };
}

/** Escaped characters: of scripts without spaces, two letters say as much as a word. */
function foreignSign(text: string, words: number): Sign {
  let decoded = text;
  try {
    decoded = decodeURIComponent(text);
  } catch {
    // bytes of another encoding: each escape is taken for half a letter
    decoded = text.replace(/%[0-9a-f]{2}%[0-9a-f]{2}/g, '\u4e00');
  }
  const dense = decoded.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/gu)?.length ?? 0;
  const count = Math.max(words, Math.round(dense / 2));
  return { weight: byWords[Math.min(count, byWords.length - 1)] ?? 0, says: `${decoded.length} letters` };
}

function directorySigns(address: TypedAddress): readonly Sign[] {
  const at = namingSegment(address);
  const directories = address.segments.slice(0, Math.max(0, at));
  const names = listNames(address);
  const kinds = new Set(directories.map(({ kind }) => kind));
  const last = address.segments.at(-1)?.text ?? '';
  return [
    wordSign(names, listWords, -3.5),
    wordSign(names, peopleWords, -3.5),
    wordSign(names, otherWords, -2.6),
    wordSign(
      directories.map(({ text }) => text),
      storyWords,
      0.7,
    ),
    directories.some(({ kind, words }) => kind === 'name' && words >= 5)
      ? { weight: 1.5, says: 'a title in its path' }
      : nothing,
    otherWords.has(last) || listWords.has(last) ? { weight: -2.5, says: `"${last}"` } : nothing,
    kinds.has('day') || kinds.has('date')
      ? { weight: 1.6, says: 'a date' }
      : kinds.has('month')
        ? { weight: 1.1, says: 'year and month' }
        : nothing,
    kinds.has('year') && kinds.size === 1 && directories.length === 1 ? { weight: 0.4, says: 'a year' } : nothing,
  ];
}

const nothing: Sign = { weight: 0, says: '' };

function wordSign(names: readonly string[], known: ReadonlySet<string>, weight: number): Sign {
  const name = names.find((text) => known.has(text));
  return name === undefined ? nothing : { weight, says: `below /${name}/` };
}

function querySigns({ parameters }: TypedAddress): readonly Sign[] {
  const hasId = parameters.some(({ name, kind }) => idParameters.has(name) && kind === 'number');
  return parameters.map(({ name, value, kind }) => {
    if (pagerParameters.has(name) || (name === 'p' && kind === 'short')) return { weight: -3.5, says: `?${name}=` };
    if (idParameters.has(name) && kind === 'number') return { weight: 3, says: `?${name}=<number>` };
    if (hasId) return nothing;
    if (kind === 'short') return { weight: -1, says: `?${name}=<one or two digits>` };
    if (idParameters.has(name) && value.length >= 6) return { weight: 2, says: `?${name}=<id>` };
    if (filterParameters.has(name)) return { weight: -2.5, says: `?${name}=` };
    return { weight: -0.6, says: `?${name}=` };
  });
}

/** The words of an address that may say what is below them: its directories, their telling parts, and the letters of its last segment's id. */
function listNames(address: TypedAddress): readonly string[] {
  const at = namingSegment(address);
  const naming = address.segments[at];
  return address.segments.flatMap(({ text, kind, words }, place) => {
    const letters = kind === 'code' || (kind === 'slug-number' && words === 2) ? (/^[a-z]+/.exec(text)?.[0] ?? '') : '';
    if (place >= at) return tellingWords.has(letters) ? [letters] : [];
    // `/archives/12345` is a story of a blog
    if (/^archives?$/.test(text) && naming !== undefined && isStoryName(naming)) return [];
    return [text, letters, ...text.split(/[-_]/).filter((word) => word !== text && tellingWords.has(word))];
  });
}

const isStoryName = ({ kind, text, words }: TypedSegment): boolean =>
  kind === 'name' ? words >= 4 : kind !== 'month' && kind !== 'day' && kind !== 'page' && text.length >= 3;

/** Names in an address that usually have no stories below them, or are none. */
export function foreignDirectories(address: TypedAddress): readonly string[] {
  const last = address.segments.at(-1)?.text ?? '';
  const names = listNames(address).filter(
    (name) => listWords.has(name) || peopleWords.has(name) || otherWords.has(name) || tellingWords.has(name),
  );
  return otherWords.has(last) ? [...names, last] : names;
}

const isOther = (address: TypedAddress): boolean =>
  listNames(address).some((name) => otherWords.has(name) || peopleWords.has(name)) ||
  otherWords.has(address.segments.at(-1)?.text ?? '') ||
  address.parameters.some(({ name }) => name === 'q' || name === 's' || name === 'query');
