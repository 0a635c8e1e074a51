import { isIP } from 'node:net';
import { CommandError, exitCodes } from '../../../errors.ts';
import { metadataService, specialPurposeClass } from './address-class.ts';
import { parseAllowRule, ruleNamesHost, ruleOpens } from './allow-list.ts';
import { type Authority, formatAuthority, parseAuthority } from './authority.ts';
import { isWebPort, parsePortRange } from './web-ports.ts';

/** Decides which targets may be reached. */
export interface NetworkPolicy {
  /** Where to connect: the `connectTo` entry of the target, or the target itself. */
  connectTarget(target: Authority): Authority;
  /**
   * Why the target is refused, and which setting opens it; null when it may be reached.
   * @param address an address of `target.host`, or the host itself
   */
  refusalReason(target: Authority, address: string): string | null;
  /** Whether the name is local by its form (RFC 6761, 6762, 8375; names without a dot; suffixes used in company and container networks). */
  isLocalName(host: string): boolean;
  /** Whether an entry of the allow list names this host. */
  allowsHost(target: Authority): boolean;
}

interface PolicyOptions {
  /** Exceptions: `CIDR`, `address`, `host`, the latter two with or without `:port`. */
  readonly allow: readonly string[];
  /** `host:port=address:port` */
  readonly connectTo: readonly string[];
  /** Ports allowed in addition to the standard web ports: `port` or `from-to`. */
  readonly ports: readonly string[];
}

const localName =
  /^[^.]+$|\.(localhost|local|localdomain|internal|intranet|private|corp|home|lan|svc|consul|home\.arpa)$/;

/** @throws CommandError (configuration) that names every malformed entry */
export function networkPolicy({ allow, connectTo, ports }: PolicyOptions): NetworkPolicy {
  const mistakes: string[] = [];
  const rules = allow.flatMap((entry) =>
    parseEntry(entry, parseAllowRule, 'CIDR, address, host or host:port', mistakes),
  );
  const redirects = new Map(
    connectTo.flatMap((entry) => parseEntry(entry, parseRedirect, 'host:port=address:port', mistakes)),
  );
  const extraPorts = ports.flatMap((entry) => parseEntry(entry, parsePortRange, 'port or from-to', mistakes));
  if (mistakes.length > 0)
    throw new CommandError(exitCodes.configuration, `The network policy has mistakes:\n  - ${mistakes.join('\n  - ')}`);
  return {
    allowsHost: (target) => rules.some((rule) => ruleNamesHost(rule, target)),
    isLocalName: (host) => isIP(host) === 0 && localName.test(host),
    connectTarget: (target) => redirects.get(`${target.host}:${target.port}`) ?? target,
    refusalReason(target, address) {
      if (rules.some((rule) => ruleOpens(rule, target, address))) return null;
      const addressClass = specialPurposeClass(address);
      if (addressClass === metadataService)
        return `${address} is the address of a metadata service (only an entry for exactly this address opens it: NEWSHAWK_ALLOW_NETWORKS=${address})`;
      if (addressClass !== null)
        return `${address} is a ${addressClass} address (NEWSHAWK_ALLOW_NETWORKS=${formatAuthority({ host: address, port: target.port })} opens it)`;
      if (isWebPort(target.port, extraPorts)) return null;
      return `port ${target.port} is not on the list of web ports (NEWSHAWK_ALLOW_PORTS=${target.port} opens it)`;
    },
  };
}

function parseEntry<T>(entry: string, parse: (entry: string) => T | null, expected: string, mistakes: string[]): T[] {
  const value = parse(entry.trim());
  if (value !== null) return [value];
  mistakes.push(`${JSON.stringify(entry)} is not a ${expected}`);
  return [];
}

function parseRedirect(entry: string): [string, Authority] | null {
  const [left = '', right = '', ...more] = entry.split('=');
  const [from, to] = [parseAuthority(left, 0), parseAuthority(right, 0)];
  if (more.length > 0 || from === null || to === null || from.port === 0 || to.port === 0) return null;
  return [`${from.host}:${from.port}`, to];
}
