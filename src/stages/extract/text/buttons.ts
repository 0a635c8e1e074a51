import type { Block } from '../page/blocks.ts';

/** Latin letters of a question that opens its answer; labels of other controls are shorter. */
const minToggleLetters = 20;

/** Whether a block is the label of a button. The question of an accordion is text: its button shows the answer, and it is a heading. */
export function isButton({ element, length }: Block): boolean {
  const button = element.closest('button, [role="button"]');
  if (button === null) return false;
  const isHeading = button.closest('h1, h2, h3, h4, h5, h6, dt') ?? button.querySelector('h1, h2, h3, h4, h5, h6');
  return length < minToggleLetters || !button.hasAttribute('aria-expanded') || isHeading === null;
}
