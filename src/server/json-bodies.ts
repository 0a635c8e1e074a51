import type { FastifyInstance } from 'fastify';

/** Levels of objects and lists: no route needs more than five. What copies or checks a value goes down with its levels, and ends the process where the stack ends. */
const maxLevels = 20;
/** Members of objects and lists: the paragraphs of the longest correction, and room. A million of them take the listening thread seconds. */
const maxMembers = 50_000;

class BodyRefusal extends Error {
  readonly statusCode = 400;
}

/**
 * Bodies are JSON. Text is refused: pages of other origins can send it without asking. Names that change prototypes, and values that are nested too deep or have too
 * many members, are refused.
 */
export function readJsonBodies(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeContentTypeParser(['application/json', 'text/plain']);
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text: string, done) => {
    const excess = excessOf(text);
    if (excess !== null) return done(new BodyRefusal(excess));
    parse(request, text, done);
  });
}

/** Looks at the text before it is parsed. @returns what it has too much of; null: nothing. Text that is no JSON is left to the parser. */
function excessOf(text: string): string | null {
  let [levels, members] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      at = endOfString(text, at);
      continue;
    }
    if (character === '[' || character === '{') levels += 1;
    else if (character === ']' || character === '}') levels -= 1;
    else if (character !== ',') continue;
    members += 1;
    if (levels > maxLevels) return `The body is nested deeper than ${maxLevels} levels.`;
    if (members > maxMembers) return `The body has more than ${maxMembers} members of objects and lists.`;
  }
  return null;
}

/** @param begin place of its first quote @returns place of its last one, or the end of the text */
function endOfString(text: string, begin: number): number {
  for (let at = text.indexOf('"', begin + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text[at - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
  return text.length;
}
