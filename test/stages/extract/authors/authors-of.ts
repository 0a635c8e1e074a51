import { unknownSite } from '../../../../src/settings/scraper.ts';
import { extract } from '../../../../src/stages/extract/extract.ts';
import { articlePage, snapshot } from '../page.ts';

/** The extracted authors of an article page with these parts. */
export const authorsOf = (parts: Parameters<typeof articlePage>[0]): readonly string[] | undefined =>
  extract(snapshot(articlePage(parts)), unknownSite('gazette.example')).draft?.authors;
