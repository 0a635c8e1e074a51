import { revive } from '../../../text/flat-json.ts';
import { isObject, type JsonObject, parseLoose } from '../head/json-ld.ts';

/** Characters of script text that are read per page. The state of a news page has some 300,000. */
const maxScriptText = 2_000_000;

/** The data in a page's scripts. JSON-LD is separate because it has its own provenance. */
export interface ScriptValues {
  readonly jsonLd: readonly unknown[];
  readonly state: readonly unknown[];
}

/** Reads JSON islands (`__NEXT_DATA__`, Nuxt, Angular), values that scripts assign (`window.__INITIAL_STATE__ = {…}`), and long string literals in other scripts. */
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

/** Searches scripts in the source: the parser drops their text. */
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
  // Angular escapes its state with codes such as &q;
  const value = parseLoose(
    /&q;/.test(text) ? text.replace(/&([qsalg]);/g, (_, name) => angularEscapes[name] ?? '') : text,
  );
  return /__NUXT_DATA__|data-nuxt-data/.test(attributes) && Array.isArray(value) ? revive(value) : value;
}

const angularEscapes: Readonly<Record<string, string>> = { q: '"', s: "'", a: '&', l: '<', g: '>' };

/** An assignment of a value that may be JSON. All repetitions are bounded, against hostile pages. */
const assignment =
  /(?:\b(?:window|self|globalThis)(?:\.[\w$]{1,60}|\[["'][\w$]{1,60}["']\]){1,3}|\b(?:var|let|const)\s{1,9}[\w$]{1,60})\s{0,9}=\s{0,9}(?=[[{]|JSON\.parse\()/g;
/** At most this many times the script's length is read: values that turn out not to be JSON are read again. */
const maxReadings = 4;

function assignedValues(script: string): unknown[] {
  // too short for an article
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

/** A value (null if invalid) and the position after it. */
interface ValueAt {
  readonly value: unknown;
  readonly end: number;
}

/** The value of the argument in `JSON.parse("…")`. */
function jsonParseArgument(script: string, from: number): ValueAt {
  const start = from + 'JSON.parse('.length;
  const quoted = literalAt(script, start);
  if (quoted === null) return { value: null, end: script.length };
  return { value: parseLoose(literalValue(quoted)), end: start + quoted.length };
}

/** The JSON value that starts with a bracket. */
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

/** The string literal that starts at a position, with its quotes; null if there is none. */
function literalAt(script: string, from: number): string | null {
  const quote = script[from];
  if (quote !== '"' && quote !== "'") return null;
  for (let at = from + 1; at < script.length; at++) {
    if (script[at] === '\\') at += 1;
    else if (script[at] === quote) return script.slice(from, at + 1);
  }
  return null;
}

/** The string that a JavaScript literal stands for. */
const literalValue = (literal: string): string =>
  literal
    .slice(1, -1)
    .replace(/\\(?:u([0-9a-f]{4})|x([0-9a-f]{2})|([\s\S]))/gi, (_, unicode, hex, sign) =>
      sign === undefined ? String.fromCharCode(Number.parseInt(unicode ?? hex, 16)) : (escapes[sign] ?? sign),
    );

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', '\n': '' };

/** Long texts in `name: "text"` anywhere in a script that is not JSON, each with the last headline before it. */
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
