import { isIP, connect as openSocket, type Socket } from 'node:net';
import { connect as openTls } from 'node:tls';

/** Where a connection is tried. */
export interface HostPort {
  /** A name, or an IP address without brackets. */
  readonly host: string;
  readonly port: number;
  readonly isTls: boolean;
}

/**
 * Connects to a place, with TLS where it has it, and closes at once: no byte of a message is sent. It never throws. @returns why it can't be reached; null: it can
 */
export function reachHost(place: HostPort, timeoutMs: number): Promise<string | null> {
  const { host, port, isTls } = place;
  return new Promise((resolve) => {
    const name = isIP(host) === 0 ? { servername: host } : {};
    const socket: Socket = isTls ? openTls({ host, port, ...name }) : openSocket({ host, port });
    const end = (trouble: string | null): void => {
      clearTimeout(limit);
      socket.destroy();
      resolve(trouble);
    };
    const limit = setTimeout(
      () => end(`${host}:${port} does not answer within ${timeoutMs / 1_000} s: a firewall, or a wrong port`),
      timeoutMs,
    );
    socket.once(isTls ? 'secureConnect' : 'connect', () => end(null));
    socket.once('error', (error) => end(whyNot(error, place)));
    // without it a server that takes the connection and ends it in the middle of TLS is waited for
    socket.once('end', () => end(`${host}:${port} ended the connection`));
  });
}

/** The codes of a connection that failed, in words. Others are shown as they are. */
const words: readonly (readonly [code: RegExp, says: (host: string, port: number) => string])[] = [
  [/^(ENOTFOUND|EAI_NONAME|ENODATA)$/, (host) => `there is no host ${host}`],
  [/^EAI_/, (host) => `the name ${host} can't be looked up: this machine's DNS does not answer`],
  [/^ECONNREFUSED$/, (host, port) => `nothing listens at ${host}:${port}`],
  [/^(ENETUNREACH|EHOSTUNREACH)$/, (host) => `there is no way to ${host} from this machine`],
  [/^(ECONNRESET|EPIPE)$/, (host, port) => `${host}:${port} ended the connection`],
  [/^CERT_HAS_EXPIRED$/, (host) => `the certificate of ${host} has expired`],
  [
    /^CERT_NOT_YET_VALID$/,
    (host) => `the certificate of ${host} is not valid yet: is the clock of this machine right?`,
  ],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, (host) => `the certificate is for another name than ${host}`],
  [
    /SELF_SIGNED|UNABLE_TO_|CERT_/,
    (host) =>
      `no authority that this machine knows vouches for the certificate of ${host} (NODE_EXTRA_CA_CERTS names a file with yours)`,
  ],
  [
    /^(EPROTO|ERR_SSL_)/,
    (host, port) => `${host}:${port} does not speak TLS as this machine does: is it another port, or one without TLS?`,
  ],
];

/** What the code of a failed connection means, in words; null: it is not known here. */
export function connectionProblem(code: string, { host, port }: HostPort): string | null {
  const known = words.find(([pattern]) => pattern.test(code));
  return known === undefined ? null : `${known[1](host, port)} (${code})`;
}

const whyNot = ({ code = '', message }: NodeJS.ErrnoException, place: HostPort): string =>
  connectionProblem(code, place) ?? `${place.host}:${place.port} can't be reached: ${code || message}`;
