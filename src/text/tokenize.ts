import { Jieba } from '@node-rs/jieba';
import { dict } from '@node-rs/jieba/dict.js';
import { toSimplified } from './simplified.ts';
import { stopWords } from './stop-words.ts';

const han = /\p{Script=Han}/u;
const hanRuns = /(\p{Script=Han}+)/u;
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
/**
 * One Chinese character or run of kana, one word with inner apostrophes, or one number with inner separators. Letters end where a script begins that is
 * written without spaces: of "NBA球星姚明" the name is four units, not part of one.
 */
const unit =
  /\p{Script=Han}|\p{Script=Hiragana}+|[\p{Script=Katakana}ー]+|\p{N}+(?:[.,:]\p{N}+)*|[[\p{L}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]]+(?:'[[\p{L}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]]+)*/gv;

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
let jieba: Jieba | null = null;

/**
 * One spelling for what readers take for the same: width and compatibility forms (NFKC), case (through upper case, so that ß meets SS), curly
 * apostrophes, traditional Chinese characters. Idempotent.
 */
export function fold(text: string): string {
  const folded = text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replace(/[\u2018\u2019\u02bc\u0060\u00b4]/g, "'")
    .replace(/ς/g, 'σ')
    .normalize('NFKC');
  return han.test(folded) ? toSimplified(folded) : folded;
}

/**
 * A text as its smallest stable pieces, folded: a Chinese character, a run of kana, a word, a number each. Segmentation of Chinese depends on the words around, so what
 * compares two texts piece by piece uses these.
 */
export const units = (text: string): string[] => fold(text).match(unit) ?? [];

/**
 * The words of a text in order, folded, stop words and numbers included: jieba for Chinese, Intl.Segmenter elsewhere.
 * @param lang ISO 639-1 or null; it only decides between Chinese and Japanese, where the text itself doesn't
 */
export function words(text: string, lang: string | null): string[] {
  const folded = fold(text);
  if (!han.test(folded) || lang === 'ja' || (lang !== 'zh' && kana.test(folded))) return segment(folded);
  return folded.split(hanRuns).flatMap((run) => (han.test(run) ? cutChinese(run) : segment(run)));
}

/** The words that say something: no stop words, no single letters; numbers stay. */
export function contentWords(text: string, lang: string | null): string[] {
  return words(text, lang).filter(contentFilter(lang));
}

/** Tells content words from the others among what `words` gives. */
export function contentFilter(lang: string | null): (word: string) => boolean {
  const stops = stopWords(lang);
  return (word) => !stops.has(word) && (word.length > 1 || han.test(word) || /\p{N}/u.test(word));
}

/** Joins neighbouring words to one term; Chinese without a space, so that the term is the same however it was segmented. */
export function joinWords(left: string, right: string): string {
  return han.test(left.at(-1) ?? '') && han.test(right.charAt(0)) ? left + right : `${left} ${right}`;
}

/** The dictionary's words inside a longer Chinese word (银行 in 中国人民银行), without the word itself; none for other words. */
export function innerWords(word: string): string[] {
  if (word.length < 3 || !han.test(word)) return [];
  return openJieba()
    .cutForSearch(word, false)
    .filter((part) => part !== word && part.length > 1);
}

/**
 * Which of a text's units (as `units` gives them) are written as names: capital letters within a sentence; what the dictionary of Chinese calls a name of a
 * person, place or organisation; in Japanese, which has neither, what is in katakana, and kanji before a title or the word for a kind of place. In German that
 * takes in all nouns.
 */
export function nameUnits(text: string): boolean[] {
  const spelled = text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[\u2018\u2019\u02bc\u0060\u00b4]/g, "'")
    .normalize('NFKC');
  const inKanji = han.test(spelled)
    ? kana.test(spelled)
      ? japaneseNames(spelled)
      : chineseNames(toSimplified(spelled))
    : [];
  const flags: boolean[] = [];
  let end = 0;
  for (const { 0: one, index } of spelled.matchAll(unit)) {
    if (han.test(one)) flags.push(inKanji[index] === true);
    else
      flags.push(
        katakana.test(one) || (index > 0 && capital.test(one) && withinSentence.test(spelled.slice(end, index))),
      );
    end = index + one.length;
  }
  return flags;
}

const katakana = /\p{Script=Katakana}/u;
const capital = /^\p{Lu}/u;
/** What may stand before a word that begins no sentence. */
const withinSentence = /^(?:[ \u00a0]?[,;/&-]?[ \u00a0]?|\s\()$/;

/** What follows the names of people and places; longer ones first. */
const afterName =
  /(\p{Script=Han}{1,5}?)(?:容疑者|大統領|さん|館長|社長|会長|監督|選手|知事|首相|議員|教授|市長|大学|空港|氏|様|君|市|県|府|都|区|町|村|駅|港)/gu;

/** As `chineseNames`, of a Japanese text. */
function japaneseNames(text: string): boolean[] {
  const inName = new Array<boolean>(text.length).fill(false);
  for (const { 1: name = '', index } of text.matchAll(afterName)) inName.fill(true, index, index + name.length);
  return inName;
}

/** By UTF-16 place: whether the character there is in a name. */
function chineseNames(text: string): boolean[] {
  const inName = new Array<boolean>(text.length).fill(false);
  for (const { 0: run, index } of text.matchAll(/\p{Script=Han}+/gu)) {
    let at = index;
    for (const { word, tag } of openJieba().tag(run, true)) {
      if (/^n[rstz]/.test(tag)) inName.fill(true, at, at + word.length);
      at += word.length;
    }
  }
  return inName;
}

function segment(folded: string): string[] {
  const found: string[] = [];
  for (const { segment: word, isWordLike } of segmenter.segment(folded))
    if (isWordLike) found.push(word.endsWith("'s") ? word.slice(0, -2) : word);
  return found;
}

const cutChinese = (run: string): string[] => openJieba().cut(run, true);

/** A quarter of a second and 50 MB: only where there is Chinese. */
function openJieba(): Jieba {
  jieba ??= Jieba.withDict(dict);
  return jieba;
}
