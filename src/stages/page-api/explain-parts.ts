import { literalTemplate, type NamedValue } from './placeholders.ts';

/** Templates of one part, at most: pages share few of them. */
const maxTemplates = 24;
const maxInnerTemplates = 4;
/** Placeholders of one part. */
const maxPlaceholders = 3;
/** Characters of a value that is found inside of a longer text: shorter ones are there by chance. */
const minInside = 3;
const minDigitsInside = 2;

/**
 * All templates that give a text from the page's values: the constant itself first, then values that are the whole text, then values inside of it.
 * @param values in the order of preference
 */
export const explainPart = (text: string, values: readonly NamedValue[]): readonly string[] => explain(text, values, 1);

function explain(text: string, values: readonly NamedValue[], placeholders: number): string[] {
  const limit = placeholders === 1 ? maxTemplates : maxInnerTemplates;
  const templates = new Set<string>([literalTemplate(text)]);
  for (const { name, value } of values) if (value === text) add(`\${${name}}`);
  if (placeholders <= maxPlaceholders && text.length > 1)
    for (const { name, value } of values) {
      if (templates.size >= limit) break;
      const at = value.length < text.length ? placeOf(value, text) : -1;
      if (at === -1) continue;
      const before = explain(text.slice(0, at), values, placeholders + 1);
      const after = explain(text.slice(at + value.length), values, placeholders + 1);
      for (const start of before) for (const end of after) add(`${start}\${${name}}${end}`);
    }
  return [...templates];

  function add(template: string): void {
    if (templates.size < limit) templates.add(template);
  }
}

/** Where a value stands in a text; -1: nowhere, or a short one only inside of a word. */
function placeOf(value: string, text: string): number {
  const at = text.indexOf(value);
  if (at === -1 || value.length >= (/^\d+$/.test(value) ? minDigitsInside : minInside)) return at;
  const isWord = !/[\p{L}\p{N}]/u.test(`${text[at - 1] ?? ''}${text[at + value.length] ?? ''}`);
  return isWord ? at : -1;
}

/** Whether a text looks like an id, a hash or a key rather than words: it may be another one tomorrow. */
export function isOpaque(text: string): boolean {
  if (text.length < 8 || /\s/.test(text)) return false;
  const pieces = text.split(/[-_.:/+=,;]/).filter((piece) => piece !== '');
  return pieces.some((piece) => isRandom(piece));
}

/** Letters with digits between them, or long without a rhythm of vowels. */
function isRandom(piece: string): boolean {
  if (piece.length < 6) return false;
  const changes = piece.match(/\d(?=[a-z])|[a-z](?=\d)/gi)?.length ?? 0;
  if (changes >= 2 || /^\d{6,}$/.test(piece)) return true;
  const vowels = piece.match(/[aeiouy]/gi)?.length ?? 0;
  const cases = piece.match(/[a-z](?=[A-Z])/g)?.length ?? 0;
  return piece.length >= 12 && (vowels / piece.length < 0.2 || cases >= 4);
}

/** Names of headers and parameters that carry a session or a proof. */
export const isCredentialName = (key: string): boolean =>
  /^(?:header|query|form|body)[.:].*(?:token|auth|session|csrf|xsrf|nonce|sign|secret|ticket)/i.test(key) &&
  !/author/i.test(key.replace(/authoriz/i, ''));
