import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { measureWrittenExtraction } from '../test/quality/layouts/measure-written.ts';
import { renderPages, styledPages } from '../test/quality/layouts/rendered-pages.ts';
import { type WrittenPage, writtenPages } from '../test/quality/layouts/written-pages.ts';
import { f1, precision, recall } from '../test/quality/score.ts';

// What the browser's places and sizes are worth: the written layouts, in the stylesheets of such sites, read static, rendered, and rendered with some of
// what the browser saw taken away again.
// usage: npm run bench:geometry -- [--pages: what differs, page by page] [--keep FILE: the rendered pages are stored there, and read from there if they are]

const { values } = parseArgs({ options: { pages: { type: 'boolean', default: false }, keep: { type: 'string' } } });

const mark = /data-g="([^",]*),([^",]*),([^",]*),([^",]*),([^",]*)"/g;
const changed =
  (change: (html: string) => string) =>
  (page: WrittenPage): WrittenPage => ({
    ...page,
    snapshot: { ...page.snapshot, html: change(page.snapshot.html) },
  });

/** Each way of reading by what it does to the rendered page. */
const ways: Readonly<Record<string, (page: WrittenPage) => WrittenPage>> = {
  'what is hidden only': changed((html) => html.replace(/ data-g="[^"]*"| data-v="over"/g, '')),
  'without layers over it': changed((html) => html.replaceAll(' data-v="over"', '')),
  'without where it stands': changed((html) => html.replace(mark, 'data-g="0,$2,600,$4,$5"')),
  'without the letters': changed((html) => html.replace(mark, 'data-g="$1,$2,$3,$4,16"')),
  'all that the browser saw': (page) => page,
};

async function allRendered(): Promise<{ readonly plain: WrittenPage[]; readonly seen: WrittenPage[] }> {
  const styled = styledPages(writtenPages());
  const plain = styled.map(({ page, style }) => ({ ...page, name: `${page.name} in ${style}` }));
  if (values.keep !== undefined && existsSync(values.keep)) {
    const htmls = JSON.parse(readFileSync(values.keep, 'utf8')) as string[];
    return {
      plain,
      seen: plain.map((page, at) => ({
        ...page,
        snapshot: { ...page.snapshot, html: htmls[at] ?? '', via: 'browser' },
      })),
    };
  }
  const seen = await renderPages(styled);
  if (values.keep !== undefined) writeFileSync(values.keep, JSON.stringify(seen.map(({ snapshot }) => snapshot.html)));
  return { plain, seen };
}

const { plain, seen } = await allRendered();
const isOdd = ({ name }: WrittenPage) => name.includes(' in odd/');
const scores = new Map<string, Map<string, string>>();
for (const [title, test] of [
  ['usual stylesheets', (page: WrittenPage) => !isOdd(page)],
  ['odd stylesheets', isOdd],
] as const) {
  const rows: Record<string, Record<string, string>> = {};
  for (const [way, pages] of [
    ['static', plain],
    ...Object.entries(ways).map(([name, change]) => [name, seen.map(change)] as const),
  ] as const) {
    const begun = process.cpuUsage();
    const [group] = measureWrittenExtraction(pages.filter(test), (_, { name, article, type }) => {
      const row = scores.get(name) ?? new Map<string, string>();
      scores.set(name, row);
      const text =
        article === null
          ? `type ${type}`
          : `${f1(article.body).toFixed(3)} (${precision(article.body).toFixed(2)} ${recall(article.body).toFixed(2)}) title ${article.title} author ${f1(article.authors).toFixed(2)} date ${article.date} type ${type}`;
      row.set(way, text);
    });
    const { user, system } = process.cpuUsage(begun);
    rows[way] = {
      ...Object.fromEntries(Object.entries(group?.measures ?? {}).map(([name, { value }]) => [name, value.toFixed(4)])),
      'CPU, ms a page': ((user + system) / 1000 / pages.filter(test).length).toFixed(1),
    };
  }
  console.log(`\n${title}, ${plain.filter(test).length} pages`);
  console.table(rows);
}
if (values.pages)
  for (const [name, row] of scores)
    if (new Set(row.values()).size > 1)
      console.log(`${name}\n${[...row].map(([way, text]) => `    ${way.padEnd(30)} ${text}`).join('\n')}`);
