/** Columns of a line, at most; a longer object or list gets a line for each part. */
export const lineWidth = 110;

/** A value as it is written in a program. @param depth levels of two spaces of the line that it is in */
export function literalOf(value: unknown, depth: number): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const isList = Array.isArray(value);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  const parts = Object.entries(value).map(
    ([name, part]) => `${isList ? '' : `${nameOf(name)}: `}${literalOf(part, depth + 1)}`,
  );
  const space = isList ? '' : ' ';
  const line = `${open}${space}${parts.join(', ')}${space}${close}`;
  if (!line.includes('\n') && line.length + 2 * depth < lineWidth) return line;
  const indent = '  '.repeat(depth);
  return `${open}\n${parts.map((part) => `${indent}  ${part},\n`).join('')}${indent}${close}`;
}

const nameOf = (name: string): string => (/^[a-z_$][\w$]*$/i.test(name) ? name : quoted(name));

export const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
