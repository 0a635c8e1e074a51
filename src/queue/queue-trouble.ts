/** What is wrong and what to do, by what the system's or the server's error says. The first that fits counts. */
const advice: readonly { readonly fits: RegExp; readonly says: string }[] = [
  {
    fits: /WRONGPASS|invalid password|invalid username/i,
    says: 'refuses user name or password: correct them in NEWSHAWK_QUEUE',
  },
  {
    fits: /NOAUTH/,
    says: 'wants a password: redis://:password@host:port in NEWSHAWK_QUEUE, special characters percent-encoded',
  },
  { fits: /NOPERM/, says: 'refuses this user a command: give it all commands on the keys of the prefix' },
  {
    fits: /DB index is out of range|invalid DB index/i,
    says: 'has no database of this number: correct the number behind the last slash of NEWSHAWK_QUEUE',
  },
  { fits: /ENOTFOUND|EAI_AGAIN/, says: 'has an unknown host name: correct NEWSHAWK_QUEUE, or check the DNS' },
  { fits: /ECONNREFUSED/, says: 'does not answer: start Redis there, or correct NEWSHAWK_QUEUE' },
  {
    // a server without TLS waits for the rest of the command that it takes the greeting for
    fits: /ETIMEDOUT/,
    says: 'does not answer in time: check host and port in NEWSHAWK_QUEUE, and that it speaks TLS where the address begins with rediss://',
  },
  {
    fits: /WRONG_VERSION_NUMBER|wrong version number|before secure TLS connection/i,
    says: 'speaks no TLS there: write redis:// instead of rediss:// in NEWSHAWK_QUEUE, or correct its port',
  },
  {
    fits: /certificate|CERT_/i,
    says: 'has a TLS certificate that is not trusted: name its authority in NODE_EXTRA_CA_CERTS',
  },
  { fits: /Protocol error|Unknown RESP type/, says: 'is no Redis server: correct NEWSHAWK_QUEUE' },
];

const unknownTrouble = 'does not answer: check that Redis runs there and that NEWSHAWK_QUEUE is right';

/** What is wrong with the queue's server, as the end of a sentence that begins with its address, with the reason. */
export function queueTrouble(error: unknown): string {
  const reason = reasonOf(error);
  const known = advice.find(({ fits }) => fits.test(`${codeOf(error)} ${reason}`));
  return `${known?.says ?? unknownTrouble} (${reason})`;
}

/** Its message. That of several addresses of a host is empty: then its code. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message || codeOf(error) : String(error);

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');
