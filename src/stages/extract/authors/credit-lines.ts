import { endsSentence } from '../page/blocks.ts';
import { bylineLead } from './names.ts';
import { withoutDate } from './visible-authors.ts';

/** Characters of a line of credits. Chosen by hand, not measured. */
const maxCreditLength = 120;
/** Words of bylines besides names and dates: "By", "Staff writer", "Updated", "um 8 Uhr". */
const bylineWords =
  /(?<!\p{L})(?:by|von|vom|par|por|di|door|av|and|und|et|y|e|en|och|staff|writer|reporter|correspondent|editor|redaktion|published|updated|posted|written|on|at|um|uhr|le|el|il|am|pm|a\.m\.|p\.m\.|veröffentlicht|aktualisiert|publié|publicado|min(?:utes?)?|read)(?!\p{L})|作者|记者|記者|文|撰文|发布|发表|编辑|時間|时间|来源|بقلم|كتبت?|[年月日]/giu;

/**
 * Whether a line is only a byline: it has nothing but author names, dates and byline words. A sentence that mentions an author has more.
 * @param authors the names that were extracted from the page
 */
export function isCreditLine(text: string, authors: readonly string[]): boolean {
  if (text.length > maxCreditLength || (endsSentence(text) && !/\b[ap]\.m\.$/i.test(text))) return false;
  const nameless = authors.reduce((rest, name) => rest.replaceAll(name, ' '), text);
  if (nameless === text) return withoutDate(text) === '' && /\d/.test(text);
  return !/\p{L}/u.test(withoutDate(nameless.replace(bylineLead, '')).replace(bylineWords, ' '));
}

/** Characters of a label and the text after it. Chosen by hand, not measured. */
const maxLabelledLength = 300;
/** A label such as "Anzeige:" with a text after it. Without a separator, the word may be the topic of the text. */
const advertisementLabel =
  /^(?:advertisement|advertorial|sponsored(?: content| post)?|anzeige|werbung|publicité|pub|publicidad|anuncio|pubblicità|advertentie|reklama?e?|реклама|广告|廣告|広告|إعلان)\s*[:：|–—]\s*\S/iu;

/** Whether a line is labelled as an advertisement. */
export const isLabelledAdvertisement = (text: string): boolean =>
  text.length <= maxLabelledLength && advertisementLabel.test(text);
