import { isIP } from 'node:net';
import { CommandError, exitCodes } from '../../../errors.ts';
import { closedAddress, metadataService } from './address-class.ts';
import { namesHost, opens, parseAllowRule } from './allow-list.ts';
import { type Authority, formatAuthority, parseAuthority } from './authority.ts';
import { isWebPort, parsePorts } from './web-ports.ts';

/** What the policy says of a target. */
export interface NetworkPolicy {
  /** Where to connect in fact (`connectTo`); the target itself without an entry. */
  redirected(target: Authority): Authority;
  /**
   * Which rule refuses it, and how to open it; null where it may be reached.
   * @param address one that `target.host` resolved to, or itself
   */
  why(target: Authority, address: string): string | null;
  /** Whether the name alone is a local one (RFC 6761, 6762, 8375; names without a dot; what networks of firms and containers use). */
  isLocalName(host: string): boolean;
  /** Whether an entry names the host itself. */
  namesHost(target: Authority): boolean;
}

export interface PolicyOptions {
  /** Exceptions: `CIDR`, `address`, `host`, the latter two with or without `:port`. */
  readonly allow: readonly string[];
  /** `host:port=address:port` */
  readonly connectTo: readonly string[];
  /** Ports of the web beside the usual ones: `port` or `from-to`. */
  readonly ports: readonly string[];
}

const localName =
  /^[^.]+$|\.(localhost|local|localdomain|internal|intranet|private|corp|home|lan|svc|consul|home\.arpa)$/;

/** @throws CommandError (configuration) that names every entry that is none */
export function networkPolicy({ allow, connectTo, ports }: PolicyOptions): NetworkPolicy {
  const mistakes: string[] = [];
  const rules = allow.flatMap((entry) => parsed(entry, parseAllowRule, 'CIDR, address, host or host:port', mistakes));
  const moved = new Map(connectTo.flatMap((entry) => parsed(entry, parseMove, 'host:port=address:port', mistakes)));
  const further = ports.flatMap((entry) => parsed(entry, parsePorts, 'port or from-to', mistakes));
  if (mistakes.length > 0)
    throw new CommandError(exitCodes.configuration, `The network policy has mistakes:\n  - ${mistakes.join('\n  - ')}`);
  return {
    namesHost: (target) => rules.some((rule) => namesHost(rule, target)),
    isLocalName: (host) => isIP(host) === 0 && localName.test(host),
    redirected: (target) => moved.get(`${target.host}:${target.port}`) ?? target,
    why(target, address) {
      if (rules.some((rule) => opens(rule, target, address))) return null;
      const closed = closedAddress(address);
      if (closed === metadataService)
        return `${address} is the address of a metadata service (only an entry for that very address opens it: NEWSHAWK_ALLOW_NETWORKS=${address})`;
      if (closed !== null)
        return `${address} is a ${closed} address (NEWSHAWK_ALLOW_NETWORKS=${formatAuthority({ host: address, port: target.port })} opens it)`;
      if (isWebPort(target.port, further)) return null;
      return `port ${target.port} is not on the list of web ports (NEWSHAWK_ALLOW_PORTS=${target.port} opens it)`;
    },
  };
}

function parsed<T>(entry: string, parse: (entry: string) => T | null, wanted: string, mistakes: string[]): T[] {
  const value = parse(entry.trim());
  if (value !== null) return [value];
  mistakes.push(`${JSON.stringify(entry)} is no ${wanted}`);
  return [];
}

function parseMove(entry: string): [string, Authority] | null {
  const [left = '', right = '', ...more] = entry.split('=');
  const [from, to] = [parseAuthority(left, 0), parseAuthority(right, 0)];
  if (more.length > 0 || from === null || to === null || from.port === 0 || to.port === 0) return null;
  return [`${from.host}:${from.port}`, to];
}
