import { expect, it } from 'vitest';
import type { ArticleFilter } from '../../../src/storage/articles-port.ts';
import { commitArticles } from '../commit-articles.ts';
import { article, at } from '../records.ts';
import type { UnderTest } from './contract.ts';

/** One text for each kind of query, the oldest first. */
const texts = [
  ['storm', 'Storm over the North Sea', 'The coast was hit by a storm. Elections were not delayed.'],
  [
    'vote',
    'Elections in Zürich',
    "The city's voters elected a mayor on the coast of the lake. It is co-op weather: 3.14 cm.",
  ],
  ['german', 'Straßenbahn fährt wieder', 'In Köln und Łódź; die STRASSE ist frei. Café déjà vu.'],
  ['chinese', '中国人民银行', '中国人民银行宣布加息。电网稳定。'],
  ['traditional', '國際新聞', '臺灣的電網很穩定。'],
  ['thai', 'ข่าว', 'น้ำท่วมในกรุงเทพมหานคร'],
  ['odd', 'AND OR NOT NEAR', 'near(storm, sea) title:body * ^ {a b} \u0000 100% .* C++ 😀 don’t'],
] as const;

/** What a search finds, best match first. */
const finds: readonly (readonly [q: string, ids: readonly string[]])[] = [
  ['storm', ['storm', 'odd']],
  ['STORM coast', ['storm']],
  ['coast', ['storm', 'vote']],
  ['"the coast"', ['storm', 'vote']],
  ['"coast the"', []],
  ['"Sea The"', []], // a phrase does not go from the title into the body
  ['elect*', ['vote', 'storm']],
  ['"was hit by a st*"', []],
  ['"hit by a st"*', ['storm']],
  ['elect', []],
  ['coast -storm', ['vote']],
  ['coast -elect*', []],
  ['coast -"a storm"', ['vote']],
  ['coast -"storm a"', ['storm', 'vote']],
  ['zurich', ['vote']],
  ['ZÜRICH', ['vote']],
  ['Zu\u0308rich', ['vote']],
  ['strasse', ['german']],
  ['straße', ['german']],
  ['straßen*', ['german']],
  ['koln lodz cafe', ['german']],
  ['银行', ['chinese']],
  ['中国 加息', ['chinese']],
  ['行银', []],
  ['人民 -加息', []],
  ['電網', ['chinese', 'traditional']],
  ['电网 -臺灣', ['chinese']],
  ['กรุงเทพ', ['thai']],
  ['co-op', ['vote']],
  ['3.14', ['vote']],
  ['voters’', ['vote']],
  ["don't", ['odd']],
  ['NOT', ['storm', 'odd']],
  ['NEAR(storm sea)', ['odd']],
  ['AND OR', ['odd']],
  ['title:body', ['odd']],
  ['{a b}', ['odd']],
  ['Ｓｔｏｒｍ　coast', ['storm']],
  ['“a storm”', ['storm']],
  ['"a storm', ['storm']],
];

/** None of them is a query: nothing is found, and nothing fails. */
const noQueries = [
  '',
  ' ',
  '"',
  '""',
  '*',
  '-',
  '---',
  '-storm',
  '(',
  '😀',
  '\u0000',
  '\u0000\u001f',
  'a*',
  '$where',
  'x '.repeat(5_000),
];
/** Queries of which each sign means something somewhere. */
const hostile = [
  'storm) OR (1=1',
  "storm'; DROP TABLE articles; --",
  '.*',
  '^storm$',
  '[s]torm',
  'storm\\',
  '{"$gt":""}',
  'NEAR("a b", 5) -',
  'storm\u0000coast',
  'y'.repeat(10_000),
  '中'.repeat(200),
];

