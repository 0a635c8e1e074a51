import type { Provenance } from '../../../model/article/draft.ts';
import { logOddsOf } from '../dates/rule-votes.ts';
import type { Document } from '../dom/document.ts';
import type { Element } from '../dom/tree.ts';
import { allRulesOn } from '../rules-off.ts';
import { type AuthorsRule, authorsRules } from './author-rules.ts';
import { isPersonsName, nameAlone, withCoAuthors } from './name-lines.ts';
import { isOrganisation, isUserName, namesIn, organisationsIn } from './names.ts';
import { phraseTest } from './phrases.ts';
import type { AuthorsInput } from './visible-authors.ts';

export interface AuthorsFinding {
  readonly value: readonly string[];
  readonly provenance: Provenance;
  readonly rule: string;
}

/** The names that a rule found. */
interface Candidate {
  readonly rule: AuthorsRule;
  readonly names: readonly string[];
}

/** Runs if the rules find nobody. */
const nameLineRule = {
  name: 'name-line',
  why: 'a name alone in a line near the headline, with further evidence for an author',
  by: 'generic',
  confidence: 0.6,
} as const;

/** For a page that names only a desk or an organisation as its author. */
const organisationFinding = { confidence: 0.4, why: 'the page names only a desk or an organisation' };

/** Authors of an article: longer lists are menus of a staff. Chosen by hand, not measured. */
const maxAuthors = 12;
const maxOrganisations = 3;

/**
 * The authors, in this order: persons; user names; a name alone beside the headline; a desk or an organisation that the page explicitly calls the author.
 * Rules vote: the name with the most evidence decides which rule is believed. The outlet counts only if it has a person's name, as blogs do. Null rather than a guess.
 */
export function findAuthors(input: AuthorsInput): AuthorsFinding | null {
  const { off = allRulesOn } = input;
  const isOff = (rule: string) => off.has(`authors/${rule}`);
  const outlets = new Set(input.outlets.map(nameKey));
  const lines = authorsRules
    .map((rule) => ({ rule, lines: rule.read(input) }))
    .filter(({ rule, lines }) => lines.length > 0 && !isOff(rule.name));
  const phrases = phraseTest(input.blocks);
  const isPhrase = (name: string) => phrases(name) && !isOff('phrases');
  const isTopic = (rule: AuthorsRule, name: string) => rule.isWeak === true && isPhrase(name);
  // links side by side, without a comma between: a line joins their names
  const neighbours = lines.find(({ rule, lines: names }) => rule.isLink === true && names.length > 1)?.lines ?? [];
  const candidates = lines.map(({ rule, lines }) => ({
    rule,
    names: unique(
      lines
        .filter((line) => !outlets.has(nameKey(line)))
        .flatMap(namesIn)
        .map((name) => cutAtElement(name, input.document))
        .flatMap((name) => (name === neighbours.join(' ') ? neighbours : [name])),
    ).filter(
      (name) =>
        !outlets.has(nameKey(name)) && !isOrganisation(name) && !isTopic(rule, name) && !isMenuEntry(name, input),
    ),
  }));
  for (const accepts of [isPerson, isUserName]) {
    const accepted = candidates
      .map(({ rule, names }) => ({
        rule,
        names: rule.isExplicit && names.some(accepts) ? names : names.filter(accepts),
      }))
      .filter(({ names }) => names.length > 0);
    const [first] = accepted;
    if (first === undefined || (accepts === isUserName && isOff('user-names'))) continue;
    const best = isOff('votes') ? first : (bestOf(accepted) ?? first);
    const all = unique(withCoAuthors(best.names, input));
    return findingOf(best.rule, all.length > best.names.length && isOff('co-authors') ? best.names : all);
  }
  const lineNames = nameAlone(input).filter((name) => !outlets.has(nameKey(name)) && !isPhrase(name));
  if (lineNames.length > 0 && !isOff(nameLineRule.name)) return findingOf(nameLineRule, lineNames);
  const host = nameKey(input.outlets.at(-1)?.replace(/^www\./, '') ?? '');
  const isDesk = (name: string) =>
    nameKey(name) !== host && !legalForm.test(name) && (!outlets.has(nameKey(name)) || isPersonsName(name));
  for (const { rule, lines: explicit } of lines.filter(({ rule }) => rule.isExplicit)) {
    const desks = unique(explicit.flatMap(organisationsIn)).filter(
      (name) => isDesk(name) && !isTopic(rule, name) && !isMenuEntry(name, input),
    );
    if (desks.length > 0 && !isOff('organisations'))
      return findingOf({ ...rule, ...organisationFinding }, desks.slice(0, maxOrganisations));
  }
  return null;
}

