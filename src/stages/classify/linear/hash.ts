/** 32-bit FNV-1a over UTF-16 units (Fowler, Noll, Vo), with the finalizer of MurmurHash3 (Appleby), so that all bits are well mixed. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    hash = Math.imul(hash ^ (unit & 0xff), 0x01000193);
    hash = Math.imul(hash ^ (unit >>> 8), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The bucket of a gram, 0 to 2 ** bits - 1. */
export const bucketOf = (gram: string, bits: number): number => hash32(gram) >>> (32 - bits);
