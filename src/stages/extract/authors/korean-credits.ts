import { isForeign } from '../page/foreign.ts';
import type { AuthorsInput } from './visible-authors.ts';

/** Characters of a line with a reporter. */
const maxCredit = 60;
/** A Korean name, with or without a space behind the family name; or a pseudonym beside one. */
const name = String.raw`(?:[가-힣]{1,2}\s?[가-힣]{1,3}|[A-Za-z][\w.]{2,20})`;
const functions = '(?:기자|특파원|논설위원|객원기자|인턴기자|선임기자|전문기자|앵커|PD)';
/** "이하늘, 김서연 기자", "서 소담 기자 (연합뉴스)", "이하늘 기자 = 봄이 왔다". */
const ofLine = new RegExp(`^(?<names>${name}(?:\\s*[,·、]\\s*${name}){0,4})\\s*${functions}(?=$|[\\s=(（|·])`, 'u');
/** "[서울=하늘뉴스] 이하늘 기자 = 봄이 왔다". */
const ofPlace = new RegExp(`^[\\[(（【][^\\])）】]{2,30}[\\])）】]\\s*(?<names>${name})\\s*${functions}\\s*=`, 'u');

/** The reporters in a line of their own, or before the first sentence, as Korean papers name them. */
export function koreanReporters({ blocks, titleBlock }: AuthorsInput): readonly string[] {
  for (const { text, element } of blocks) {
    if (!text.includes('기자') && !/특파원|논설위원|앵커/u.test(text)) continue;
    const match = (text.length <= maxCredit ? ofLine.exec(text) : null) ?? ofPlace.exec(text);
    if (match !== null && !isForeign(element, titleBlock))
      return [(match.groups?.names ?? '').replace(/[·、]/gu, ', ')];
  }
  return [];
}
