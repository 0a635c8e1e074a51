import { expect, it } from 'vitest';
import { openLocalQueue } from '../../src/queue/local.ts';
import { queueContract } from './contract.ts';

queueContract('local', async (settings) => {
  const errors: { host: string; error: unknown }[] = [];
  const queue = openLocalQueue({
    ...settings,
    now: () => new Date(),
    onError: (host, error) => errors.push({ host, error }),
  });
  return { queue, errors };
});

it('takes nothing more when it is closed', async () => {
  const queue = openLocalQueue({ concurrency: 1, retryAfterMs: 1, now: () => new Date(), onError: () => {} });
  await queue[Symbol.asyncDispose]();
  await expect(queue.enqueue('a', new Date())).rejects.toThrow(/closed/);
});
