/** From and to, both included. */
export type PortRange = readonly [from: number, to: number];

/**
 * Where public web servers listen: the two standard ports, the ports that Cloudflare passes on (2052 to 2096, 8080, 8443, 8880), IANA's alternates (591, 8008),
 * and what servers and CDNs use beside them. Databases, mail, shells and the like speak no HTTP: a page could make us talk to them.
 */
const usual: readonly PortRange[] = [
  [80, 81],
  [443, 443],
  [591, 591],
  [2052, 2053],
  [2082, 2083],
  [2086, 2087],
  [2095, 2096],
  [3000, 3000],
  [4443, 4443],
  [5000, 5000],
  [7443, 7443],
  [8000, 8099],
  [8443, 8443],
  [8800, 8800],
  [8880, 8880],
  [8888, 8888],
  [9080, 9080],
  [9443, 9443],
  [10443, 10443],
  [18080, 18080],
];

/** Reads `port` or `from-to`; null when it is neither. */
export function parsePorts(entry: string): PortRange | null {
  const [, from = '', to = from] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(entry) ?? [];
  const range: PortRange = [Number(from), Number(to)];
  return from !== '' && range[0] >= 1 && range[0] <= range[1] && range[1] <= 65_535 ? range : null;
}

export const isWebPort = (port: number, further: readonly PortRange[]): boolean =>
  [...usual, ...further].some(([from, to]) => from <= port && port <= to);
