/** Lines of a stream of bytes or text, without their line breaks; the last one may lack its own. Only LF and CRLF divide: JSON may hold U+2028. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array | string>): AsyncIterable<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })).split('\n');
    lines[0] = rest + (lines[0] ?? '');
    rest = lines.pop() ?? '';
    for (const line of lines) yield withoutReturn(line);
  }
  rest += decoder.decode();
  if (rest !== '') yield withoutReturn(rest);
}

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);
