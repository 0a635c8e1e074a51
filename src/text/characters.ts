/**
 * C0 without tab and line feed, DEL, C1: a terminal obeys them, in a text they mean nothing. Embeddings and overrides of the writing direction (U+202A to U+202E): they
 * make what follows look like another text, also behind the end of the field. Texts from right to left need the marks and isolates only, which stay.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
const terminalControls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/g;

/** Removes terminal control characters and overrides of the writing direction; keeps line breaks, tabs, directional marks and isolates. */
export const withoutControls = (text: string): string => text.replace(terminalControls, '');

/** As `withoutControls`, for every string within plain data. */
export function withoutControlsIn<T>(value: T): T {
  if (typeof value === 'string') return withoutControls(value) as T;
  if (Array.isArray(value)) return value.map(withoutControlsIn) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withoutControlsIn(part)])) as T;
}

/**
 * A part of an address without percent-encoding. Bytes that are not UTF-8, and a stray %, stay as they are.
 * @example decoded('caf%C3%A9') // 'café'
 */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A pattern that matches this text and nothing else. The slash is escaped for patterns that are written between slashes. */
export const literalPattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
