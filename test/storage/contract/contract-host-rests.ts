import { expect, it } from 'vitest';
import { openStore } from '../open-store.ts';
import { at } from '../records.ts';
import type { UnderTest } from './contract.ts';

export function hostRestContract(current: () => UnderTest): void {
  it('keeps the last rest of each host until it ends', async () => {
    const { store, address } = current();
    await store.hostRests.save({ host: 'b.example', setAt: at(0), until: at(9) });
    await store.hostRests.save({ host: 'a.example:81', setAt: at(1), until: at(20) });
    await store.hostRests.save({ host: 'b.example', setAt: at(2), until: at(5) });
    await using again = await openStore(address);
    expect(await again.hostRests.list(at(4))).toEqual([
      { host: 'a.example:81', setAt: at(1), until: at(20) },
      { host: 'b.example', setAt: at(2), until: at(5) },
    ]);
    expect((await again.hostRests.list(at(5))).map(({ host }) => host)).toEqual(['a.example:81']);
    expect((await again.hostRests.list(at(4))).map(({ host }) => host)).toEqual(['a.example:81']);
  });

  it('keeps the length of a rest whose clock has been set back', async () => {
    const { hostRests } = current().store;
    await hostRests.save({ host: 'a.example', setAt: at(60), until: at(70) });
    expect(await hostRests.list(at(0))).toEqual([{ host: 'a.example', setAt: at(0), until: at(10) }]);
  });
}
