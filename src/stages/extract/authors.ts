import type { Provenance } from '../../model/draft.ts';
import { fold } from './blocks.ts';
import type { Element } from './dom/tree.ts';
import { isForeign } from './foreign.ts';
import { namesIn } from './names.ts';
import { type AuthorsQuestion, besideHeadline, byLine, creditLine, labelledAuthor } from './visible-authors.ts';

export interface AuthorsFinding {
  readonly value: readonly string[];
  readonly provenance: Provenance;
  readonly rule: string;
}

interface AuthorsRule {
  readonly name: string;
  readonly why: string;
  readonly by: Provenance['by'];
  readonly confidence: number;
  readonly read: (question: AuthorsQuestion) => readonly string[];
}

const rules: readonly AuthorsRule[] = [
  {
    name: 'json-ld',
    why: 'author of the JSON-LD article',
    by: 'json-ld',
    confidence: 0.9,
    read: ({ structured }) => structured.article?.authors ?? [],
  },
  {
    name: 'meta',
    why: 'author, parsely-author and kin',
    by: 'meta',
    confidence: 0.8,
    read: ({ structured: { meta } }) =>
      [
        'author',
        'article:author',
        'parsely-author',
        'sailthru.author',
        'dc.creator',
        'dcterms.creator',
        'byl',
        'citation_author',
        'cxenseparse:author',
      ]
        .map(meta.all)
        .find((all) => all.some((name) => !/^https?:/.test(name))) ?? [],
  },
  {
    name: 'itemprop',
    why: 'itemprop=author',
    by: 'meta',
    confidence: 0.85,
    read: ({ structured: { meta } }) => meta.itemprop('author').map(({ element }) => personIn(element)),
  },
  {
    name: 'rel',
    why: 'rel=author',
    by: 'generic',
    confidence: 0.8,
    read: (question) => own(question, '[rel~="author"]'),
  },
  {
    name: 'beside-headline',
    why: 'a line beside the headline that names the writer',
    by: 'generic',
    confidence: 0.75,
    read: besideHeadline,
  },
  {
    name: 'byline-class',
    why: 'an element named as the byline',
    by: 'generic',
    confidence: 0.7,
    read: (question) =>
      own(
        question,
        '[class*="byline" i] a, [class*="author-name" i], [class*="authorname" i], [class*="byline" i], [class~="author" i], [class*="author__name" i], [id="author"]',
      ).slice(0, 3),
  },
  {
    name: 'by-line',
    why: 'a line that begins with by, von, par … near the headline',
    by: 'generic',
    confidence: 0.7,
    read: byLine,
  },
  {
    name: 'labelled',
    why: 'a line that begins with author, written by and the like',
    by: 'generic',
    confidence: 0.65,
    read: labelledAuthor,
  },
  {
    name: 'credit-line',
    why: 'a line that names the writer or, at the end, the editor in charge',
    by: 'generic',
    confidence: 0.6,
    read: creditLine,
  },
];

/** Persons only; an outlet's own name is none. Empty rather than a guess. */
export function findAuthors(question: AuthorsQuestion): AuthorsFinding | null {
  const outlets = new Set(question.outlets.map(key));
  for (const { name, why, by, confidence, read } of rules) {
    const names = unique(read(question).flatMap(namesIn)).filter((person) => !outlets.has(key(person)));
    if (names.length > 0)
      return { value: names.slice(0, 12), provenance: { by, confidence }, rule: `authors-${name}: ${why}` };
  }
  return null;
}

const key = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** Each once; "Ada Marsh Gazette Staff" beside "Ada Marsh" is the same person. */
function unique(names: readonly string[]): string[] {
  const once = [...new Map(names.map((name) => [key(name), name])).values()];
  return once.filter((name) => !once.some((other) => other.includes(' ') && name.startsWith(`${other} `)));
}

const personIn = (element: Element): string =>
  fold(
    (element.querySelector('[itemprop~="name"]') ?? element).getAttribute('content') ??
      (element.querySelector('[itemprop~="name"]') ?? element).textContent ??
      '',
  );

const own = ({ document, titleBlock }: AuthorsQuestion, selector: string): string[] =>
  [...document.querySelectorAll(selector)]
    .filter((element) => !isForeign(element, titleBlock))
    .map((element) => fold(element.textContent ?? ''))
    .filter((text) => text.length > 1 && text.length < 120);
