import { toSimplified } from '../../../src/text/simplified.ts';

/** A change that a text undergoes when other sites copy it. Deterministic; `n` varies the copies of one kind. */
export type Edit = (text: string, n: number) => string;

const paragraphsOf = (text: string): string[] => text.split('\n\n');

const tails: Readonly<Record<string, string>> = {
  en: 'This report was first published by our partner agency. All rights reserved; write to the editors if you have seen a mistake.',
  de: 'Dieser Bericht stammt von unserer Partneragentur. Alle Rechte vorbehalten; Hinweise auf Fehler nimmt die Redaktion entgegen.',
  zh: '本文来源：合作通讯社。版权归原作者所有，如有差错请与编辑部联系。',
  ja: 'この記事は提携する通信社の配信です。無断転載を禁じます。お気づきの点は編集部まで。',
  ar: 'هذا التقرير من وكالة شريكة. جميع الحقوق محفوظة، وللتصحيح يرجى مراسلة هيئة التحرير.',
};

const traditional = '國經濟報導為時們說過還沒來對開關學實現點問題發電車東長門馬鳥龍風飛';
const toTraditional = new Map([...traditional].map((char) => [toSimplified(char), char]));

/** A typing error in every 40th long word or Han character. */
function mistyped(text: string): string {
  let at = 0;
  return text.replace(/\p{Script=Han}|\p{L}{6,}/gu, (piece) => {
    at += 1;
    if (at % 40 !== 7) return piece;
    return piece.length === 1 ? '的' : `${piece.slice(0, 2)}${piece[3]}${piece[2]}${piece.slice(4)}`;
  });
}

/** Drops every 25th word, and adds a filler after another one. */
function copyedited(text: string): string {
  let at = 0;
  return text.replace(/\p{Script=Han}|[\p{L}'’]+/gu, (piece) => {
    at += 1;
    if (at % 25 === 11) return '';
    return at % 25 === 23 ? `${piece}${piece.length === 1 ? '也' : ' also'}` : piece;
  });
}

export const edits: Readonly<Record<string, (lang: string) => Edit>> = {
  syndicated: (lang) => (text, n) => `(Agency ${n}) ${text}\n\n${tails[lang] ?? tails.en}`,
  truncated: () => (text, n) => text.slice(0, Math.round(text.length * (0.55 + 0.1 * (n % 2)))),
  reordered: () => (text) => {
    const [first = '', second = '', ...rest] = paragraphsOf(text);
    return [first, ...rest, second].join('\n\n');
  },
  typos: () => mistyped,
  copyedited: () => copyedited,
  spelling: () => (text) =>
    [...text.replaceAll("'", '’').replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))]
      .map((char) => toTraditional.get(char) ?? char)
      .join(''),
};
