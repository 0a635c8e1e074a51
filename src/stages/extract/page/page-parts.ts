import type { CanonicalUrl } from '../../../model/web/canonical-url.ts';
import type { Document } from '../dom/document.ts';

const withoutScheme = (url: string): string => url.slice(url.indexOf(':'));

/** Gives the values of an address's parameters where it is this page but for its query; empty for all others, which are not taken apart: a page has thousands. */
export function parametersHere(page: CanonicalUrl): (url: CanonicalUrl) => readonly string[] {
  const { origin, pathname } = new URL(page);
  const start = `${withoutScheme(origin)}${pathname}?`;
  return (url) => (withoutScheme(url).startsWith(start) ? [...new URL(url).searchParams.values()] : []);
}

/** Parts of the page that have an address of their own: posts of a topic, each with a link such as `?post=115#115`, and headings (`?id=what-we-learned`). Who follows it gets the same page again. */
export class PageParts {
  readonly #document: Document;
  readonly #parametersOf: ReturnType<typeof parametersHere>;
  #names: ReadonlySet<string> | null = null;
  #headings: ReadonlySet<string> | null = null;

  constructor(document: Document, foundOn: CanonicalUrl) {
    this.#document = document;
    this.#parametersOf = parametersHere(foundOn);
  }

  /** Whether a link leads to a part of this page: its path, and a fragment that is here and that a parameter names, or a parameter with the name of a heading. */
  has(href: string, url: CanonicalUrl): boolean {
    const values = this.#parametersOf(url);
    if (values.length === 0) return false;
    const [, fragment = ''] = href.trim().split('#');
    const number = /\d+$/.exec(fragment)?.[0];
    const isNamed = fragment !== '' && values.some((value) => value === fragment || value === number);
    return (isNamed && this.#has(fragment)) || values.some((value) => this.#isHeading(value));
  }

  /** A number may be that of another page. */
  #isHeading(value: string): boolean {
    this.#headings ??= new Set(
      [...this.#document.querySelectorAll('h1[id], h2[id], h3[id], h4[id]')].map(
        (heading) => heading.getAttribute('id') ?? '',
      ),
    );
    return !/^\d*$/.test(value) && this.#headings.has(value);
  }

  #has(fragment: string): boolean {
    this.#names ??= new Set(
      this.#document
        .elementsWhere((element) => element.hasAttribute('id') || element.hasAttribute('name'))
        .flatMap((element) => [element.getAttribute('id') ?? '', element.getAttribute('name') ?? '']),
    );
    return this.#names.has(fragment);
  }
}
