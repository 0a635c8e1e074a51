import { createServer as createHttpServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { generate } from 'selfsigned';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, it } from 'vitest';
import { verifyMail } from '../../../src/stages/publish/verify-mail.ts';
import { reachReceivers } from '../../../src/watch/webhooks/reach-receivers.ts';
import { mailPassword, openMailSink } from '../../support/mail-sink.ts';
import { noReceivers, webhookSecret } from '../../support/webhook-receiver.ts';

const open: { close(): unknown }[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

async function portOf(server: Server): Promise<number> {
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** What stands against each receiver, in the order of the settings. */
const troubles = async (receivers: Partial<typeof noReceivers>): Promise<(string | null)[]> => [
  ...(await reachReceivers({ ...noReceivers, webhookSecret, ...receivers })).values(),
];

it('reachReceivers tries webhooks and chats without sending anything, and says in words what is wrong', async () => {
  let requests = 0;
  const plain = await portOf(createHttpServer(() => (requests += 1)));
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'other.example' }], { keySize: 2048 });
  const secure = await portOf(createTlsServer({ key, cert }));
  const rude = await portOf(createServer((socket) => socket.on('error', () => {}).end()));
  const gone = createServer();
  const closed = await portOf(gone);
  await new Promise((resolve) => gone.close(resolve));
  const found = await troubles({
    webhooks: [`http://127.0.0.1:${plain}/secret-one alert.*`, `http://127.0.0.1:${closed}/secret-two`],
    chatWebhooks: [
      `http://127.0.0.1:${plain}/secret-three`,
      `https://127.0.0.1:${secure}/secret-four`,
      `https://127.0.0.1:${plain}/secret-five`,
      `https://127.0.0.1:${rude}/secret-six`,
    ],
  });
  expect(found).toEqual([
    null,
    `nothing listens at 127.0.0.1:${closed} (ECONNREFUSED)`,
    null,
    expect.stringContaining('vouches for the certificate of 127.0.0.1'),
    expect.stringContaining('does not speak TLS'),
    expect.stringContaining(`127.0.0.1:${rude} ended the connection`),
  ]);
  expect(requests).toBe(0);
  expect(JSON.stringify(found)).not.toContain('secret');
});

it('reachReceivers logs in at the mail server, once for all addresses, and sends no mail', async () => {
  await using sink = await openMailSink();
  const mail = { mailFrom: 'newshawk@example.org', mailTo: ['ops@example.org', 'dev@example.org alert.found'] };
  expect(await troubles({ ...mail, smtpUrl: sink.url })).toEqual([null, null]);
  expect(sink.mails).toEqual([]);
  const wrong = await troubles({ ...mail, smtpUrl: sink.url.replace(mailPassword, 'other-pass-word') });
  expect(wrong).toEqual(Array(2).fill(expect.stringContaining('refused user or password')));
  expect(JSON.stringify(wrong)).not.toContain('pass-word');
  expect(await troubles({ ...mail, smtpUrl: sink.url.replace('smtp:', 'smtps:') })).toEqual(
    Array(2).fill(expect.stringContaining('does not speak TLS')),
  );
  await expect(troubles({ mailTo: ['ops@example.org'] })).rejects.toThrow('NEWSHAWK_SMTP_URL');
  expect(await troubles({})).toEqual([]);
});

it('reachReceivers says what is wrong with a certificate after STARTTLS, and where no mail server answers', async () => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'other.example' }], { keySize: 2048 });
  const server = new SMTPServer({ logger: false, key, cert });
  server.on('error', () => {});
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  const verify = (at: number, timeoutMs = 10_000) => verifyMail(`smtp://user:secret@127.0.0.1:${at}`, timeoutMs);
  expect(await verify(port)).toContain('vouches for the certificate of 127.0.0.1');
  const web = await portOf(createServer((socket) => socket.on('error', () => {}).end('HTTP/1.1 400 Bad\r\n\r\n')));
  expect(await verify(web)).toContain('no mail server');
  const silent = await portOf(createServer((socket) => socket.on('error', () => {})));
  expect(await verify(silent, 300)).toContain('does not answer');
});
