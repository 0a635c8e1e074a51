import { siteFor } from '../../../../src/config-files/load-scrapers.ts';
import { type Extraction, extract } from '../../../../src/stages/extract/extract.ts';
import { snapshot } from '../page.ts';

/** What extraction reads from a page of an unknown site, with some of its rules switched off. */
export function read(html: string, ...off: string[]): Extraction {
  const page = snapshot(html);
  return extract(page, siteFor([], page.site), { draftAlways: true, off: new Set(off) });
}

export const bodyOf = (html: string, ...off: string[]): string => read(html, ...off).draft?.body ?? '';
