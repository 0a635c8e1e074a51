import { type BlockList, isIP } from 'node:net';
import { blockList, closedAddress, inRange, metadataService, plainAddress } from './address-class.ts';
import { type Authority, parseAuthority } from './authority.ts';

/** An exception from the network policy. */
export interface AllowRule {
  /** Null where an address or a range is named. */
  readonly host: string | null;
  readonly range: BlockList | null;
  /** Where the entry is one address. */
  readonly address: string | null;
  /** Null: every port. */
  readonly port: number | null;
}

const hostName = /^[a-z\d_-]+(\.[a-z\d_-]+)*$/;

/** Reads `CIDR`, `address`, `address:port`, `host` or `host:port`; null for anything else. */
export function parseAllowRule(entry: string): AllowRule | null {
  const [address = '', bits] = entry.split('/', 2);
  if (bits !== undefined) {
    const family = isIP(address);
    if (family === 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > (family === 4 ? 32 : 128)) return null;
    return entry.split('/').length > 2 ? null : { host: null, range: blockList([entry]), address: null, port: null };
  }
  const { host, port } = (isIP(entry) === 6 ? { host: entry, port: 0 } : parseAuthority(entry, 0)) ?? { host: '' };
  if (port === undefined || (port === 0 && /:0+$/.test(entry) && isIP(entry) === 0)) return null;
  const own = port === 0 ? null : port;
  if (isIP(host) !== 0) return { host: null, range: blockList([host]), address: plainAddress(host), port: own };
  return hostName.test(host) ? { host, range: null, address: null, port: own } : null;
}

/** A host's entry holds wherever the name leads; a metadata service's address is opened by its own entry only. */
export function opens(rule: AllowRule, target: Authority, address: string): boolean {
  if (!namesHost(rule, target) && !holdsAddress(rule, target, address)) return false;
  return closedAddress(address) !== metadataService || rule.address === plainAddress(address);
}

export const namesHost = (rule: AllowRule, { host, port }: Authority): boolean =>
  rule.host === host && (rule.port ?? port) === port;

const holdsAddress = ({ range, port }: AllowRule, target: Authority, address: string): boolean =>
  range !== null && (port ?? target.port) === target.port && inRange(range, address);
