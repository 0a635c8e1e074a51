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
