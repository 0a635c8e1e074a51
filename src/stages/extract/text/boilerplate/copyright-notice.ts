import { type Block, lettersIn } from '../../page/blocks.ts';

/** The sign or the word at the beginning of a line. */
const sign = /^[\s*•–-]*(?:©|\(c\)\s|&copy;|copyright\b)/iu;
/** A year, or the formula of reserved rights, besides the sign. */
const claim =
  /\b(?:19|20)\d\d\b|\brights reserved|rechte vorbehalten|droits réservés|derechos reservados|diritti riservati|版权所有|版權所有|無断(?:転載|複製)|不許|الحقوق محفوظة/iu;
/** Latin letters. News agencies add a sentence about reprints. */
const maxNoticeLetters = 500;
/** Share of the text before a notice: above it there is a caption's copyright. */
const minShareBefore = 0.5;

/** Returns the blocks of a body that claim the copyright of the text above: they stand in its second half. */
export function findCopyrightNotices(body: readonly Block[]): ReadonlySet<Block> {
  const total = lettersIn(body);
  const notices = new Set<Block>();
  let before = 0;
  for (const block of body) {
    if (
      before >= minShareBefore * total &&
      block.length <= maxNoticeLetters &&
      sign.test(block.text) &&
      claim.test(block.text)
    )
      notices.add(block);
    before += block.length;
  }
  return notices;
}

/** Returns the blocks behind the first notice: other things that the page shows below a text. */
export function blocksAfter(body: readonly Block[], notices: ReadonlySet<Block>): ReadonlySet<Block> {
  const first = body.findIndex((block) => notices.has(block));
  return new Set(first < 0 ? [] : body.slice(first + 1));
}
