import dgram from 'node:dgram';
import dns from 'node:dns';
import net from 'node:net';

const refused = (what: string): Error =>
  new Error(`a scraper asked the network for ${what}: fixtures and replays are read offline`);

/**
 * From now on, this thread opens no connection: each attempt throws, and names what was asked for. A fixture that depends on the network would say something
 * else tomorrow.
 */
export function refuseNetwork(): void {
  // at once, and not by a promise: of a rule that forgets `await`, nobody would hear
  globalThis.fetch = (input) => {
    throw refused(input instanceof Request ? input.url : String(input));
  };
  net.Socket.prototype.connect = function connect(this: net.Socket, ...target: unknown[]): never {
    throw refused(placeOf(target));
  };
  dgram.Socket.prototype.send = (): never => {
    throw refused('a datagram');
  };
  const lookup = (host: string): never => {
    throw refused(host);
  };
  Object.assign(dns, { lookup, resolve: lookup, resolve4: lookup, resolve6: lookup });
}

/** Where a socket was told to connect. Node passes options, or a port with a host, at times in an array. */
function placeOf(target: readonly unknown[]): string {
  const [first, second] = target.flat() as readonly unknown[];
  if (typeof first !== 'object' || first === null) return `${String(second ?? 'localhost')}:${String(first)}`;
  const { host, port, path } = first as { readonly host?: string; readonly port?: number; readonly path?: string };
  return path ?? `${host ?? 'localhost'}:${port ?? ''}`;
}
