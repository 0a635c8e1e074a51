import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordId } from '../../../src/model/data/stored-record.ts';
import { cli } from '../../support/app/cli.ts';
import { type FakeApp, hostile, keptOpen, openFakeApp } from '../../support/app/fake-app.ts';

let app: FakeApp;
let folder = '';
beforeAll(async () => {
  app = await openFakeApp();
  folder = await mkdtemp(join(tmpdir(), 'newshawk-records-'));
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});
const run = (...argv: string[]) => cli(argv, { app: keptOpen(app), cwd: folder, columns: 200 });
const id = recordId('gazette.example', 'event', 'e1');

describe('records', () => {
  it('list shows the last changed first, with filters', async () => {
    const { code, stdout } = await run('records', 'list');
    expect(code).toBe(0);
    expect(stdout.split('\n')[1]).toContain('Harbour day');
    expect(stdout).toContain('listed, 1 changes');
    expect(
      JSON.parse((await run('--json', 'records', 'list', '--kind', 'event', '--limit', '1')).stdout),
    ).toMatchObject({
      total: 2,
      items: [{ id, values: { seats: 12 } }],
    });
    const none = await run('records', 'list', '--state', 'gone');
    expect(none.stderr).toContain('No records.');
  });

  it('show the changes of a record; an unknown one is not found', async () => {
    const { code, stdout } = await run('records', 'show', id);
    expect(code).toBe(0);
    expect(stdout).toContain('seats: 20 -> 12');
    expect(stdout).toMatch(/price +5 EUR/);
    expect((await run('records', 'show', 'nothing')).code).toBe(31);
  });

  it('export writes JSON lines and CSV with a column for each value', async () => {
    const lines = (await run('records', 'export')).stdout.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).key).sort()).toEqual(['e1', hostile].sort());
    const { stderr } = await run('records', 'export', '-f', 'csv', '-o', 'records.csv');
    expect(stderr).toContain('2 records are in ');
    const csv = await readFile(join(folder, 'records.csv'), 'utf8');
    expect(csv.split('\r\n')[0]).toBe(
      'id,site,kind,key,page,firstSeen,lastSeen,changed,changes,gone,values.title,values.seats,values.price,values.tags',
    );
    expect(csv).toContain(',Harbour day,12,5 EUR,a | b\r\n');
    expect(csv).toContain(",'=1+1\r\n");
    expect((await run('records', 'export', '-o', 'missing/records.csv')).code).toBe(2);
  });

  it('export of articles has columns for their data', async () => {
    const { stdout } = await run('export', '-f', 'csv');
    expect(stdout.split('\r\n')[0]).toMatch(/,category,data\.rating,data\.tickers$/);
    expect(stdout).toMatch(/,4\.5,ABC\r\n/);
  });
});
