import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { startCrawl } from '../support/app/demo-crawl.ts';
import { scraperFolder } from '../support/scraper-folder.ts';
import { openWireSite } from '../support/sites/wire-site.ts';

const host = 'shop.example';
const scraper = `import { choice, date, defineScraper, integer, listing, list, price, text, url } from 'newshawk';
export default defineScraper({
  host: '${host}', origin: 'http://${host}', language: 'de', country: 'DE', render: 'static', articles: false,
  sources: [listing('/events')], links: { article: [/\\/thing\\//] }, politeness: { gapMs: 0 },
  data: {
    name: text('h1', { required: true }),
    price: price('.price', { required: true }),
    stock: integer('.stock'),
    tags: list('.tag'),
  },
  records: {
    event: {
      region: '.event', key: 'id', pages: [/\\/events/], required: true,
      fields: { id: text('@data-id'), title: text('b'), day: date('time'), seats: integer('.seats'), link: url('a') },
    },
  },
});`;

interface Shown {
  price: string;
  events: readonly { readonly id: number; readonly seats: string }[];
}
const event = ({ id, seats }: Shown['events'][number]): string =>
  `<li class="event" data-id="e${id}"><b>Event ${id}</b> <time datetime="2027-02-0${id}">bald</time> <i class="seats">${seats}</i> <a href="/thing/${id}">mehr über das Ding ${id}</a></li>`;
const thing = (id: string, { price }: Shown): string =>
  `<h1>Ding ${id}</h1><b class="price">${price}</b><i class="stock">1.200</i><i class="tag">rot</i><i class="tag">neu</i>`;

describe('a site of data without articles', () => {
  const scrapers = scraperFolder({ 'shop/scraper.ts': scraper });
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'newshawk-own-data-'));
  });
  afterAll(async () => {
    scrapers[Symbol.dispose]();
    await rm(folder, { recursive: true });
  });

  it('gives records with their history, and fails by name where required ones are missing', async () => {
    const shown: Shown = {
      price: '1.299,00 €',
      events: [
        { id: 1, seats: '1.234' },
        { id: 2, seats: '20' },
        { id: 3, seats: '30' },
      ],
    };
    await using site = await openWireSite((path) => {
      if (path === '/events')
        return `<html lang="de"><ul>${shown.events.map(event).join('<li class="ad">Werbung</li>')}</ul></html>`;
      const [, id] = /^\/thing\/(\d)$/.exec(path) ?? [];
      return id === undefined ? null : `<html lang="de">${thing(id, shown)}</html>`;
    });
    const run = (...args: string[]) =>
      startCrawl({
        demo: { port: site.port, connectTo: [`${host}:80=127.0.0.1:${site.port}`] },
        store: `file:${folder}/store`,
        args,
        env: { NEWSHAWK_SCRAPERS: scrapers.dir },
      }).ended;
    const stored = async () => {
      await using store = await openSqlite(`${folder}/store`);
      const [records, visits, failures, articles] = await Promise.all([
        store.records.find({ limit: 50 }),
        store.visits.find({ limit: 50 }),
        store.failures.find({ limit: 50 }),
        store.articles.count({}),
      ]);
      return {
        records: new Map(records.map((record) => [`${record.kind} ${record.key}`, record])),
        visits,
        failures,
        articles,
      };
    };

    const first = await run('crawl');
    expect(first.code, first.stderr).toBe(0);
    const one = await stored();
    expect(one.articles).toBe(0);
    expect([...one.records.keys()].sort()).toEqual([
      'event e1',
      'event e2',
      'event e3',
      ...[1, 2, 3].map((id) => `page http://${host}/thing/${id}`),
    ]);
    expect(one.records.get('event e1')?.values).toEqual({
      id: 'e1',
      title: 'Event 1',
      day: '2027-02-01',
      seats: 1234,
      link: `http://${host}/thing/1`,
    });
    expect(one.records.get(`page http://${host}/thing/2`)?.values).toEqual({
      name: 'Ding 2',
      price: { amount: 1299, currency: 'EUR' },
      stock: 1200,
      tags: ['rot', 'neu'],
    });
    expect(one.visits.map(({ outcome, records }) => [outcome, records]).sort()).toEqual([
      ['listed', 3],
      ['recorded', 1],
      ['recorded', 1],
      ['recorded', 1],
    ]);

    const page = `http://${host}/thing/2`;
    expect((await run('visits')).stdout).toContain('recorded');
    expect((await run('records', 'list', '--kind', 'event')).stdout).toContain('seats: 1234');
    const explained = (await run('explain', page)).stdout;
    expect(explained).toContain('1299 EUR by .price');
    expect(explained).toMatch(/stored +page http/);
    expect((await run('explain', host)).stdout).toContain('records.event.seats ".seats" 1 of 1');
    const read = JSON.parse((await run('extract', '--format', 'json', page)).stdout);
    expect(read).toMatchObject({
      article: null,
      ownData: {
        isDataPage: true,
        fields: [
          { field: 'name', value: 'Ding 2', rule: 'h1' },
          { field: 'price' },
          { field: 'stock', raw: '1.200' },
          {},
        ],
      },
    });

    // a seat is sold, an event is cancelled, a price is lost
    shown.events = [
      { id: 1, seats: '1.233' },
      { id: 2, seats: '20' },
    ];
    shown.price = 'auf Anfrage';
    const second = await run('crawl', host, `http://${host}/thing/1`);
    expect(second.stderr).toContain('layout-changed');
    const two = await stored();
    expect(two.records.get('event e1')).toMatchObject({
      changes: 1,
      history: [{ before: { seats: 1234 }, after: { seats: 1233 } }],
    });
    expect(two.records.get('event e3')).toMatchObject({ goneAt: null });
    expect(two.failures).toMatchObject([
      {
        reason: 'layout-changed',
        detail: expect.stringContaining('required, but not found: data.price (not a price: no number: "auf Anfrage")'),
      },
    ]);
    expect(two.records.get(`page http://${host}/thing/1`)).toMatchObject({ values: { price: { amount: 1299 } } });

    await run('crawl', host);
    const three = await stored();
    expect(three.records.get('event e3')?.goneAt).toBeInstanceOf(Date);
    expect(three.records.get('event e2')).toMatchObject({ goneAt: null, changes: 0 });

    // an empty list is a failure, and says nothing of its events
    shown.events = [];
    expect((await run('crawl', host)).code).not.toBe(0);
    const four = await stored();
    expect(four.visits[0]).toMatchObject({
      kind: 'source',
      outcome: 'failed',
      reason: 'layout-changed',
      detail: expect.stringContaining('records.event ".event"'),
    });
    expect(four.records.get('event e1')).toMatchObject({ goneAt: null });
  });
});
