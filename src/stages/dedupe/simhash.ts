/**
 * 64-bit simhash (Charikar 2002) of weighted features: bit i is set where the features whose hash has bit i outweigh the others.
 * @returns 16 hex digits; all zeros without features
 */
export function simhash(features: Iterable<readonly [feature: string, weight: number]>): string {
  const sums = new Float64Array(64);
  for (const [feature, weight] of features) {
    const [high, low] = hash64(feature);
    for (let bit = 0; bit < 32; bit++) {
      sums[bit] = (sums[bit] ?? 0) + ((low >>> bit) & 1 ? weight : -weight);
      sums[32 + bit] = (sums[32 + bit] ?? 0) + ((high >>> bit) & 1 ? weight : -weight);
    }
  }
  return hex(sums.subarray(32)) + hex(sums.subarray(0, 32));
}

function hex(sums: Float64Array): string {
  let word = 0;
  for (const [bit, sum] of sums.entries()) if (sum > 0) word |= 1 << bit;
  return (word >>> 0).toString(16).padStart(8, '0');
}

/** Two interleaved multiplicative hashes with a final avalanche (cyrb53 by bryc, public domain, both words kept whole). */
function hash64(text: string): [high: number, low: number] {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return [high >>> 0, low >>> 0];
}
