import { describe, expect, it } from 'vitest';
import { LazyParts } from '../src/lazy.ts';

const part = (name: string, log: string[]) => async () => {
  log.push(`open ${name}`);
  return { name, [Symbol.asyncDispose]: async () => void log.push(`close ${name}`) };
};

describe('LazyParts', () => {
  it('opens at first use, once, and closes in the opposite order', async () => {
    const log: string[] = [];
    {
      await using parts = new LazyParts();
      const [a, b] = [parts.part(part('a', log)), parts.part(part('b', log))];
      parts.part(part('unused', log));
      expect(log).toEqual([]);
      expect((await Promise.all([b(), b(), a()])).map(({ name }) => name)).toEqual(['b', 'b', 'a']);
      expect(await b()).toBe(await b());
    }
    expect(log).toEqual(['open b', 'open a', 'close a', 'close b']);
  });

  it('tries again what could not be opened, and closes without it', async () => {
    const log: string[] = [];
    let tries = 0;
    {
      await using parts = new LazyParts();
      const flaky = parts.part(async () => {
        tries += 1;
        if (tries === 1) throw new Error('not yet');
        return part('flaky', log)();
      });
      await expect(flaky()).rejects.toThrow('not yet');
      expect((await flaky()).name).toBe('flaky');
    }
    expect({ tries, log }).toEqual({ tries: 2, log: ['open flaky', 'close flaky'] });
  });

  it('closes what is still being opened, and leaves alone what has nothing to close', async () => {
    const log: string[] = [];
    const parts = new LazyParts();
    const slow = parts.part(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return part('slow', log)();
    });
    const plain = parts.part(async () => 7);
    const opening = slow();
    expect(await plain()).toBe(7);
    await parts[Symbol.asyncDispose]();
    await parts[Symbol.asyncDispose]();
    expect({ log, name: (await opening).name }).toEqual({ log: ['open slow', 'close slow'], name: 'slow' });
  });
});
