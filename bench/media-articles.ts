import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { openAdLists } from '../src/stages/media/play/ad-lists.ts';
import { casesOf, corporaFolder } from '../tools/train-extractor/corpus-pages.ts';
import { openBenchApp } from './media/newshawk.ts';

// What media newshawk sees on ordinary articles: real pages of a corpus, served on loopback without what they load. usage: npm run bench:media-articles -- [CORPUS folder...]
// [--pages 50] [--lists easylist.txt]. Prints every main item; exit code 1 where one of them is an advertisement's by the lists.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { pages: { type: 'string', default: '50' }, lists: { type: 'string', default: '' } },
});
const folders =
  positionals.length > 0 ? positionals : ['zyte', 'fundus-evaluation'].map((name) => join(corporaFolder, name));
const cases = folders
  .flatMap((folder) => casesOf(folder).map(({ id, html }) => ({ id, file: join(folder, html) })))
  .slice(0, Number(values.pages));
const lists = await openAdLists(values.lists === '' ? [] : [values.lists]);
const server = createServer((request, response) => {
  const found = cases[Number(/^\/article\/(\d+)$/.exec(request.url ?? '')?.[1] ?? Number.NaN)];
  if (found === undefined) return void response.writeHead(404).end();
  response.writeHead(200, { 'content-type': 'text/html' }).end(gunzipSync(readFileSync(found.file)));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const folder = await mkdtemp(join(tmpdir(), 'newshawk-articles-'));
const counts = { pages: 0, withMedia: 0, advertisements: 0 };
const reasons = new Map<string, number>();
{
  await using app = await openBenchApp(folder, { NEWSHAWK_AD_LISTS: values.lists });
  for (const [at, { id }] of cases.entries()) {
    const { media, noMedia } = await app.readMedia({ url: `${origin}/article/${at}`, render: 'auto', explain: false });
    const mains = media.filter(({ role }) => role === 'main');
    counts.pages++;
    if (mains.length > 0) counts.withMedia++;
    else reasons.set(noMedia ?? '', (reasons.get(noMedia ?? '') ?? 0) + 1);
    for (const { url, delivery, score, reasons: why } of mains) {
      const isAd = lists.isAd(url, origin);
      if (isAd) counts.advertisements++;
      console.log(`${id}  ${isAd ? 'ADVERTISEMENT ' : ''}${delivery} ${score} ${url}  (${why.join(', ')})`);
    }
  }
}
server.closeAllConnections();
server.close();
await rm(folder, { recursive: true, force: true });
console.log(
  `${counts.withMedia} of ${counts.pages} articles have media; ${counts.advertisements} of them advertisements by ${lists.files.length} lists; without: ${[...reasons].map(([reason, count]) => `${reason} ${count}`).join(', ')}`,
);
process.exitCode = counts.advertisements > 0 ? 1 : 0;
