const lineFeed = 0x0a;

/**
 * The lines of a client, decoded as UTF-8, without line breaks. Only LF and CRLF separate lines: JSON may contain U+2028. The last line may lack one.
 * @returns null for a line of more than `maxBytes`, which is not kept in memory
 */
export async function* messageLines(
  input: AsyncIterable<Uint8Array | string>,
  maxBytes: number,
): AsyncIterable<string | null> {
  let parts: Uint8Array[] = [];
  let bytes = 0;
  const add = (part: Uint8Array): void => {
    bytes += part.length;
    if (bytes > maxBytes) parts = [];
    else parts.push(part);
  };
  const take = (): string | null => {
    const text = bytes > maxBytes ? null : Buffer.concat(parts).toString('utf8');
    [parts, bytes] = [[], 0];
    return text?.endsWith('\r') === true ? text.slice(0, -1) : text;
  };
  for await (const chunk of input) {
    const piece = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    let from = 0;
    for (let end = piece.indexOf(lineFeed); end >= 0; end = piece.indexOf(lineFeed, from)) {
      add(piece.subarray(from, end));
      from = end + 1;
      yield take();
    }
    add(piece.subarray(from));
  }
  if (bytes > 0) yield take();
}
