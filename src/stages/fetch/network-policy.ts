import { type BlockList, isIP } from 'node:net';
import { CommandError, exitCodes } from '../../errors.ts';
import { blockList, closedAddress, inRange } from './address-class.ts';

export interface Authority {
  /** Lower case, without brackets or a trailing dot. */
  readonly host: string;
  readonly port: number;
}

/** What the policy says of a target; `why` is null where it may be reached. */
export interface NetworkPolicy {
  /** Where to connect in fact (`connectTo`); the target itself without an entry. */
  redirected(target: Authority): Authority;
  /** @param address one that `target.host` resolved to, or itself */
  why(target: Authority, address: string): string | null;
  /** Whether the name alone is a local one (RFC 6761, 6762, 8375; names without a dot). */
  isLocalName(host: string): boolean;
  /** Whether an entry names the host itself. */
  namesHost(target: Authority): boolean;
}

interface AllowRule {
  readonly host: string | null;
  readonly range: BlockList | null;
  readonly port: number | null;
}

/** Below 1024 only the web's own: the others are services that speak no HTTP (mail, remote shells, databases of old). */
const webPorts = new Set([80, 443]);

/**
 * @param allow exceptions: `CIDR`, `address`, `host`, each with or without `:port`
 * @param connectTo `host:port=address:port`
 * @throws CommandError (configuration) that names every entry that is none
 */
export function networkPolicy(allow: readonly string[], connectTo: readonly string[]): NetworkPolicy {
  const mistakes: string[] = [];
  const rules = allow.flatMap((entry) => parsed(entry, parseRule, 'CIDR, address, host or host:port', mistakes));
  const moved = new Map(connectTo.flatMap((entry) => parsed(entry, parseMove, 'host:port=address:port', mistakes)));
  if (mistakes.length > 0)
    throw new CommandError(exitCodes.configuration, `The network policy has mistakes:\n  - ${mistakes.join('\n  - ')}`);
  const namesHost = ({ host, port }: Authority): boolean =>
    rules.some((rule) => rule.host === host && (rule.port ?? port) === port);
  return {
    namesHost,
    isLocalName: (host) => isIP(host) === 0 && /^[^.]+$|\.(localhost|local|internal|home\.arpa)$/.test(host),
    redirected: (target) => moved.get(`${target.host}:${target.port}`) ?? target,
    why(target, address) {
      const inside = ({ range, port }: AllowRule): boolean =>
        range !== null && (port ?? target.port) === target.port && inRange(range, address);
      if (namesHost(target) || rules.some(inside)) return null;
      const closed = closedAddress(address);
      if (closed !== null) return `${address} is a ${closed} address`;
      return target.port >= 1024 || webPorts.has(target.port) ? null : `port ${target.port} is no port of the web`;
    },
  };
}

/**
 * Reads `host:port` in every spelling that a URL allows (decimal, octal and hexadecimal IPv4, IDN).
 * @returns null when it is none
 */
export function parseAuthority(text: string, defaultPort: number): Authority | null {
  if (!URL.canParse(`http://${text}`)) return null;
  const url = new URL(`http://${text}`);
  if (url.hostname === '' || url.username !== '' || url.pathname !== '/' || url.search !== '') return null;
  const given = /:(\d+)$/.exec(text)?.[1]; // URL drops ":80", as http's default
  const port = url.port === '' ? Number(given ?? defaultPort) : Number(url.port);
  return { host: plainHost(url.hostname), port };
}

export const plainHost = (hostname: string): string =>
  hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();

function parsed<T>(entry: string, parse: (entry: string) => T | null, wanted: string, mistakes: string[]): T[] {
  const value = parse(entry.trim());
  if (value !== null) return [value];
  mistakes.push(`${JSON.stringify(entry)} is no ${wanted}`);
  return [];
}

function parseRule(entry: string): AllowRule | null {
  const cidr = /^([\da-f.:]+)\/(\d+)$/i.exec(entry);
  if (cidr) {
    const [, address = '', bits = ''] = cidr;
    const family = isIP(address);
    if (family === 0 || Number(bits) > (family === 4 ? 32 : 128)) return null;
    return { host: null, range: blockList([entry]), port: null };
  }
  if (isIP(entry) !== 0) return { host: null, range: blockList([entry]), port: null };
  const authority = parseAuthority(entry, 0);
  if (authority === null) return null;
  const port = authority.port === 0 ? null : authority.port;
  return isIP(authority.host) === 0
    ? { host: authority.host, range: null, port }
    : { host: null, range: blockList([authority.host]), port };
}

function parseMove(entry: string): [string, Authority] | null {
  const [left = '', right = '', ...more] = entry.split('=');
  const [from, to] = [parseAuthority(left, 0), parseAuthority(right, 0)];
  if (more.length > 0 || from === null || to === null || from.port === 0 || to.port === 0) return null;
  return [`${from.host}:${from.port}`, to];
}
