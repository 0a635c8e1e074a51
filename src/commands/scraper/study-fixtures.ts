import { dirname, join } from 'node:path';
import type { Site } from '../../model/crawl/site.ts';
import { canonicalUrl } from '../../model/web/canonical-url.ts';
import { saveFixture } from '../../site/fixture-file.ts';
import { extract } from '../../stages/extract/extract.ts';
import { formatOf } from '../../stages/schedule/url-format.ts';
import { expectedOf, type StudiedPage } from './site-study.ts';

/** Pages that are kept, at most: those of different address formats first. */
const maxFixtures = 3;

/** Keeps some of the studied pages beside the scraper, as it reads them. @returns the files */
export async function writeStudyFixtures(pages: readonly StudiedPage[], site: Site): Promise<string[]> {
  const folder = join(dirname(site.file ?? '.'), 'fixtures');
  const byFormat = [...Map.groupBy(pages, ({ url }) => formatOf(canonicalUrl(url))).values()];
  const firsts = byFormat.flatMap(([first]) => first ?? []);
  const kept = [...firsts, ...pages.filter((page) => !firsts.includes(page))].slice(0, maxFixtures);
  const files: string[] = [];
  for (const { snapshot } of kept) {
    const { draft } = extract(snapshot, site);
    if (draft === null) continue; // the rules were measured on it: this does not happen
    const expected = expectedOf(draft);
    const fields = (['title', 'authors', 'publishedAt'] as const).filter((name) => expected[name] !== null);
    files.push(
      ...(await saveFixture(folder, {
        snapshot,
        expected,
        score: { body: 1, fields },
        isLearned: false,
        failure: null,
      })),
    );
  }
  return files;
}