/** A company that the page calls its author built the site. */
const legalForm =
  /(?:^|\s)(?:GmbH|mbH|AG|KG|UG|Ltd\.?|Limited|LLC|Inc\.?|S\.?r\.?l\.?|S\.A\.|B\.?V\.|ApS|AB|Oy)(?=$|[\s,(])/;

const isPerson = (name: string): boolean => !isUserName(name);

/** The surest rule among those with the name that has the most evidence; null without names. */
function bestOf(candidates: readonly Candidate[]): Candidate | null {
  const evidence = Map.groupBy(
    candidates.flatMap(({ rule, names }) => names.map((name) => ({ rule, key: nameKey(name) }))),
    ({ key }) => key,
  );
  let best: { readonly key: string; readonly odds: number } | null = null;
  for (const [key, rules] of evidence) {
    const odds = logOddsOf(rules.map(({ rule }) => rule));
    if (best === null || odds > best.odds) best = { key, odds };
  }
  const key = best?.key;
  return (
    candidates
      .filter(({ names }) => names.some((name) => nameKey(name) === key))
      .sort((a, b) => b.rule.confidence - a.rule.confidence)[0] ?? null
  );
}

const findingOf = (
  { name, why, by, confidence }: AuthorsRule | typeof nameLineRule,
  names: readonly string[],
): AuthorsFinding => ({
  value: names.slice(0, maxAuthors),
  provenance: { by, confidence },
  rule: `authors-${name}: ${why}`,
});

const nameKey = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** "Ada MarshTravel": neighbours without a space between, where an element of the page has the first part. */
function cutAtElement(name: string, document: Document): string {
  const at = name.search(/(?<=\p{Ll}{2})\p{Lu}\p{Ll}/u);
  if (at === -1) return name;
  const first = name.slice(0, at);
  const isElementText = ({ firstChild }: Element) =>
    firstChild?.nodeType === 3 && firstChild.textContent.trim() === first;
  return document.documentElement.elementsWhere(isElementText).length > 0 ? first : name;
}

/** Whether a single word is also an entry of the page's menu: a section. */
const isMenuEntry = (name: string, { blocks }: AuthorsInput): boolean =>
  !name.includes(' ') &&
  blocks.some(
    ({ text, linkLength, element }) =>
      linkLength > 0 && text === name && element.closest('nav, header ul, footer') !== null,
  );

/** "JF" beside "Jon Ferris": a short sign, not a second person. */
const initials = /^\p{Lu}{1,3}$/u;

/** Without duplicates; "Ada Marsh Gazette Staff" and "Ada Marsh" are the same person. */
function unique(names: readonly string[]): string[] {
  const once = new Set(new Map(names.map((name) => [nameKey(name), name])).values());
  const isFull = [...once].some((name) => name.includes(' '));
  return [...once].filter(
    (name) => !(isFull && initials.test(name)) && !beginningsOf(name).some((beginning) => once.has(beginning)),
  );
}

/** The beginnings of a name that have two words or more, without the name itself. */
function beginningsOf(name: string): string[] {
  const words = name.split(' ');
  return words.slice(2).map((_, at) => words.slice(0, at + 2).join(' '));
}
