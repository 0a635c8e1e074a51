import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tryCanonicalUrl } from '../../src/model/web/canonical-url.ts';
import type { KnownAddress } from '../../src/model/web/url-pattern.ts';
import { addressClassifier } from '../../src/stages/url-patterns/classify-address.ts';
import { learnSitePatterns } from '../../src/stages/url-patterns/learn.ts';
import { siteOf } from '../../src/stages/url-patterns/typed-address.ts';

const corpora = ['big9', 'wcxb', 'zyte', 'trafilatura-htmldate', 'fundus-evaluation', 'zh-web'];

/** Recall on the addresses of articles in corpora: by form alone, and each with what the others of its site teach. */
export async function scoreCorpora(folder: string): Promise<void> {
  console.log(`\nreal addresses of articles in ${folder}`);
  for (const name of corpora) {
    const urls = await addressesOf(join(folder, name, 'cases.jsonl'));
    const sites = Map.groupBy(urls, siteOf);
    const bySite = [...sites].flatMap(([site, all]) =>
      all.map((url) => {
        const others: KnownAddress[] = all
          .filter((other) => other !== url)
          .map((other) => ({ url: other, label: 'article' }));
        return {
          alone: addressClassifier(null)(url).class,
          learned: addressClassifier(learnSitePatterns(site, others))(url).class,
          url,
        };
      }),
    );
    const share = (of: (row: (typeof bySite)[number]) => boolean): string =>
      bySite.length === 0 ? '-' : (bySite.filter(of).length / bySite.length).toFixed(3);
    console.log(
      `  ${name.padEnd(22)}${String(urls.length).padStart(5)} addresses, ${sites.size} sites: article by form ${share(({ alone }) => alone === 'article')}, with its site's others ${share(({ learned }) => learned === 'article')}; unknown ${share(({ learned }) => learned === 'unknown')}`,
    );
  }
}

async function addressesOf(file: string) {
  const text = await readFile(file, 'utf8');
  return text.split('\n').flatMap((line) => {
    if (line.trim() === '') return [];
    const url = tryCanonicalUrl(String((JSON.parse(line) as { url: string | null }).url));
    return url === null ? [] : [url];
  });
}
