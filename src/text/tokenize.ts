import { Jieba } from '@node-rs/jieba';
import { dict } from '@node-rs/jieba/dict.js';
import { foldSpelling } from './fold-spelling.ts';
import { toSimplified } from './simplified.ts';
import { stopWords } from './stop-words.ts';
import { breakLongRuns } from './text-limits.ts';

const han = /\p{Script=Han}/u;
const hanRuns = /(\p{Script=Han}+)/u;
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
/**
 * A Chinese character, a run of kana, a word with inner apostrophes, or a number with inner separators. A word ends where a script without spaces
 * begins: "NBA球星姚明" is five units.
 */
const unit =
  /\p{Script=Han}|\p{Script=Hiragana}+|[\p{Script=Katakana}ー]+|\p{N}+(?:[.,:]\p{N}+)*|[[\p{L}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]]+(?:'[[\p{L}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]]+)*/gv;

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
let jieba: Jieba | null = null;

/**
 * Splits a text into folded units that do not depend on context: Chinese characters, runs of kana, words, numbers. Chinese segmentation depends on the words
 * around, so comparisons of two texts use units.
 */
export const units = (text: string): string[] => foldSpelling(breakLongRuns(text)).match(unit) ?? [];

/**
 * The words of a text in order, folded, stop words and numbers included: jieba for Chinese, Intl.Segmenter elsewhere.
 * @param lang ISO 639-1 or null; it only decides between Chinese and Japanese, where the text itself doesn't
 */
export function words(text: string, lang: string | null): string[] {
  const folded = foldSpelling(breakLongRuns(text));
  if (!han.test(folded) || lang === 'ja' || (lang !== 'zh' && kana.test(folded))) return segment(folded);
  return folded.split(hanRuns).flatMap((run) => (han.test(run) ? cutChinese(run) : segment(run)));
}

/** The words of a text without stop words and single letters; numbers stay. */
export function contentWords(text: string, lang: string | null): string[] {
  return words(text, lang).filter(contentFilter(lang));
}

/** A filter that keeps the content words among those that `words` returns. */
export function contentFilter(lang: string | null): (word: string) => boolean {
  const stops = stopWords(lang);
  return (word) => !stops.has(word) && (word.length > 1 || han.test(word) || /\p{N}/u.test(word));
}

/** Joins neighbouring words into one term; Chinese without a space, so the term does not depend on the segmentation. */
export function joinWords(left: string, right: string): string {
  return han.test(left.at(-1) ?? '') && han.test(right.charAt(0)) ? left + right : `${left} ${right}`;
}

/** The dictionary words inside a longer Chinese word (银行 in 中国人民银行), without the word itself; empty for other words. */
export function innerWords(word: string): string[] {
  if (word.length < 3 || !han.test(word)) return [];
  return openJieba()
    .cutForSearch(word, false)
    .filter((part) => part !== word && part.length > 1);
}

/**
 * Says for each unit of a text (as `units` returns them) whether it is written as a name: with a capital within a sentence (in German, all nouns); in Chinese,
 * tagged by the dictionary as a person, place or organisation; in Japanese, in katakana, or kanji before a title or a word for a kind of place.
 */
export function nameUnits(text: string): boolean[] {
  const spelled = breakLongRuns(text)
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
  for (const { 0: unitText, index } of spelled.matchAll(unit)) {
    if (han.test(unitText)) flags.push(inKanji[index] === true);
    else
      flags.push(
        katakana.test(unitText) ||
          (index > 0 && capital.test(unitText) && withinSentence.test(spelled.slice(end, index))),
      );
    end = index + unitText.length;
  }
  return flags;
}

const katakana = /\p{Script=Katakana}/u;
const capital = /^\p{Lu}/u;
/** Matches the text before a word that does not begin a sentence. */
const withinSentence = /^(?:[ \u00a0]?[,;/&-]?[ \u00a0]?|\s\()$/;

/** Suffixes of the names of people and places; longer ones first. */
const afterName =
  /(\p{Script=Han}{1,5}?)(?:容疑者|大統領|さん|館長|社長|会長|監督|選手|知事|首相|議員|教授|市長|大学|空港|氏|様|君|市|県|府|都|区|町|村|駅|港)/gu;

/** As `chineseNames`, for a Japanese text. */
function japaneseNames(text: string): boolean[] {
  const inName = new Array<boolean>(text.length).fill(false);
  for (const { 1: name = '', index } of text.matchAll(afterName)) inName.fill(true, index, index + name.length);
  return inName;
}

/** Says for each UTF-16 index whether the character there is part of a name. */
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

/** A text of these characters: ASCII, Latin letters, and the quotes, dashes and signs that stand between words. */
const plainText =
  /^[\0-\x7f\u00a0-\u00ac\u00ae-\u00b6\u00b8-\u024f\u2010-\u2014\u201c-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2122]*$/;
const [letter, digit] = ['a-z\\u00aa\\u00b5\\u00ba\\u00df-\\u00f6\\u00f8-\\u024f', '0-9'];
/**
 * The words of a folded plain text, as the segmenter finds them (Unicode Standard Annex 29), in a sixth of its time: letters, digits and low lines, with inner
 * apostrophes, points and colons between letters, and points, commas and semicolons between digits.
 */
const plainWord = new RegExp(
  `(?=_*[${letter}${digit}]|__)[${letter}${digit}_]+(?:(?:(?<=[${letter}])['.:](?=[${letter}])|(?<=[${digit}])[,;.'](?=[${digit}]))[${letter}${digit}_]+)*`,
  'g',
);

function segment(folded: string): string[] {
  const wordList = plainText.test(folded) ? (folded.match(plainWord) ?? []) : segmentedWords(folded);
  return wordList.map((word) => (word.endsWith("'s") ? word.slice(0, -2) : word));
}

function segmentedWords(folded: string): string[] {
  const wordList: string[] = [];
  for (const { segment: word, isWordLike } of segmenter.segment(folded)) if (isWordLike) wordList.push(word);
  return wordList;
}

const cutChinese = (run: string): string[] => openJieba().cut(run, true);

/** Loaded with the first Chinese text: it takes a quarter of a second and 50 MB. */
function openJieba(): Jieba {
  jieba ??= Jieba.withDict(dict);
  return jieba;
}
