import { readFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { endianness } from 'node:os';
import { CommandError, exitCodes } from '../../../errors.ts';

/** Whether the other end of a loopback connection may be served. */
export type PeerCheck = (socket: Socket) => Promise<boolean>;

export const everyPeer: PeerCheck = async () => true;

/** IPv4 connections of all processes, with their users (proc(5)); ours are IPv4, a browser's too. */
const table = '/proc/net/tcp';

/**
 * Lets in processes of our own user only: others of the machine do not get out by our proxies or into what the allow list opens. A browser's connections can
 * carry no secret instead: with proxy credentials Playwright intercepts every request. The kernel walks all its connections for one look: 5 ms measured on
 * a machine with 64 GB; connections that come meanwhile share the next look.
 * @throws CommandError (configuration) where the system does not say whose a connection is
 */
export async function openOwnPeer(): Promise<PeerCheck> {
  const uid = process.getuid?.();
  const look = sharedLook();
  const isOwn: PeerCheck = async ({ remoteAddress = '', remotePort, localPort }) => {
    const far = `${hexIPv4(remoteAddress)}:${hexPort(remotePort)} `;
    return ownerIn(await look(), far, `:${hexPort(localPort)}`) === uid;
  };
  if (uid !== undefined && (await worksHere(isOwn).catch(() => false))) return isOwn;
  throw new CommandError(
    exitCodes.configuration,
    `browsers.config.ts, network.ownUserOnly: this system does not tell whose a connection is (${table}, Linux). Take the setting out.`,
  );
}

/** A look that has begun may miss a connection that has come since. */
function sharedLook(): () => Promise<string> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<string> | null = null;
  const look = async (): Promise<string> => {
    next = null;
    const text = readFile(table, 'latin1');
    running = text.catch(() => {}); // the callers get it
    return await text;
  };
  return () => {
    next ??= running.then(look);
    return next;
  };
}

/** Columns: slot, local address, remote address, state, queues, timer, retransmissions, uid. */
function ownerIn(text: string, far: string, near: string): number | null {
  for (let at = text.indexOf(far); at !== -1; at = text.indexOf(far, at + 1)) {
    const [remote = '', , , , , owner] = text.slice(at + far.length, at + 160).split(/\s+/);
    if (remote.endsWith(near) && owner !== undefined) return Number(owner);
  }
  return null;
}

async function worksHere(isOwn: PeerCheck): Promise<boolean> {
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
