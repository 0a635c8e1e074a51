import { describe, expect, it } from 'vitest';
import { siteFor } from '../../../src/config-files/load-scrapers.ts';
import { snapshotOfSource } from '../../../src/model/page/snapshot.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import { extract } from '../../../src/stages/extract/extract.ts';

const paragraphs = [
  'The lock keeper opened the upper gate at six, when the first barges were already waiting below the weir in the fog.',
  'He has done so for thirty-one years, on every working day, and says that he has never once been late for the gate.',
  'From next spring a motor will do it, and the keeper will sit in an office forty kilometres away, before six screens.',
];
const html = `<!doctype html><html lang="en"><head><title>The last lock keeper</title></head><body><article>
<h1>The last lock keeper</h1><p>Published 3 May 2026</p>${paragraphs.map((text) => `<p>${text}</p>`).join('')}
<p>© 2026 The Weir Gazette, all rights reserved in all countries.</p></article></body></html>`;

const snapshot = snapshotOfSource({
  url: canonicalUrl('https://gazette.example/last-lock-keeper'),
  html,
  takenAt: new Date('2026-05-04T12:00:00Z'),
});

const read = (...names: string[]) =>
  extract(snapshot, siteFor([], snapshot.site), { draftAlways: true, off: new Set(names) }).draft;

/** Notes the names of rules that it is asked for. */
class NotedNames extends Set<string> {
  readonly asked = new Set<string>();
  override has(name: string): boolean {
    this.asked.add(name);
    return super.has(name);
  }
}

describe('rules that are switched off', () => {
  it('are left out of one extraction only', () => {
    expect(read()?.body).not.toContain('©');
    expect(read('boilerplate/imprint', 'boilerplate/copyright-notice')?.body).toContain('©');
    expect(read()?.body).not.toContain('©');
  });

  it('have no effect where they do not apply', () => {
    expect(read('boilerplate/second-copy', 'hidden/consent-form', 'body/script-data')).toEqual(read());
  });

  it('are asked for only where they apply: other names change nothing', () => {
    const off = new NotedNames();
    extract(snapshot, siteFor([], snapshot.site), { draftAlways: true, off });
    expect(off.asked).toContain('boilerplate/imprint');
    expect(off.asked).not.toContain('boilerplate/second-copy');
    expect(off.asked).not.toContain('body/whole-table');
  });

  it('give another date, title or page type, too', () => {
    expect(read()?.publishedAt?.value).toContain('2026-05-03');
    const names = ['dateline', 'near-headline', 'labelled', 'only-date', 'date-class'].map((name) => `date/${name}`);
    expect(read(...names)?.publishedAt).toBeNull();
    expect(read('page-type/full-text', 'page-type/brief', 'page-type/short')?.pageType).not.toBe(read()?.pageType);
  });
});
