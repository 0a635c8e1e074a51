import { createHash } from 'node:crypto';
import type { WebhookEvent } from '../../model/publish/webhook.ts';
import { eventText } from './event-text.ts';
import type { DeliveryAnswer } from './post-json.ts';

/** Where mail is sent. The operator names the server: it may be on this machine. */
export interface MailTarget {
  /** smtp:// or smtps://, with user and password. */
  readonly smtpUrl: string;
  readonly from: string;
  readonly to: string;
  /** For each step of the conversation, ms. */
  readonly timeoutMs: number;
}

/** Sends one mail. It never throws. No detail holds the server's address, which has a password in it. */
export async function sendMail(
  { smtpUrl, from, to, timeoutMs }: MailTarget,
  event: WebhookEvent,
): Promise<DeliveryAnswer> {
  const transport = await openTransport(smtpUrl, timeoutMs);
  const { subject, lines } = eventText(event);
  try {
    await transport.sendMail({
      from,
      to,
      subject,
      text: `${lines.join('\n\n')}\n`,
      date: event.at,
      // the same for each attempt: a mailbox may show it once
      messageId: `<${createHash('sha256').update(`${event.id} ${to}`).digest('hex').slice(0, 32)}@newshawk>`,
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Newshawk-Event': event.type },
    });
    return { kind: 'taken' };
  } catch (error) {
    return { kind: 'failed', detail: whyNoMail(error), isFinal: false };
  } finally {
    transport.close();
  }
}

/** Opens no connection yet. */
export async function openTransport(smtpUrl: string, timeoutMs: number) {
  const { createTransport } = await import('nodemailer'); // most processes send no mail
  const limits = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  return createTransport({ url: smtpUrl, ...limits, disableFileAccess: true, disableUrlAccess: true });
}

/** The server's own words may hold anything: its code, and the code of the error, are enough. */
export function whyNoMail(error: unknown): string {
  const { code, responseCode } = error as { readonly code?: string; readonly responseCode?: number };
  if (code === 'EAUTH') return `the mail server refused user or password (${responseCode ?? code})`;
  if (code === 'EENVELOPE') return `the mail server refused sender or receiver (${responseCode ?? code})`;
  if (code === 'ETLS')
    return `the mail server's TLS failed: its certificate may be for another name, or of nobody that this machine knows`;
  if (code === 'EPROTOCOL') return 'what answers there is no mail server (EPROTOCOL)';
  if (code === 'ETIMEDOUT') return 'the mail server does not answer in time (ETIMEDOUT)';
  if (responseCode !== undefined) return `the mail server answered ${responseCode}`;
  return code === undefined ? 'the mail could not be sent' : `the mail could not be sent: ${code}`;
}
