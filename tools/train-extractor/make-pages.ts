// Writes made pages as a corpus: `npm run train:pages -- OUT SEED COUNT`. Topics of forums, manuals, services, products, articles; COUNT of each family, and the written pages of test/quality/layouts.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { articleFamilies, makeArticle } from '../../test/quality/kinds/articles.ts';
import { forumFamilies, makeThread } from '../../test/quality/kinds/forums.ts';
import { looseArticleFamilies, makeLooseArticle } from '../../test/quality/kinds/loose-articles.ts';
import { looseManualFamilies, makeLooseManual } from '../../test/quality/kinds/loose-manuals.ts';
import {
  looseListFamilies,
  looseProductFamilies,
  looseServiceFamilies,
  makeLooseList,
  makeLooseProduct,
  makeLooseService,
} from '../../test/quality/kinds/loose-offers.ts';
import { looseThreadFamilies, makeLooseThread } from '../../test/quality/kinds/loose-threads.ts';
import { type MadePage, Making } from '../../test/quality/kinds/making.ts';
import { makeManual, manualFamilies } from '../../test/quality/kinds/manuals.ts';
import { makeProduct, makeService, productFamilies, serviceFamilies } from '../../test/quality/kinds/offers.ts';
import { writtenPages } from '../../test/quality/layouts/written-pages.ts';

const [out = '', seed = '1', count = '8'] = process.argv.slice(2);
const makers: readonly (readonly [families: readonly string[], make: (m: Making, family: string) => MadePage])[] = [
  [forumFamilies, makeThread],
  [manualFamilies, makeManual],
  [serviceFamilies, makeService],
  [productFamilies, makeProduct],
  [articleFamilies, makeArticle],
  [looseThreadFamilies, makeLooseThread],
  [looseManualFamilies, makeLooseManual],
  [looseProductFamilies, makeLooseProduct],
  [looseServiceFamilies, makeLooseService],
  [looseListFamilies, makeLooseList],
  [looseArticleFamilies, makeLooseArticle],
];
mkdirSync(join(out, 'html'), { recursive: true });
const lines = makers.flatMap(([families, make], maker) =>
  families.flatMap((family, place) =>
    Array.from({ length: Number(count) }, (_, at) => {
      const page = make(new Making(1_000_000 * Number(seed) + 10_000 * maker + 100 * place + at), family);
      const id = `${page.family}-${at}`;
      writeFileSync(join(out, 'html', `${id}.html.gz`), gzipSync(page.html));
      return JSON.stringify({
        id,
        url: page.url,
        html: `html/${id}.html.gz`,
        site: page.family,
        gold: { page_type: page.kind },
      });
    }),
  ),
);
const written = writtenPages().flatMap(({ name, layout, snapshot, gold, pageType }) => {
  if (gold === null && pageType !== 'listing') return [];
  const id = `written-${name.replaceAll(/\W+/g, '-')}`;
  writeFileSync(join(out, 'html', `${id}.html.gz`), gzipSync(snapshot.html));
  return [
    JSON.stringify({
      id,
      url: snapshot.finalUrl,
      html: `html/${id}.html.gz`,
      site: `written-${layout}`,
      gold: { page_type: gold === null ? 'list' : 'article' },
    }),
  ];
});
writeFileSync(join(out, 'cases.jsonl'), `${[...lines, ...written].join('\n')}\n`);
