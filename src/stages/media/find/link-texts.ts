import type { DefaultTreeAdapterTypes } from 'parse5';
import type { MarkupElement } from './element.ts';

type Parent = DefaultTreeAdapterTypes.ParentNode;

/** Characters of a link's text that are kept: a label is shorter. */
const maxLabel = 60;
/** Levels between a text and its link, or between a running time and the box that it describes. */
const maxLevels = 4;
const runningTime = /^\d{1,3}:\d\d(:\d\d)?$/;

/** The texts of a page that decide about play links, collected while it is parsed: the tree has no text (markup-tree.ts). */
export class LinkTexts {
  /** Characters in paragraphs, without their links. */
  proseChars = 0;
  readonly #labels = new Map<MarkupElement, string>();
  /** Boxes that show a running time such as 12:34. */
  readonly #timed = new Set<MarkupElement>();
  #last: { readonly parent: Parent; readonly link: MarkupElement | null; readonly isProse: boolean } | null = null;

  /** @param text a word, or the space between two */
  hear(parent: Parent, text: string): void {
    if (this.#last?.parent !== parent) this.#last = { parent, ...placeOf(parent) };
    const { link, isProse } = this.#last;
    if (link !== null) {
      const label = this.#labels.get(link) ?? '';
      if (label.length < maxLabel) this.#labels.set(link, (label + text).slice(0, maxLabel));
    } else if (isProse) this.proseChars += text.length;
    if (runningTime.test(text)) for (const box of upwards(parent)) this.#timed.add(box);
  }

  labelOf(link: MarkupElement): string {
    return (this.#labels.get(link) ?? '').trim();
  }

  /** Whether a running time is in the link or beside it. */
  isTimed(link: MarkupElement): boolean {
    const { parentNode } = link;
    return this.#timed.has(link) || (parentNode !== null && 'tagName' in parentNode && this.#timed.has(parentNode));
  }
}

function placeOf(parent: Parent): { readonly link: MarkupElement | null; readonly isProse: boolean } {
  const boxes = [...upwards(parent)];
  return {
    link: boxes.find(({ tagName }) => tagName === 'a') ?? null,
    isProse: boxes.some(({ tagName }) => tagName === 'p'),
  };
}

function* upwards(parent: Parent): Generator<MarkupElement> {
  let box: Parent | null = parent;
  for (let level = 0; box !== null && 'tagName' in box && level <= maxLevels; level++) {
    yield box;
    box = box.parentNode;
  }
}
