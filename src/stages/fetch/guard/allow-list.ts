import { type BlockList, isIP } from 'node:net';
import { blockList, isInRange, metadataService, normalizeAddress, specialPurposeClass } from './address-class.ts';
import { type Authority, parseAuthority } from './authority.ts';

/** An exception from the network policy. */
export interface AllowRule {
  /** Null for an address or a range. */
  readonly host: string | null;
  readonly range: BlockList | null;
  /** Null for a host or a CIDR range. */
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
  const rulePort = port === 0 ? null : port;
  if (isIP(host) !== 0)
    return { host: null, range: blockList([host]), address: normalizeAddress(host), port: rulePort };
  return hostName.test(host) ? { host, range: null, address: null, port: rulePort } : null;
}

/**
 * Whether the rule permits a connection to the address. A rule for a host permits every address that the host resolves to, except a metadata service's:
 * that needs a rule for exactly this address.
 */
export function ruleOpens(rule: AllowRule, target: Authority, address: string): boolean {
  if (!ruleNamesHost(rule, target) && !ruleCoversAddress(rule, target, address)) return false;
  return specialPurposeClass(address) !== metadataService || rule.address === normalizeAddress(address);
}

export const ruleNamesHost = (rule: AllowRule, { host, port }: Authority): boolean =>
  rule.host === host && (rule.port ?? port) === port;

const ruleCoversAddress = ({ range, port }: AllowRule, target: Authority, address: string): boolean =>
  range !== null && (port ?? target.port) === target.port && isInRange(range, address);
