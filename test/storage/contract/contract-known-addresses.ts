import { expect, it } from 'vitest';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import { type AddressClass, maxSeenPerLabel, type SeenAddress } from '../../../src/model/web/url-pattern.ts';
import { commitInTurn } from '../commit-articles.ts';
import { at, ending } from '../records.ts';
import type { UnderTest } from './contract.ts';

const seen = (path: string, label: AddressClass, minute: number, site = 'gazette.example'): SeenAddress => ({
  site,
  url: canonicalUrl(`https://${site}${path}`),
  label,
  at: at(minute),
});

export function knownAddressContract(current: () => UnderTest): void {
  const commit = (sights: readonly SeenAddress[]) =>
    commitInTurn(current().store, sights, async (sight, task) => {
      await current().store.commit(ending(task, { seen: sight }));
    });

  it('keeps what visits showed of addresses, by site, oldest first', async () => {
    await commit([seen('/b', 'other', 5), seen('/a', 'article', 2), seen('/x', 'listing', 1, 'other.example')]);
    const { knownAddresses } = current().store;
    expect(await knownAddresses.ofSite('gazette.example')).toEqual([seen('/a', 'article', 2), seen('/b', 'other', 5)]);
    expect(await knownAddresses.ofSite('none.example')).toEqual([]);
    expect(await knownAddresses.counts()).toEqual([
      { site: 'gazette.example', article: 1, listing: 0, other: 1 },
      { site: 'other.example', article: 0, listing: 1, other: 0 },
    ]);
  });

  it('lets the later sight of a page count', async () => {
    await commit([seen('/a', 'other', 3), seen('/a', 'article', 5), seen('/a', 'listing', 4)]);
    const { knownAddresses } = current().store;
    expect(await knownAddresses.ofSite('gazette.example')).toEqual([seen('/a', 'article', 5)]);
    await commit([seen('/a', 'other', 5)]);
    expect(await knownAddresses.ofSite('gazette.example')).toEqual([seen('/a', 'other', 5)]);
  });

  it('keeps where the link to an address stood, until a later link says otherwise', async () => {
    const [teaser, box] = [['a<h3.teaser', 'a.more'], ['a<aside']];
    const { knownAddresses } = current().store;
    await commit([{ ...seen('/a', 'article', 1), places: teaser }, seen('/a', 'article', 2)]);
    expect(await knownAddresses.ofSite('gazette.example')).toEqual([{ ...seen('/a', 'article', 2), places: teaser }]);
    await commit([{ ...seen('/a', 'other', 3), places: box }]);
    expect(await knownAddresses.ofSite('gazette.example')).toEqual([{ ...seen('/a', 'other', 3), places: box }]);
  });

  it('keeps the newest of each site and label, up to its bound', async () => {
    const { knownAddresses, transfer } = current().store;
    const many = Array.from({ length: maxSeenPerLabel + 5 }, (_, minute) => seen(`/forms/${minute}`, 'other', minute));
    // nearly full at once, as a copy of a store does it: the visits come to the bound and go beyond it
    const before = [seen('/story', 'article', 0), ...many.slice(0, -8)];
    await transfer.write('knownAddresses', before);
    await commit(many.slice(-8, -5));
    expect(await knownAddresses.ofSite('gazette.example')).toHaveLength(maxSeenPerLabel + 1);
    await commit(many.slice(-5));
    const kept = await knownAddresses.ofSite('gazette.example');
    expect(kept).toHaveLength(maxSeenPerLabel + 1);
    expect(kept.slice(0, 2)).toEqual([seen('/story', 'article', 0), seen('/forms/5', 'other', 5)]);
  });
}
