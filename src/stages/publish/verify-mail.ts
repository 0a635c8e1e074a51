import { connectionProblem, type HostPort, reachHost } from './reach-host.ts';
import { openTransport, whyNoMail } from './send-mail.ts';

/** Where mail goes without a port in the address. */
const [submissionPort, tlsPort] = [587, 465];

/**
 * Connects to a mail server and logs in; no mail is sent. It never throws, and no word holds the address, which has a password in it.
 * @returns why no mail could be sent; null: one could
 */
export async function verifyMail(smtpUrl: string, timeoutMs: number): Promise<string | null> {
  const place = placeOf(smtpUrl);
  const unreached = await reachHost(place, timeoutMs);
  if (unreached !== null) return unreached;
  const transport = await openTransport(smtpUrl, timeoutMs);
  try {
    await transport.verify();
    return null;
  } catch (error) {
    // the connection's own code: TLS that begins after the greeting (STARTTLS) fails only here
    const { originalCode = '' } = error as { readonly originalCode?: string };
    return connectionProblem(originalCode, place) ?? whyNoMail(error);
  } finally {
    transport.close();
  }
}

function placeOf(smtpUrl: string): HostPort {
  const { protocol, hostname, port } = new URL(smtpUrl);
  const isTls = protocol === 'smtps:';
  const host = hostname.replace(/^\[|\]$/g, '');
  return { host, port: port === '' ? (isTls ? tlsPort : submissionPort) : Number(port), isTls };
}
