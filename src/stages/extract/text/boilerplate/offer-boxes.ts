import type { Element } from '../../dom/tree.ts';
import { type Block, isLinkLine, textLength } from '../../page/blocks.ts';
import { offerNames } from '../../page/furniture-names.ts';
import { cutBlocks } from '../../page/page-tree.ts';

const offer = new RegExp(`(?:^|[-_\\s])(?:${offerNames})(?:$|[-_\\s])`, 'i');
/** Levels around a control in which the name of an offer counts. Chosen by hand, not measured. */
const maxOfferLevels = 4;
/** Latin letters; shorter offers count as small. */
const smallOfferLetters = 600;
/** Latin letters of a full paragraph. */
export const fullParagraphLetters = 200;
/** Controls that accept an offer. */
const controls = 'form, input, button, [role="button"]';

/** The boxes of a page whose names suggest an offer. */
export class OfferBoxes {
  readonly #articleBoxes: ReadonlySet<Element>;
  readonly #bodyLength: number;
  // one box may hold thousands of blocks
  readonly #lengths = new Map<Element, number>();
  readonly #apart = new Map<Element, boolean>();

  /**
   * @param articleBoxes elements that hold the article, whatever their class names say
   * @param bodyLength Latin letters of all chosen blocks
   */
  constructor(articleBoxes: ReadonlySet<Element>, bodyLength: number) {
    this.#articleBoxes = articleBoxes;
    this.#bodyLength = bodyLength;
  }

  /**
   * Whether a block is in such a box. The box must not hold the article according to the model, unless it looks separate. The box holds
   * less than half of the text, or is small while the article has a full paragraph besides.
   */
  holds({ element }: Block): boolean {
    let box: Element | null = element;
    for (let level = 0; box !== null && level < maxOfferLevels; level++, box = box.parentElement) {
      if (['body', 'main', 'article'].includes(box.localName)) return false;
      if (!offer.test(`${box.getAttribute('class') ?? ''} ${box.id}`)) continue;
      if (this.#articleBoxes.has(box) && !this.#isApart(box)) continue;
      const inside = this.#lengthIn(box);
      return (
        inside < this.#bodyLength / 2 ||
        (inside < smallOfferLetters && this.#bodyLength - inside >= fullParagraphLetters)
      );
    }
    return false;
  }

  #lengthIn(box: Element): number {
    const length = this.#lengths.get(box) ?? textLength(box.textContent);
    this.#lengths.set(box, length);
    return length;
  }

  #isApart(box: Element): boolean {
    const isApart = this.#apart.get(box) ?? looksApart(box);
    this.#apart.set(box, isApart);
    return isApart;
  }
}

/** Signs, besides its name, that a box is separate from a text: an aside, a control, or a line that consists of links. */
const looksApart = (box: Element): boolean =>
  box.localName === 'aside' || box.querySelector(controls) !== null || cutBlocks(box).some(isLinkLine);
