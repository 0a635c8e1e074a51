import { readFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { endianness } from 'node:os';
import { CommandError, exitCodes } from '../../../errors.ts';

/** Whether the process at the other end of a loopback connection may use the guard. */
export type PeerCheck = (socket: Socket) => Promise<boolean>;

export const allowAnyPeer: PeerCheck = async () => true;

/** IPv4 connections of all processes with their users (proc(5)). Our connections and a browser's are IPv4. */
const tablePath = '/proc/net/tcp';

/**
 * Accepts processes of our own user only: other users of the machine cannot use our proxies or reach what the allow list opens. Proxy credentials are no
 * alternative: with them Playwright intercepts every request. One read of the table takes 5 ms (measured on a machine with 64 GB); connections that arrive
 * during a read share the next one.
 * @throws CommandError (configuration) where the system does not report the user of a connection
 */
export async function openOwnUserCheck(): Promise<PeerCheck> {
  const uid = process.getuid?.();
  const readTable = sharedTableRead();
  const isOwn: PeerCheck = async ({ remoteAddress = '', remotePort, localPort }) => {
    const remote = `${hexIPv4(remoteAddress)}:${hexPort(remotePort)} `;
    return ownerOf(await readTable(), remote, `:${hexPort(localPort)}`) === uid;
  };
  if (uid !== undefined && (await recognizesOwnConnection(isOwn).catch(() => false))) return isOwn;
  throw new CommandError(
    exitCodes.configuration,
    `browsers.config.ts, network.ownUserOnly: this system does not report the user of a connection (${tablePath}, Linux only). Remove the setting.`,
  );
}

/** A read that has begun may miss a newer connection, so callers wait for the next one. */
function sharedTableRead(): () => Promise<string> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<string> | null = null;
  const readTable = async (): Promise<string> => {
    next = null;
    const text = readFile(tablePath, 'latin1');
    running = text.catch(() => {}); // the caller gets the error
    return await text;
  };
  return () => {
    next ??= running.then(readTable);
    return next;
  };
}

/** Columns: slot, local address, remote address, state, queues, timer, retransmissions, uid. */
function ownerOf(text: string, far: string, near: string): number | null {
  for (let at = text.indexOf(far); at !== -1; at = text.indexOf(far, at + 1)) {
    const [remote = '', , , , , owner] = text.slice(at + far.length, at + 160).split(/\s+/);
    if (remote.endsWith(near) && owner !== undefined) return Number(owner);
  }
  return null;
}

async function recognizesOwnConnection(isOwn: PeerCheck): Promise<boolean> {
  const server = createServer().listen(0, '127.0.0.1');
  const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve));
  await new Promise((resolve) => server.once('listening', resolve));
  const client = connect((server.address() as { port: number }).port, '127.0.0.1');
  const socket = await accepted;
  try {
    return await isOwn(socket);
  } finally {
    client.destroy();
    socket.destroy();
    server.close();
  }
}

/** The kernel prints the address as one word in the machine's byte order. */
function hexIPv4(address: string): string {
  const bytes = address.split('.').map((part) => Number(part).toString(16).padStart(2, '0'));
  return (endianness() === 'LE' ? bytes.reverse() : bytes).join('').toUpperCase();
}

const hexPort = (port: number | undefined): string => (port ?? 0).toString(16).toUpperCase().padStart(4, '0');
