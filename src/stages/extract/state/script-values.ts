import { isObject, type JsonObject, parseLoose } from '../head/json-ld.ts';
import { revive } from './flat-json.ts';

/** Script text of one page that is looked at, in characters: the states of news pages have some 300,000. */
const maxScriptText = 2_000_000;

/** What the scripts of a page hold as data; JSON-LD apart, for its source is another one. */
export interface ScriptValues {
  readonly jsonLd: readonly unknown[];
  readonly state: readonly unknown[];
}

/** Data in scripts: JSON islands (`__NEXT_DATA__`, Nuxt's, Angular's), values that scripts assign (`window.__INITIAL_STATE__ = {…}`), and long texts in those that compute theirs. */
export function scriptValues(html: string): ScriptValues {
  const jsonLd: unknown[] = [];
  const state: unknown[] = [];
  let left = maxScriptText;
  for (const { attributes, text } of scriptsOf(html)) {
    left -= text.length;
    if (left < 0) break;
    if (/ld\+json/i.test(attributes)) jsonLd.push(parseLoose(text));
    else if (/type\s*=\s*["']?(?:application|text)\/(?:\w+\+)?json/i.test(attributes))
      state.push(jsonIsland(attributes, text));
    else state.push(...assignedValues(text));
  }
  return { jsonLd, state };
}

/** Scripts of the source, found without parsing it: a page that needs them was parsed without them. */
function* scriptsOf(html: string): Iterable<{ readonly attributes: string; readonly text: string }> {
  const [opening, closing] = [/<script\b/gi, /<\/script/gi];
  for (let tag = opening.exec(html); tag !== null; tag = opening.exec(html)) {
    const from = html.indexOf('>', tag.index) + 1;
    closing.lastIndex = from;
    const end = from === 0 ? null : closing.exec(html);
    if (end === null) return;
    opening.lastIndex = end.index;
    yield { attributes: html.slice(tag.index, from), text: html.slice(from, end.index) };
  }
}

function jsonIsland(attributes: string, text: string): unknown {
  // Angular writes its state with quotes of its own
  const value = parseLoose(
    /&q;/.test(text) ? text.replace(/&([qsalg]);/g, (_, name) => angularEscapes[name] ?? '') : text,
  );
  return /__NUXT_DATA__|data-nuxt-data/.test(attributes) && Array.isArray(value) ? revive(value) : value;
}

const angularEscapes: Readonly<Record<string, string>> = { q: '"', s: "'", a: '&', l: '<', g: '>' };

/** Where a script gives a variable a value that may be data. Bounded: a hostile page has such names without end. */
const assignment =
  /(?:\b(?:window|self|globalThis)(?:\.[\w$]{1,60}|\[["'][\w$]{1,60}["']\]){1,3}|\b(?:var|let|const)\s{1,9}[\w$]{1,60})\s{0,9}=\s{0,9}(?=[[{]|JSON\.parse\()/g;
/** A script is read so many times over at most: each value that turns out to be none is read for nothing. */
const maxReadings = 4;

function assignedValues(script: string): unknown[] {
  // too short to hold an article
  if (script.length < 600) return [];
  const values: unknown[] = [];
  let left = maxReadings * script.length;
  assignment.lastIndex = 0;
  for (let match = assignment.exec(script); match !== null && left > 0; match = assignment.exec(script)) {
    const from = assignment.lastIndex;
    const { value, end } = script[from] === 'J' ? jsonParseArgument(script, from) : bracketedValue(script, from);
    left -= end - from;
    if (value === null) continue;
    values.push(value);
    assignment.lastIndex = end;
  }
  return values.length > 0 ? values : longLiterals(script);
}

/** What was read, null for nothing, and where the reading ended. */
interface ValueAt {
  readonly value: unknown;
  readonly end: number;
}

/** `JSON.parse("…")`. */
function jsonParseArgument(script: string, from: number): ValueAt {
  const start = from + 'JSON.parse('.length;
  const quoted = literalAt(script, start);
  if (quoted === null) return { value: null, end: script.length };
  return { value: parseLoose(literalValue(quoted)), end: start + quoted.length };
}

/** A value in brackets, if it is JSON. */
function bracketedValue(script: string, from: number): ValueAt {
  const token = /["'`[{\]}]/g;
  token.lastIndex = from;
  let depth = 0;
  for (let match = token.exec(script); match !== null; match = token.exec(script)) {
    const [sign] = match;
    const end = match.index + 1;
    if (sign === "'" || sign === '`') return { value: null, end }; // no JSON
    if (sign === '"') token.lastIndex = match.index + (literalAt(script, match.index)?.length ?? script.length);
    else depth += sign === '{' || sign === '[' ? 1 : -1;
    if (depth <= 0) return { value: parseLoose(script.slice(from, end).replace(/:\s*undefined\b/g, ':null')), end };
  }
  return { value: null, end: script.length };
}

/** The string literal that begins there. */
function literalAt(script: string, from: number): string | null {
  const quote = script[from];
  if (quote !== '"' && quote !== "'") return null;
  for (let at = from + 1; at < script.length; at++) {
    if (script[at] === '\\') at += 1;
    else if (script[at] === quote) return script.slice(from, at + 1);
  }
  return null;
}

/** What a literal of JavaScript says. */
const literalValue = (literal: string): string =>
  literal
    .slice(1, -1)
    .replace(/\\(?:u([0-9a-f]{4})|x([0-9a-f]{2})|([\s\S]))/gi, (_, unicode, hex, sign) =>
      sign === undefined ? String.fromCharCode(Number.parseInt(unicode ?? hex, 16)) : (escapes[sign] ?? sign),
    );

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', '\n': '' };

/** `name: "text"` wherever it stands in a script that is no JSON: each long text, with the last headline before it. */
function longLiterals(script: string): JsonObject[] {
  const objects: JsonObject[] = [];
  const named = /["']?\b(\w{1,40})["']?\s*:\s*(?=["'])/g;
  let title = '';
  for (let match = named.exec(script); match !== null; match = named.exec(script)) {
    const literal = literalAt(script, named.lastIndex);
    if (literal === null) continue;
    named.lastIndex += literal.length;
    const [, name = ''] = match;
    if (/^(?:title|headline|name)$/i.test(name) && literal.length > 12) title = literalValue(literal);
    else if (literal.length > 600) objects.push({ title, [name]: literalValue(literal) });
  }
  return objects.filter(isObject);
}
