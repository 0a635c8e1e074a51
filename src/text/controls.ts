/** C0 without tab and line feed, DEL, C1: in a terminal they are orders, in a text they mean nothing. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const terminalControls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Text of a page without the characters that order a terminal about; line breaks, tabs and marks of the script's direction belong to it. */
export const withoutControls = (text: string): string => text.replace(terminalControls, '');

/** The same for every string within plain data. */
export function withoutControlsIn<T>(value: T): T {
  if (typeof value === 'string') return withoutControls(value) as T;
  if (Array.isArray(value)) return value.map(withoutControlsIn) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withoutControlsIn(part)])) as T;
}