export function searchContract(current: () => UnderTest): void {
  const putTexts = async () => {
    for (const [minute, [id, title, body]] of texts.entries())
      await commitArticles(current().store, [article(id, { title, body, fetchedAt: at(100 - minute), joins: [] })]);
  };
  const find = async (filter: ArticleFilter) => (await current().store.articles.find(filter)).map(({ id }) => id);

  it('finds words, phrases, beginnings and exclusions in any script', async () => {
    const { articles } = current().store;
    await putTexts();
    for (const [q, ids] of finds) {
      const sorted = [...ids].sort();
      expect({ q, found: (await find({ q })).sort() }).toEqual({ q, found: sorted });
      expect({ q, ranked: (await find({ q, byRelevance: true })).sort() }).toEqual({ q, ranked: sorted });
      expect({ q, n: await articles.count({ q }) }).toEqual({ q, n: ids.length });
    }
  });

  it('finds nothing by what is no query, and fails at nothing', async () => {
    const { articles } = current().store;
    await putTexts();
    for (const q of noQueries) expect({ q, found: await find({ q, byRelevance: true }) }).toEqual({ q, found: [] });
    for (const q of [...hostile, ...noQueries]) {
      expect(await articles.count({ q })).toBe((await find({ q })).length);
      expect(await articles.count({ q })).toBeLessThan(texts.length);
    }
  });

  it('puts the best match first where that is asked for, else the newest', async () => {
    const { articles } = current().store;
    const body = 'One flood, and many other words of the day. '.repeat(5);
    await commitArticles(current().store, [
      article('often', { title: 'River', body: 'A flood is a flood is a flood.', fetchedAt: at(1), joins: [] }),
      article('title', { title: 'Flood', body: body.replaceAll('flood', 'thing'), fetchedAt: at(2), joins: [] }),
      article('once', { title: 'Weather', body: 'Rain, then a flood.', fetchedAt: at(3), joins: [] }),
      article('long', {
        title: 'Weather',
        body: `${body.replaceAll('flood', 'rain')} flood`,
        fetchedAt: at(4),
        joins: [],
      }),
    ]);
    expect(await find({ q: 'flood' })).toEqual(['long', 'once', 'title', 'often']);
    const ranked = await find({ q: 'flood', byRelevance: true });
    expect(ranked[0]).toBe('often');
    expect(ranked.at(-1)).toBe('long');
    const pages = [
      ...(await find({ q: 'flood', byRelevance: true, limit: 1 })),
      ...(await find({ q: 'flood', byRelevance: true, limit: 1, offset: 1 })),
      ...(await find({ q: 'flood', byRelevance: true, offset: 2 })),
    ];
    expect(pages).toEqual(ranked);
    expect((await articles.list({ q: 'flood', byRelevance: true })).map(({ id }) => id)).toEqual(ranked);
    expect((await articles.listJson({ q: 'flood', byRelevance: true })).map(({ json }) => JSON.parse(json).id)).toEqual(
      ranked,
    );
    const streamed: string[] = [];
    for await (const { id } of articles.stream({ q: 'flood', limit: 2 })) streamed.push(id);
    expect(streamed).toEqual([...ranked].sort().slice(0, 2));
  });

  it('combines words with the other filters', async () => {
    const { articles } = current().store;
    const about = (id: string, change: Parameters<typeof article>[1]) =>
      article(id, { body: `Rain in ${id}.`, joins: [], ...change });
    await commitArticles(current().store, [
      about('a', { site: 'a.example', fetchedAt: at(1) }),
      about('b', { site: 'b.example', fetchedAt: at(2) }),
      about('c', { site: 'b.example', fetchedAt: at(3), topics: [], onTopic: false }),
      about('d', { site: 'b.example', fetchedAt: at(4), body: 'Sun.' }),
    ]);
    expect(await find({ q: 'rain', site: 'b.example' })).toEqual(['c', 'b']);
    expect(await find({ q: 'rain', site: 'b.example', status: 'published' })).toEqual(['b']);
    expect(await find({ q: 'rain', status: 'off-topic', byRelevance: true })).toEqual(['c']);
    expect(await find({ q: 'rain', topic: 'energy' })).toEqual(['b', 'a']);
    expect(await find({ q: 'rain', topic: 'energy', byRelevance: true, site: 'a.example' })).toEqual(['a']);
    expect(await find({ q: 'rain', since: at(2) })).toEqual(['c', 'b']);
    const [newest] = await articles.list({ q: 'rain', limit: 1 });
    expect(newest?.id).toBe('c');
    if (newest !== undefined) expect(await find({ q: 'rain', after: newest })).toEqual(['b', 'a']);
    expect(await articles.count({ q: 'rain', topic: 'energy', site: 'b.example' })).toBe(1);
    expect(await articles.count({ q: '---', site: 'b.example' })).toBe(0);
  });

  it('finds the text as it is now: after an update, and not after a removal', async () => {
    const { articles, maintenance } = current().store;
    await commitArticles(current().store, [article('a', { body: 'Rain at first.', joins: [] })]);
    expect(await find({ q: 'rain' })).toEqual(['a']);
    await commitArticles(current().store, [article('a', { body: 'Snow at last.', fetchedAt: at(9), joins: [] })]);
    expect(await find({ q: 'rain' })).toEqual([]);
    expect(await find({ q: 'snow last' })).toEqual(['a']);
    expect(await articles.notIndexed()).toBe(0);
    expect(await articles.indexMore(100)).toBe(0);
    await commitArticles(current().store, [article('b', { body: 'More snow.', fetchedAt: at(10), joins: [] })]);
    expect(await articles.count({ q: 'snow' })).toBe(2);
    await maintenance.forget('articles', { since: null, atMost: 1, bytes: null, before: at(1_000) }, { isDry: false });
    expect(await find({ q: 'snow' })).toEqual(['b']);
    expect(await Array.fromAsync(maintenance.defects())).toEqual([]);
  });

  it('searches the first 200,000 letters of a text', async () => {
    const body = `${'day '.repeat(49_990)} early ${'night '.repeat(10_000)} late`;
    await commitArticles(current().store, [article('long', { body, joins: [] })]);
    expect(await find({ q: 'early' })).toEqual(['long']);
    expect(await find({ q: 'late' })).toEqual([]);
  });
}
