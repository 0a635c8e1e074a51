import { toSimplified } from './simplified.ts';

const han = /\p{Script=Han}/u;

/** ASCII text has none of the other spellings. */
const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text);

/**
 * Folds spellings that readers take for the same: width and compatibility forms (NFKC), case (through upper case, so that ß equals SS), curly
 * apostrophes, traditional Chinese characters. Idempotent.
 * The capital ẞ is the one letter whose lower case (ß) is longer in upper case (SS): it is replaced first.
 */
export function foldSpelling(text: string): string {
  if (isAscii(text)) return text.toLowerCase().replaceAll('`', "'");
  const folded = text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/ẞ/g, 'ß')
    .toUpperCase()
    .toLowerCase()
    .replace(/[\u2018\u2019\u02bc\u0060\u00b4]/g, "'")
    .replace(/ς/g, 'σ')
    .normalize('NFKC');
  return han.test(folded) ? toSimplified(folded) : folded;
}
