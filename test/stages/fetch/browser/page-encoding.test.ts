import iconv from 'iconv-lite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LocalPool, openLocalPool } from '../local-pool.ts';
import type { Routes } from '../local-site.ts';
import { identityOf } from '../local-site.ts';

/** Sentences by an encoding that writes them. */
const texts = {
  gbk: '港口大桥在关闭十一个月之后于周五上午重新开放，约四百名市民步行走过大桥。',
  big5: '港口大橋在關閉十一個月之後於週五上午重新開放，約四百名市民步行走過大橋。',
  shift_jis: '港の橋は十一か月ぶりに金曜日の朝に再開し、およそ四百人が歩いて渡った。',
  'windows-1251': 'Портовый мост снова открыт в пятницу утром, одиннадцать месяцев спустя.',
  'utf-8': '渡轮还将运行两周，之后六名船员转到博物馆的船上，向参观者讲述水上的冬天。',
} as const;
type Encoding = keyof typeof texts;
const encodings = Object.keys(texts) as Encoding[];
/** What a page declares beside what it is, and how. */
const cases = encodings.flatMap((encoding) =>
  (['meta', 'header'] as const).map((by) => ({ encoding, by, declared: encoding === 'utf-8' ? 'gbk' : 'utf-8' })),
);
const pathOf = ({ encoding, by }: (typeof cases)[number]) => `/${encoding}-${by}`;

const routes: Routes = Object.fromEntries(
  cases.map((one) => {
    const { encoding, by, declared } = one;
    const html = `<html><head>${by === 'meta' ? `<meta charset="${declared}">` : ''}<title>x</title></head><body><p>${texts[encoding]}</p></body></html>`;
    return [
      pathOf(one),
      (_: unknown, response: import('node:http').ServerResponse) =>
        response
          .writeHead(200, { 'content-type': by === 'header' ? `text/html; charset=${declared}` : 'text/html' })
          .end(iconv.encode(html, encoding)),
    ];
  }),
);

const sent = { bytes: 0 };
/** The second answer of this page does not end by itself. */
function endlessAtSecond(): Routes[string] {
  let asked = 0;
  return (_, response) => {
    asked += 1;
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.write(iconv.encode(`<title>x</title><p>${texts.gbk}</p>`, 'gbk'));
    if (asked === 1) return void response.end();
    const goOn = (): void => {
      sent.bytes += 100_000;
      if (response.destroyed || sent.bytes > 100e6) response.end();
      else response.write(Buffer.alloc(100_000, 97), () => setTimeout(goOn, 2));
    };
    goOn();
  };
}

let local: LocalPool;
beforeAll(async () => {
  local = await openLocalPool({ ...routes, '/endless': endlessAtSecond(), '/good': `<p>${texts.gbk}</p>` });
});
afterAll(() => local[Symbol.asyncDispose]());

const htmlOf = async (path: string): Promise<string> => {
  const identity = identityOf(await local.guard.routeFor(null));
  const url = `${local.site.origin}${path}`;
  await using live = await local.pool.open({ url, identity, waitFor: null, steps: [], timeoutMs: 60_000 });
  return live.html;
};

it.each(cases)('a browser reads $encoding by its bytes where the $by says $declared', async (one) => {
  expect(await htmlOf(pathOf(one))).toContain(texts[one.encoding]);
});

it('an endless page is given up at the limit of a page, and the browser goes on', async () => {
  await expect(htmlOf('/endless')).rejects.toMatchObject({ kind: 'too-large' });
  expect(sent.bytes).toBeLessThan(30e6);
  expect(await htmlOf('/gbk-meta')).toContain(texts.gbk);
});

it('a page whose declaration fits is loaded once', async () => {
  expect(await htmlOf('/good')).toContain(texts.gbk);
  expect(local.site.asked.filter((path) => path === '/good')).toHaveLength(1);
});
