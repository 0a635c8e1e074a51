import { decoded } from '../../../text/characters.ts';

/** Parameters that name a campaign, a position or a setting, never a film. */
const notNames = /^(utm_.*|fbclid|gclid|ref|source|from|lang|hl|locale|t|start|autoplay|muted|list|sort|page)$/i;

/** A text as comparable words: lower case, letters and digits only. */
export const plainWords = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** What an address calls the film of its page, the surest part first: hash, query, end of the path. */
export function namesInAddress(address: string): ReadonlySet<string>[] {
  if (!URL.canParse(address)) return [];
  const { hash, searchParams, pathname } = new URL(address);
  const fragment = decoded(hash.slice(1)).replace(/^[!/]+/, '');
  const fromHash = fragment.includes('=') ? pairNames(new URLSearchParams(fragment)) : partNames(fragment.split('/'));
  const parts = pathname.split('/').filter((part) => part !== '');
  return [fromHash, pairNames(searchParams), partNames(parts.map(decoded))];
}

const pairNames = (pairs: URLSearchParams): Set<string> =>
  new Set([...pairs].flatMap(([name, value]) => (notNames.test(name) ? [] : valueNames(name, value))));

/** The last part, with the word before it: `/episode/3`; `episode-3` is a word and a number too. */
function partNames(parts: readonly string[]): Set<string> {
  const last = plainWords(parts.at(-1)?.replace(/\.\w{2,5}$/, '') ?? '');
  if (last === '') return new Set();
  const [, word = parts.at(-2) ?? '', number] = /^(?:(\D+?) ?)?(\d+)$/.exec(last) ?? [];
  return new Set(number === undefined ? [last] : [last, ...valueNames(word, number)]);
}

/** Names that a field gives to its object: the value alone, and with the field's name: `3`, `episode 3`. */
export function valueNames(field: string, value: string): string[] {
  const plain = plainWords(value).replace(/^0+(?=\d)/, '');
  if (plain === '') return [];
  const word = plainWords(field.replace(/([a-z])([A-Z])/g, '$1 $2')).replace(/ (number|no|nr|id|index)$/, '');
  return word === '' ? [plain] : [plain, `${word} ${plain}`];
}
