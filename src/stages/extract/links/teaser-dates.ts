import type { Document } from '../dom/document.ts';
import type { Element } from '../dom/tree.ts';

/** Levels between a link and the box of its teaser, at most. */
const maxLevels = 5;
/** A teaser has at most this many links: picture, headline, "more", author and a few tags. A larger box is a list. */
const maxBoxLinks = 8;

/** Dates of teasers: the `time` element in the box around a link, where it is the only one there. */
export class TeaserDates {
  /** Elements with a date; empty: the page has none, and no box is searched. */
  readonly #times: ReadonlySet<Element>;
  readonly #boxes = new Map<Element, string | null | undefined>();

  constructor(document: Document) {
    this.#times = new Set(document.querySelectorAll('time[datetime]'));
  }

  /** ISO 8601 as the page writes it; null: no date, or it is not sure that it belongs to this link. @param isTeaser whether a box is short enough for one */
  of(anchor: Element, isTeaser: (box: Element) => boolean): string | null {
    if (this.#times.size === 0) return null;
    let box: Element | null = anchor;
    for (let up = 0; box !== null && up <= maxLevels; up++, box = box.parentElement) {
      const date = this.#dateIn(box, isTeaser);
      if (date !== undefined) return date;
    }
    return null;
  }

  /** Undefined: the box has no date, and may be part of a teaser. */
  #dateIn(box: Element, isTeaser: (box: Element) => boolean): string | null | undefined {
    if (this.#boxes.has(box)) return this.#boxes.get(box);
    const found = isTeaser(box) ? this.#onlyDateIn(box) : null;
    this.#boxes.set(box, found);
    return found;
  }

  #onlyDateIn(box: Element): string | null | undefined {
    const times = box.elementsWhere((element) => this.#times.has(element));
    const links = box.elementsWhere(({ localName }) => localName === 'a');
    const addresses = new Set(links.map((link) => link.getAttribute('href')));
    const dates = new Set(times.map((time) => time.getAttribute('datetime')?.trim() ?? ''));
    const [date = ''] = dates;
    if (dates.size > 1 || addresses.size > maxBoxLinks) return null;
    if (times.length === 0) return undefined;
    return /^\d{4}-\d\d-\d\d/.test(date) ? date : null;
  }
}
