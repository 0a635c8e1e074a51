import { type Block, textLength } from '../page/blocks.ts';
import { isForeign } from '../page/foreign.ts';
import { isPersonsName } from './name-lines.ts';
import type { AuthorsInput } from './visible-authors.ts';

/** Blocks behind the main text in which a line about the author may stand. */
const maxBlocksBehind = 2;
const maxBioLength = 400;

const job =
  "(?:(?:[\\p{L}'’-]+\\s){0,4})(?:writer|reporter|editor|journalist|author|columnist|correspondent|freelancer|blogger|redakteur(?:in)?|journalist(?:in)?|autor(?:in)?|korrespondent(?:in)?|kolumnist(?:in)?|journaliste|rédact(?:eur|rice)|auteure?|chroniqueu(?:r|se)|periodista|redactora?|autora?|giornalista|redattor(?:e|ice)|autore|verslaggever|redacteur|skribent|toimittaja|dziennikar(?:z|ka)|jornalista|repórter)";
/** "Ada Marsh is a reporter for The Gazette." */
const bio = new RegExp(
  `^(?<name>\\p{Lu}[\\p{L}'’.-]*(?:\\s(?:v\\.|von|van|de|der|la|\\p{Lu}[\\p{L}'’.-]*)){1,3})\\s(?:is|was|ist|war|est|es|è|é|är|er|jest|on)\\s(?:an?\\s|the\\s|our\\s|eine?\\s|une?\\s|una?\\s|um\\s|uma\\s|een\\s|en\\s)?(?i:${job})(?!\\p{L})`,
  'u',
);

/** The blocks at the end of the main text and behind it, the last one first. */
function lastBlocks({ blocks, place, titleBlock }: AuthorsInput): readonly Block[] {
  const { from, to } = place.text;
  if (to <= from) return [];
  const own = blocks.slice(from, to + maxBlocksBehind).filter(({ element }) => !isForeign(element, titleBlock));
  return own.slice(-1 - maxBlocksBehind).toReversed();
}

/** The author in a line about them behind the text. */
export function authorOfBio(input: AuthorsInput): readonly string[] {
  for (const { text } of lastBlocks(input)) {
    const name = textLength(text) > maxBioLength ? undefined : bio.exec(text)?.groups?.name;
    if (name !== undefined && isPersonsName(name)) return [name];
  }
  return [];
}
