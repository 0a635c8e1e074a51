import { expect, it } from 'vitest';
import { queueTrouble } from '../../src/queue/queue-trouble.ts';

const systemError = (code: string, message: string) => Object.assign(new Error(message), { code });

it.each([
  [systemError('ENOTFOUND', 'getaddrinfo ENOTFOUND queue.example'), /has an unknown host name.*getaddrinfo/],
  [systemError('ECONNREFUSED', ''), /does not answer: start Redis there.*\(ECONNREFUSED\)/],
  [systemError('ERR_SSL_WRONG_VERSION_NUMBER', 'ssl3_get_record'), /speaks no TLS/],
  [systemError('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'), /NODE_EXTRA_CA_CERTS/],
  [new Error('connect ETIMEDOUT'), /does not answer in time.*speaks TLS/],
  [new Error('Connection is closed.'), /does not answer: check that Redis runs there/],
])('a problem of the queue names what to do: %s', (error, says) => {
  expect(queueTrouble(error)).toMatch(says);
});
