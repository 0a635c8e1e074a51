/** JavaScript of `hmac(key, text)`: HMAC-SHA-256 in hex (RFC 2104, FIPS 180-4). `crypto.subtle` is missing on pages without TLS. */
export const hmacScript = `
const bytesOf = (text) => [...new TextEncoder().encode(text)];
const rotate = (word, by) => (word >>> by) | (word << (32 - by));
const constants = [], start = [];
for (let number = 2; constants.length < 64; number++) {
  let prime = true;
  for (let divisor = 2; divisor * divisor <= number; divisor++) if (number % divisor === 0) prime = false;
  if (!prime) continue;
  const fraction = (root) => ((root - Math.floor(root)) * 2 ** 32) | 0;
  if (start.length < 8) start.push(fraction(Math.sqrt(number)));
  constants.push(fraction(Math.cbrt(number)));
}
const sha256 = (message) => {
  const bytes = [...message, 128];
  while (bytes.length % 64 !== 56) bytes.push(0);
  for (let shift = 56; shift >= 0; shift -= 8) bytes.push(Math.floor((message.length * 8) / 2 ** shift) & 255);
  const state = [...start];
  for (let at = 0; at < bytes.length; at += 64) {
    const words = Array.from({ length: 16 }, (_, index) => {
      const place = at + index * 4;
      return (bytes[place] << 24) | (bytes[place + 1] << 16) | (bytes[place + 2] << 8) | bytes[place + 3];
    });
    for (let index = 16; index < 64; index++) {
      const [x, y] = [words[index - 15], words[index - 2]];
      const low = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3), high = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);
      words.push((words[index - 16] + low + words[index - 7] + high) | 0);
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let index = 0; index < 64; index++) {
      const first = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + constants[index] + words[index]) | 0;
      const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, index) => { state[index] = (state[index] + word) | 0; });
  }
  return state.flatMap((word) => [24, 16, 8, 0].map((shift) => (word >>> shift) & 255));
};
const hmac = (key, text) => {
  const block = bytesOf(key);
  const padded = Array.from({ length: 64 }, (_, index) => (block.length > 64 ? sha256(block) : block)[index] || 0);
  const inner = sha256([...padded.map((byte) => byte ^ 54), ...bytesOf(text)]);
  return sha256([...padded.map((byte) => byte ^ 92), ...inner]).map((byte) => byte.toString(16).padStart(2, '0')).join('');
};
`;
