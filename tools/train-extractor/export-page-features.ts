// Writes what the page model learns from: `npm run train:page-features -- OUT FOLDER…`. Called by page_types.py.
// OUT: a line a page of the corpora in the folders: its class (`gold.page_type`; a page without one is an article), its host, the type by the rules, and its features.
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { siteFor } from '../../src/config-files/load-scrapers.ts';
import { extract } from '../../src/stages/extract/extract.ts';
import { pageFeatureNames } from '../../src/stages/extract/kind/page-model/feature-names.ts';
import { casesOf, snapshotOf } from './corpus-pages.ts';

const [out = '', ...folders] = process.argv.slice(2);
const lines = folders.flatMap((folder) =>
  casesOf(folder)
    .filter(({ gold }) => gold !== undefined && Object.keys(gold).length > 0)
    .map((page) => {
      const snapshot = snapshotOf(folder, page);
      const { pageType, reason, features, trace } = extract(snapshot, siteFor([], snapshot.site));
      return {
        corpus: basename(folder),
        id: page.id,
        class: page.gold?.page_type ?? 'article',
        host: page.site ?? new URL(snapshot.url).hostname.replace(/^www\./, ''),
        type: pageType,
        rule: trace.at(-1)?.rule ?? '',
        isStored: reason === null,
        reason,
        features: pageFeatureNames.map((name) => Math.round(1e4 * features[name]) / 1e4),
      };
    }),
);
writeFileSync(out, `${JSON.stringify(pageFeatureNames)}\n${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
