import { describe, expect, it } from 'vitest';
import { siteFor } from '../../../src/config-files/load-scrapers.ts';
import { extract } from '../../../src/stages/extract/extract.ts';
import { simplePages } from '../../quality/names/simple-sites.ts';
import { snapshot } from './page.ts';

const site = siteFor([], 'gazette.example');
const bodyOf = (html: string): string => extract(snapshot(html), site).draft?.body ?? '';

describe('a simple site written by hand', () => {
  const bodies = simplePages.map((page) => ({ page, body: bodyOf(page.html) }));
  const failures = (test: (body: (typeof bodies)[number]) => boolean) =>
    bodies.filter(test).map(({ page, body }) => `${page.name}: ${body.slice(0, 60)}`);

  it('gives all paragraphs', () => {
    expect(failures(({ page, body }) => !page.paragraphs.every((text) => body.includes(text)))).toEqual([]);
  });

  it('leaves byline and advertisement out of the text', () => {
    expect(failures(({ page, body }) => body.includes(page.byline))).toEqual([]);
    expect(failures(({ page, body }) => page.ad !== null && body.includes(page.ad))).toEqual([]);
  });

  it('keeps sentences that begin with a name, with "by", or are about advertisements', () => {
    const sentences = [
      'Ada Marsh crossed the bridge first, as she had promised.',
      'By noon on Friday the queue was as long as the quay.',
      'Advertisement was what the bridge had never needed, said the mayor, because everybody knew where it was.',
      'By Ada Marsh and her brother it was called a miracle.',
    ];
    const [page] = simplePages;
    for (const sentence of sentences) {
      const html = page?.html.replace('<p>The harbour', `<p>${sentence}</p><p>The harbour`) ?? '';
      expect(bodyOf(html)).toContain(sentence);
    }
  });

  it('keeps paragraphs whose boxes are called ads', () => {
    const [page] = simplePages.filter(({ ad }) => ad === null);
    const body = bodyOf(page?.html.replaceAll('<p>', '<p class="ad">') ?? '');
    for (const text of page?.paragraphs ?? []) expect(body).toContain(text);
  });
});
