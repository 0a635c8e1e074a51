import { expect, it } from 'vitest';
import { openReader } from '../../src/reader/reader.ts';

it('the reader finds media without the rules for texts, and loads them for the first text', async () => {
  await using reader = await openReader({ workers: 1, sites: { files: [] }, isForMedia: true });
  const html = '<video src="/a.mp4"></video>';
  const { items } = await reader.findMedia({ html, finalUrl: 'https://harbour.example/', network: [] });
  expect(items).toMatchObject([{ url: 'https://harbour.example/a.mp4' }]);
  const text = { title: 'The night ferry', body: 'The night ferry left an hour late.', headings: [], lang: 'en' };
  const weighed = await reader.weigh({
    ...text,
    section: null,
    meta: [],
    url: 'https://harbour.example/1',
    terms: [],
    grown: null,
    categories: { model: null },
  });
  expect(weighed.fingerprint).not.toBeNull();
});
