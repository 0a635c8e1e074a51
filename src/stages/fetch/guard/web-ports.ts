/** Both ends are included. */
export type PortRange = readonly [from: number, to: number];

/**
 * Ports of public web servers: 80 and 443, those that Cloudflare proxies (2052 to 2096, 8080, 8443, 8880), IANA's alternates (591, 8008), and others that
 * servers and CDNs use. Other ports are refused, so that a page cannot make us talk to databases, mail servers or shells.
 */
const standardPorts: readonly PortRange[] = [
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

/** Parses `port` or `from-to`; null for anything else. */
export function parsePortRange(entry: string): PortRange | null {
  const [, from = '', to = from] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(entry) ?? [];
  const range: PortRange = [Number(from), Number(to)];
  return from !== '' && range[0] >= 1 && range[0] <= range[1] && range[1] <= 65_535 ? range : null;
}

export const isWebPort = (port: number, extraPorts: readonly PortRange[]): boolean =>
  [...standardPorts, ...extraPorts].some(([from, to]) => from <= port && port <= to);
