import type { Block } from '../../page/blocks.ts';

/** An amount of money: "$ 1,299.00", "19,90 €", "EUR 12", "￥88", "120 руб", "1.299,00 TL". */
const amount =
  /(?:[$€£¥￥₹₽₩₺]|\b(?:USD|EUR|GBP|CHF|TRY|Rs\.?|R\$|kr\.?|zł|Kč))\s?\d[\d.,'\s]*|\d[\d.,'\s]*\s?(?:[$€£¥￥₹₽₩₺]|(?:USD|EUR|GBP|CHF|TRY|TL|kr|zł|Kč|Ft|руб|грн|лв|元|円|원)\b)/i;
/** Latin letters of a line that is a price. Chosen by hand, not measured. */
const maxPriceLetters = 80;

/** Whether a line is a price. Most lines have no digit: the pattern is dear. */
export const isPrice = ({ length, text }: Block): boolean =>
  length <= maxPriceLetters && /\d/.test(text) && amount.test(text);
