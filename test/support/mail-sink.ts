import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body, decoded where they are plain. */
  readonly raw: string;
}

/** An SMTP server on this machine that keeps what it takes. */
export interface MailSink extends AsyncDisposable {
  /** With user and password. */
  readonly url: string;
  readonly mails: ReceivedMail[];
  /** Status of the next answers to a mail; null: it takes them. */
  refuses: number | null;
}

export const mailPassword = 'pass-word-of-the-sink';

export async function openMailSink(): Promise<MailSink> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ password }, _session, done) =>
      password === mailPassword ? done(null, { user: 'newshawk' }) : done(new Error(`wrong: ${password}`)),
    onData: (stream, { envelope }, done) => {
      void text(stream).then((raw) => {
        if (sink.refuses !== null) {
          done(Object.assign(new Error('try later'), { responseCode: sink.refuses }));
          return;
        }
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw });
        done();
      }, done);
    },
  });
  server.on('error', () => {}); // a client that goes away in the middle
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const sink: MailSink = {
    url: `smtp://newshawk:${mailPassword}@127.0.0.1:${port}`,
    mails,
    refuses: null,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
  return sink;
}
