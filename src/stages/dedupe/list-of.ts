// A page whose paragraphs are found again on the pages that it links to is a list of them, however like an article it looks: it has excerpts or full posts.

/** A text with its title. */
export interface TitledText {
  readonly title: string;
  /** Paragraphs with an empty line between. */
  readonly body: string;
}

/** Latin letters. Shorter lines (bylines, dates, labels) are on many pages. */
const minParagraph = 80;
/** Letters of a paragraph that are compared: an excerpt ends in the middle of one. */
const comparedLetters = 60;
/** Share of a list's paragraphs, by length, that the linked pages have, at least. */
const minShare = 0.6;
/** Pages with some of them, at least: one alone may be the print version. */
const minPages = 2;

interface Paragraph {
  readonly start: string;
  readonly length: number;
}

const fold = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim();

const paragraphsOf = (body: string): Paragraph[] =>
  body
    .split(/\n{2,}/)
    .map(fold)
    .filter(({ length }) => length >= minParagraph)
    .map((text) => ({ start: text.slice(0, comparedLetters), length: text.length }));

/** A function that says whether another text has a paragraph of this one, or the other way around. Most texts have none of each other's. */
export function sharesParagraphWith({ body }: TitledText): (other: TitledText) => boolean {
  const own = fold(body);
  const paragraphs = paragraphsOf(body);
  return (other) => {
    const text = fold(other.body);
    return (
      paragraphs.some(({ start }) => text.includes(start)) ||
      paragraphsOf(other.body).some(({ start }) => own.includes(start))
    );
  };
}

/**
 * Whether a text is a list of others that its page links to: two of them or more, with titles of their own, have most of its paragraphs. The parts of a long article have its
 * title, so it is no list of them.
 * @example isListOf({ title: 'News', body: `${first}\n\n${second}` }, [{ title: 'A', body: first }, { title: 'B', body: second }]) // true
 */
export function isListOf(text: TitledText, linked: readonly TitledText[]): boolean {
  const others = linked.filter(({ title }) => fold(title) !== fold(text.title));
  const bodies = others.map(({ title, body }) => ({ title: fold(title), body: fold(body) }));
  const titles = new Set<string>();
  let [all, found] = [0, 0];
  for (const { start, length } of paragraphsOf(text.body)) {
    all += length;
    const having = bodies.filter(({ body }) => body.includes(start));
    if (having.length === 0) continue;
    found += length;
    for (const { title } of having) titles.add(title);
  }
  return all > 0 && found >= minShare * all && titles.size >= minPages;
}
