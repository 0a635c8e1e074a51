import { isForeign } from '../page/foreign.ts';
import { familyNames } from './chinese-names.ts';
import { isNoName } from './no-names.ts';
import type { AuthorsInput } from './visible-authors.ts';

/** Characters of a credit that are read: who wrote, who took the pictures, who edited. */
const maxCreditLength = 160;
/** Paragraphs end with the reporter's name in brackets: only their ends are read. */
const endLength = 40;
const maxNames = 6;

const separator = String.raw`\s*[:：/／|｜丨︱]\s*`;
/** A name of two to four characters, or a foreign one with a middle dot. */
const name = String.raw`(?:\p{Script=Han}{1,5}(?:[·・]\p{Script=Han}{1,6}){1,2}|\p{Script=Han}{2,4})`;
/** Names until something else than a Chinese character follows. */
const names = String.raw`(?<names>${name}(?:(?:\s*[、，,／/&]\s*|\s+)${name}){0,5})(?![\p{Script=Han}：:])`;
/** A name of two or three characters before words without a space. */
const shortNames = String.raw`(?<names>\p{Script=Han}{2,3}(?:[、，, ]\s*\p{Script=Han}{2,3}){0,4})`;
const reporter = '(?:记者|記者|通讯员|特派员|特約記者|特约撰稿(?:人)?|评论员|見習記者|见习生|实习生)';
const filed = String.raw`(?:发自|报道|報導|報道|专访|專訪|综合|综述|攝影|摄影|摄|\d{1,2}\s*日\s*[电電]|电|電)`;

/** Who wrote the text. */
const writerCredits: readonly RegExp[] = [
  // 作者：王小明、李华 | 撰文／王小明 | 文｜王小明 | 采写/王小明
  new RegExp(
    String.raw`(?:作者|撰文|撰稿人?|执笔|采写|採訪撰文|采访整理|编译|編譯|(?<![\p{Script=Han}])[图圖]?文字?)${separator}${names}`,
    'u',
  ),
  // 本报记者 王小明 | 记者：王小明 李华
  new RegExp(String.raw`${reporter}(?:${separator}|\s+)${names}`, 'u'),
  // 本报记者王小明发自北京
  new RegExp(String.raw`${reporter}\s*(?<names>\p{Script=Han}{2,4})发自`, 'u'),
  // （本报记者王小明） | 〔記者王小明／台北報導〕 | （中央社記者王小明台北1日電） | 本报记者王小明北京报道
  new RegExp(
    String.raw`${reporter}\s*${shortNames}(?:\s*[）)】〕\]]|\s*[／/]\s*\p{Script=Han}{2,6}|\s*(?:\p{Script=Han}{2,4}\s*)?${filed})`,
    'u',
  ),
  // （王小明 北京报道） | （王小明 报道）
  new RegExp(String.raw`[（(]${shortNames}\s+(?:\p{Script=Han}{2,4}\s*)?${filed}[）)]`, 'u'),
  // 10:30 [王小明]
  new RegExp(String.raw`\d{1,2}:\d{2}\s*[\[【]\s*${names}\s*[\]】]`, 'u'),
];

/** （山田 太郎）, a Japanese reporter in a line of its own. */
const japaneseName =
  /^[（(](?<names>[\p{Script=Han}々]{1,4}[\s　][\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,5})[）)]$/u;

/** Who edited the text: counts where nobody wrote it. 责任编辑：王小明_NB123 | 【编辑:王小明】 */
const editorCredits: readonly RegExp[] = [
  new RegExp(`(?:责任编辑|責任編輯|责编|責編|编辑|編輯|主编|文编|责任编审)${separator}${names}`, 'u'),
  new RegExp(String.raw`(?:责任编辑|責任編輯|责编|責編)\s*${shortNames}(?=\s*(?:[）)】\]]|$))`, 'u'),
];

/** 来源：王小明. Most sources are outlets. */
const sourceCredit = new RegExp(`(?:来源|來源)${separator}${names}`, 'u');

/** 。（王小明） at the end of a paragraph. */
const bracketAtEnd =
  /[。！？”』」]\s*[（(]\s*(?<names>\p{Script=Han}{2,3}(?:[、 ]\s*\p{Script=Han}{2,3}){0,3})\s*[）)]\s*$/u;
const bracketAlone = /^[（(]\s*(?<names>\p{Script=Han}{2,3}(?:[、 ]\s*\p{Script=Han}{2,3}){0,3})\s*[）)]$/u;

/**
 * Chinese and Japanese pages name the author or the editor in a line of its own, in brackets at the end of the text, or beside the outlet's name. Who wrote counts
 * before who edited.
 * @returns one name a string
 */
export function creditedName({ blocks, titleBlock, place }: AuthorsInput): string[] {
  const lines = blocks.filter(({ text }) => /[\p{Script=Han}々]/u.test(text));
  const own = lines.filter(({ element }) => !isForeign(element, titleBlock));
  const find = (credits: readonly RegExp[], isSure: boolean): string[] => {
    for (const credit of credits)
      for (const { text } of own) {
        const found = namesOf(credit, text, isSure);
        if (found.length > 0) return found;
      }
    return [];
  };
  const written = find(writerCredits, true);
  if (written.length > 0) return written;
  const ends = new Set(blocks.slice(Math.max(0, place.text.to - maxEndBlocks), place.text.to + maxEndBlocks));
  for (const block of own.toReversed()) {
    if (!ends.has(block)) continue;
    const found = [bracketAlone, bracketAtEnd].flatMap((credit) =>
      namesOf(credit, block.text.slice(-endLength), false),
    );
    if (found.length > 0) return found;
  }
  const japanese = find([japaneseName], true);
  if (japanese.length > 0) return japanese;
  const edited = find(editorCredits, true);
  return edited.length > 0 ? edited : find([sourceCredit], false);
}

/** Blocks around the end of the text in which a name in brackets may stand. */
const maxEndBlocks = 3;

/** @param isSure a word such as 作者 introduces the name: it may begin with any character */
function namesOf(credit: RegExp, text: string, isSure: boolean): string[] {
  const from = text.search(credit);
  if (from === -1) return [];
  const found = credit.exec(text.slice(from, from + maxCreditLength))?.groups?.names ?? '';
  const all = found.split(/\s*[、，,／/&]\s*|\s+/u).slice(0, maxNames);
  const isName = (each: string) => !noName.test(each) && !isNoName(each) && (isSure || familyNames.has(each[0] ?? ''));
  return japaneseName.test(`（${found}）`) ? [found] : all.filter(isName);
}

/** Words that stand where a name stands. */
const noName =
  /^(?:图片?|圖片?|摄影?|攝影?|视频|编辑|来源|來源|综合|未知|佚名|本站|本网|本報|本报|原创|转载|网友|简介|授权|报道|報導|实习|见习|记者|記者|通讯员|完|资料图|新华社|新華社|中新社|中央社|人民网|北京|上海|广州|深圳|台北|香港|东京|东方)|(?:网|報|报|社|讯|台|局|部|署|院|编|刊|中心|公司|日报|晚报)$/u;
