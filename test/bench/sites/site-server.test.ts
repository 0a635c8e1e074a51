import { describe, expect, it } from 'vitest';
import type { RecordedResponse, RecordedSite } from '../../../bench/sites/recorded-site.ts';
import { problemsOf } from '../../../bench/sites/self-check.ts';
import { openRecordedSite } from '../../../bench/sites/site-server.ts';

const page = (path: string, body: string, more: Partial<RecordedResponse> = {}): RecordedResponse => ({
  path,
  status: 200,
  headers: { 'content-type': 'text/html', etag: '"1"' },
  body,
  ...more,
});

const site = (about: Partial<RecordedSite['about']> = {}): RecordedSite => ({
  name: 'mill',
  about: { name: 'mill', ...about },
  truth: [{ path: '/notes/m%C3%BChle/', title: 'The mill', date: null, text: 'It turns & turns.' }],
  responses: [
    page('/', '<a href="http://SITE.TEST/notes/m%C3%BChle/">The mill</a> {"u":"http:\\/\\/site.test\\/"}'),
    page('/notes/m%C3%BChle/', '<h1>The mill</h1><p>It turns &amp; <b>turns</b>.</p>'),
    page('/old', '', { status: 301, headers: { location: 'http://SITE.TEST/notes/m%C3%BChle/' } }),
    page('/gone', '<p>Nothing here</p>', { status: 404 }),
  ],
});

describe('a served recording', () => {
  it('names its own origin in pages and redirects', async () => {
    await using served = await openRecordedSite(site());
    const home = await (await fetch(`${served.origin}/`)).text();
    expect(home).toContain(`href="${served.origin}/notes/`);
    expect(home).toContain(served.origin.replaceAll('/', '\\/'));
    expect((await fetch(`${served.origin}/old`)).url).toBe(`${served.origin}/notes/m%C3%BChle/`);
  });

  it('answers an unchanged page with 304 and a missing one with the page of the site', async () => {
    await using served = await openRecordedSite(site());
    expect((await fetch(`${served.origin}/`, { headers: { 'if-none-match': '"1"' } })).status).toBe(304);
    const missing = await fetch(`${served.origin}/nowhere`);
    expect({ status: missing.status, missing: await missing.text() }).toEqual({
      status: 404,
      missing: '<p>Nothing here</p>',
    });
  });

  it('ignores a query only where the software does', async () => {
    await using dynamic = await openRecordedSite(site());
    expect((await fetch(`${dynamic.origin}/?sort=new`)).status).toBe(404);
    expect((await fetch(`${dynamic.origin}/?utm_source=x`)).status).toBe(200);
    await using files = await openRecordedSite(site({ render: 'static' }));
    expect((await fetch(`${files.origin}/?sort=new`)).status).toBe(200);
  });

  it('gives the document of an app of one page for its addresses, not for its data', async () => {
    await using served = await openRecordedSite(site({ fallback: '/', noFallback: ['/api/'] }));
    const status = async (path: string) => (await fetch(served.origin + path)).status;
    expect({
      statusStory3: await status('/story/3'),
      statusApi3: await status('/api/3'),
      statusMainJs: await status('/main.js'),
    }).toEqual({ statusStory3: 200, statusApi3: 404, statusMainJs: 404 });
  });

  it('counts requests by path', async () => {
    await using served = await openRecordedSite(site());
    await fetch(`${served.origin}/`);
    await fetch(`${served.origin}/`);
    expect([...served.requests]).toEqual([['/', 2]]);
  });
});

describe('the check of a recording', () => {
  it('finds nothing wrong where each path of the truth shows its title and text', async () => {
    expect(await problemsOf(site())).toEqual([]);
  });

  it('names paths that are missing and texts that are not on their page', async () => {
    const wrong = site();
    const truth = [
      { ...wrong.truth[0], text: 'It stands still.' },
      { path: '/never/', title: 'Nothing', date: null, text: 'Nothing here' },
    ];
    const problems = await problemsOf({ ...wrong, truth: truth as RecordedSite['truth'] });
    expect(problems[0]).toContain('lacks "Itstandsstill."');
    expect(problems[1]).toBe('/never/ answers 404');
  });
});
