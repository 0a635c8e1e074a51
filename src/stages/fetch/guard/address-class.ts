import { BlockList, isIP, isIPv4 } from 'node:net';

/** Its answers hold credentials of the machine. An allowed range around its address does not open it. */
export const metadataService = 'metadata service';

/** Ranges that the public internet does not route (RFC 6890 and its later registry entries). The first match gives the class. */
const specialPurposeRanges: readonly (readonly [why: string, ranges: readonly string[]])[] = [
  [
    // AWS, Azure, Google, Oracle, OpenStack; AWS containers; Alibaba; Azure's host agent, which has a public address
    metadataService,
    [
      '169.254.169.254/32',
      '169.254.170.2/32',
      '169.254.170.23/32',
      '100.100.100.200/32',
      '168.63.129.16/32',
      '192.0.0.192/32',
      'fd00:ec2::254/128',
      'fd00:ec2::23/128',
      'fd20:ce::254/128',
    ],
  ],
  ['unspecified', ['0.0.0.0/8', '::/128']],
  ['loopback', ['127.0.0.0/8', '::1/128']],
  ['private', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', 'fec0::/10']],
  ['link-local', ['169.254.0.0/16', 'fe80::/10']],
  ['carrier NAT', ['100.64.0.0/10']],
  ['multicast', ['224.0.0.0/4', 'ff00::/8']],
  [
    'reserved',
    [
      '192.0.0.0/24',
      '192.0.2.0/24',
      '192.88.99.0/24',
      '198.18.0.0/15',
      '198.51.100.0/24',
      '203.0.113.0/24',
      '240.0.0.0/4',
      '100::/64',
      '2001::/23',
      '2001:db8::/32',
      '3fff::/20',
    ],
  ],
];

const specialPurposeLists = specialPurposeRanges.map(([why, ranges]) => [why, blockList(ranges)] as const);

/**
 * The class of an address outside the public internet, for example `loopback`. IPv4 inside IPv6 (mapped, translated, NAT64, 6to4, ISATAP) is judged as IPv4.
 * @returns null for a public address
 */
export function specialPurposeClass(address: string): string | null {
  const plain = normalizeAddress(address);
  const family = isIPv4(plain) ? 'ipv4' : 'ipv6';
  const addressClass = specialPurposeLists.find(([, list]) => list.check(plain, family))?.[0];
  if (addressClass !== undefined || family === 'ipv4') return addressClass ?? null;
  const [first = 0] = ipv6Words(plain);
  return (first & 0xe000) === 0x2000 ? null : 'reserved'; // global unicast is 2000::/3 only (RFC 4291, 2.4)
}

/** @throws Error for a malformed range */
export function blockList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    list.addSubnet(address, bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits), family);
  }
  return list;
}

export const isInRange = (list: BlockList, address: string): boolean => {
  const plain = normalizeAddress(address);
  return list.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6');
};

/** Removes the zone (`%eth0`), which names our own interface, and unwraps IPv4 inside IPv6. */
export const normalizeAddress = (address: string): string => embeddedIPv4(address) ?? address.replace(/%.*$/, '');

/**
 * The IPv4 address inside `::ffff:0:0/96`, `::ffff:0:0:0/96` (RFC 2765), `::/96`, NAT64 (`64:ff9b::/96`), 6to4 (`2002::/16`) or an ISATAP interface
 * (`...:[02]00:5efe:a.b.c.d`, RFC 5214).
 * @returns null for any other address
 */
function embeddedIPv4(address: string): string | null {
  if (isIP(address) !== 6) return null;
  const words = ipv6Words(address);
  const [w0 = 0, w1 = 0, w2 = 0, w3 = 0, w4 = 0, w5 = 0, w6 = 0, w7 = 0] = words;
  if (w0 === 0x2002) return dotted(w1, w2);
  if (w5 === 0x5efe && (w4 & 0xfdff) === 0) return dotted(w6, w7);
  const middle = w2 | w3 | w4;
  if (w0 === 0x64 && w1 === 0xff9b && (middle | w5) === 0) return dotted(w6, w7);
  if ((w0 | w1 | w2 | w3 | w5) === 0 && w4 === 0xffff) return dotted(w6, w7);
  if ((w0 | w1 | middle) !== 0) return null;
  if (w5 === 0xffff) return dotted(w6, w7);
  return w5 === 0 && w6 !== 0 ? dotted(w6, w7) : null; // ::0 and ::1 are IPv6 addresses
}

/** The eight 16-bit words. The WHATWG URL parser turns every notation into compressed hexadecimal words. */
function ipv6Words(address: string): number[] {
  const plain = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
  const [head = '', tail] = plain.split('::');
  const words = (part: string | undefined): string[] => (part ? part.split(':') : []);
  const [before, after] = [words(head), words(tail)];
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].map((word) => Number.parseInt(word, 16));
}

const dotted = (high: number, low: number): string => [high >> 8, high & 255, low >> 8, low & 255].join('.');
