import type { Provenance } from '../../../model/article/draft.ts';
import type { Element } from '../dom/tree.ts';
import { foldSpace } from '../page/blocks.ts';
import { isForeign } from '../page/foreign.ts';
import { allRulesOn } from '../rules-off.ts';
import { isPersonsName, nameAlone, withCoAuthors } from './name-lines.ts';
import { isOrganisation, isUserName, namesIn, organisationsIn } from './names.ts';
import { type AuthorsInput, bylineNearHeadline, creditedName, labelledAuthor, lineWithBy } from './visible-authors.ts';

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
  readonly read: (input: AuthorsInput) => readonly string[];
}

const authorsRules: readonly AuthorsRule[] = [
  {
    name: 'json-ld',
    why: 'author of the JSON-LD article',
    by: 'json-ld',
    confidence: 0.9,
    read: ({ structured }) => structured.article?.authors ?? [],
  },
  {
    name: 'meta',
    why: 'author, parsely-author and similar',
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
    read: (input) => textsOf(input, '[rel~="author"]'),
  },
  {
    name: 'labelled',
    why: 'a line that begins with "author", "written by" or similar',
    by: 'generic',
    confidence: 0.65,
    read: labelledAuthor,
  },
  {
    name: 'beside-headline',
    why: 'a line near the headline that names the author',
    by: 'generic',
    confidence: 0.75,
    read: bylineNearHeadline,
  },
  {
    name: 'byline-class',
    why: 'an element whose class or id is that of a byline',
    by: 'generic',
    confidence: 0.7,
    read: (input) =>
      textsOf(
        input,
        '[class*="byline" i] a, [class*="author-name" i], [class*="authorname" i], [class*="byline" i], [class~="author" i], [class~="autor" i], [class*="author__name" i], [id="author"]',
      ).slice(0, 3),
  },
  {
    name: 'by-line',
    why: 'a line near the headline that begins with "by", "von", "par" …',
    by: 'generic',
    confidence: 0.7,
    read: lineWithBy,
  },
  {
    name: 'credit-line',
    why: 'a line with the author or, at the end, the responsible editor',
    by: 'generic',
    confidence: 0.6,
    read: creditedName,
  },
];

/** Runs if the rules above find nobody. */
const nameLineRule: AuthorsRule = {
  name: 'name-line',
  why: 'a name alone in a line near the headline, with further evidence for an author',
  by: 'generic',
  confidence: 0.6,
  read: nameAlone,
};

/** For a page that names only a desk or an organisation as its author. */
const organisationFinding = { confidence: 0.4, why: 'the page names only a desk or an organisation' };
/** Rules whose sources name the author explicitly: an organisation there is no guess. */
const explicitRules = new Set(['json-ld', 'meta', 'itemprop', 'rel', 'byline-class', 'by-line']);

/**
 * The authors, in this order: persons; user names; a name alone beside the headline; a desk or an organisation that the page explicitly calls the author.
 * The outlet counts only if it has a person's name, as blogs do. Null rather than a guess.
 */
export function findAuthors(input: AuthorsInput): AuthorsFinding | null {
  const { off = allRulesOn } = input;
  const isOff = (rule: string) => off.has(`authors/${rule}`);
  const outlets = new Set(input.outlets.map(nameKey));
  const host = nameKey(input.outlets.at(-1)?.replace(/^www\./, '') ?? '');
  const read = memoize((rule: AuthorsRule) => rule.read(input));
  const namesOf = (rule: AuthorsRule) =>
    unique(read(rule).flatMap(namesIn)).filter((name) => !outlets.has(nameKey(name)) && !isOrganisation(name));
  const isPerson = (name: string) => !isUserName(name);
  for (const accepts of [isPerson, isUserName]) {
    for (const rule of authorsRules) {
      const names = namesOf(rule).filter(accepts);
      if (names.length === 0 || isOff(rule.name) || (accepts === isUserName && isOff('user-names'))) continue;
      const all = unique(withCoAuthors(names, input));
      return findingOf(rule, all.length > names.length && isOff('co-authors') ? names : all);
    }
  }
  const lineNames = nameLineRule.read(input).filter((name) => !outlets.has(nameKey(name)));
  if (lineNames.length > 0 && !isOff(nameLineRule.name)) return findingOf(nameLineRule, lineNames);
  for (const rule of authorsRules) {
    const names = explicitRules.has(rule.name)
      ? unique(read(rule).flatMap(organisationsIn)).filter(
          (name) => nameKey(name) !== host && (!outlets.has(nameKey(name)) || isPersonsName(name)),
        )
      : [];
    if (names.length > 0 && !isOff('organisations'))
      return findingOf({ ...rule, ...organisationFinding }, names.slice(0, 3));
  }
  return null;
}

const findingOf = (
  { name, why, by, confidence }: Omit<AuthorsRule, 'read'>,
  names: readonly string[],
): AuthorsFinding => ({
  value: names.slice(0, maxAuthors),
  provenance: { by, confidence },
  rule: `authors-${name}: ${why}`,
});

const maxAuthors = 12;

/** Calls the function once per key, at the first request. */
function memoize<K, V>(find: (key: K) => V): (key: K) => V {
  const cache = new Map<K, V>();
  return (key) => {
    const value = cache.get(key) ?? find(key);
    cache.set(key, value);
    return value;
  };
}

const nameKey = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** Without duplicates; "Ada Marsh Gazette Staff" and "Ada Marsh" are the same person. */
function unique(names: readonly string[]): string[] {
  const once = [...new Map(names.map((name) => [nameKey(name), name])).values()];
  return once.filter((name) => !once.some((other) => other.includes(' ') && name.startsWith(`${other} `)));
}

const personIn = (element: Element): string =>
  foldSpace(
    (element.querySelector('[itemprop~="name"]') ?? element).getAttribute('content') ??
      (element.querySelector('[itemprop~="name"]') ?? element).textContent ??
      '',
  );

const textsOf = ({ document, titleBlock }: AuthorsInput, selector: string): string[] =>
  [...document.querySelectorAll(selector)]
    .filter((element) => !isForeign(element, titleBlock))
    .map((element) => foldSpace(element.textContent ?? ''))
    .filter((text) => text.length > 1 && text.length < 120 && !/^\d/.test(text));
