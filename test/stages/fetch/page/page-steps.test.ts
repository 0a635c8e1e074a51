import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LivePage } from '../../../../src/browser-port.ts';
import type { PageStep } from '../../../../src/model/page/page-step.ts';
import { click, clickUntilGone, scroll, scrollUntilNothingNew, waitFor } from '../../../../src/settings/step-schema.ts';
import { type LocalPool, openLocalPool } from '../local-pool.ts';
import { identityOf } from '../local-site.ts';

/** Ten entries; the next ten come after a moment, as from a server. */
const more = (after: string): string => `const add = () => { for (let n = 0; n < 10; n++)
  list.insertAdjacentHTML('beforeend', '<li style="height:60px"><a href="/story/' + list.children.length + '">Story</a></li>'); };
  let pages = 1; add(); const load = () => fetch('/next').then(() => setTimeout(() => { add(); pages++; ${after} }, 120));`;

const routes = {
  '/next': (_: unknown, response: import('node:http').ServerResponse) => setTimeout(() => response.end('{}'), 150),
  '/button': `<ul id=list></ul><button class=more style="display:none">template</button><button class=more id=b onclick="load()">More</button>
    <script>${more('if (pages === 4) b.remove();')}</script>`,
  '/for-ever': `<ul id=list></ul><button class=more onclick="load()">More</button><script>${more('')}</script>`,
  '/dead': '<p>text</p><button class=more>does nothing</button>',
  '/disabled': `<ul id=list></ul><button class=more id=b onclick="load()">More</button><script>${more('if (pages === 3) b.disabled = true;')}</script>`,
  '/scroll': `<ul id=list></ul><div id=end>end</div><script>${more('')}
    new IntersectionObserver(([{ isIntersecting }]) => { if (isIntersecting && pages < 4) load(); }).observe(end);</script>`,
  '/inner': `<body style="margin:0;overflow:hidden"><div id=box style="height:400px;overflow:auto"><ul id=list style="margin:0"></ul></div><script>${more('')}
    let busy = false; box.onscroll = () => { if (!busy && pages < 3 && box.scrollTop + box.clientHeight > box.scrollHeight - 10) { busy = true; load().then(() => setTimeout(() => { busy = false; }, 200)); } };</script>`,
  '/plain': '<p>plain text</p>',
};

let local: LocalPool;

beforeAll(async () => {
  local = await openLocalPool(routes);
});
afterAll(async () => {
  await local[Symbol.asyncDispose]();
});

const open = async (path: string, steps: readonly PageStep[]): Promise<LivePage> =>
  local.pool.open({
    url: `${local.site.origin}${path}`,
    identity: identityOf(await local.guard.routeFor(null)),
    waitFor: null,
    steps,
    timeoutMs: 60_000,
  });
const entries = ({ html }: LivePage): number => html.match(/\/story\//g)?.length ?? 0;
const results = ({ steps }: LivePage) => steps.map(({ times, why }) => [times, why]);

// side by side: they wait for what the page loads
describe.concurrent('steps on a list', () => {
  it('click on "more" until it is gone', async () => {
    await using page = await open('/button', [clickUntilGone('.more')]);
    expect({ entries: entries(page), results: results(page) }).toEqual({ entries: 40, results: [[3, '']] });
  });

  it('click on "more" until it is disabled', async () => {
    await using page = await open('/disabled', [clickUntilGone('.more')]);
    expect({ entries: entries(page), results: results(page) }).toEqual({ entries: 30, results: [[2, '']] });
  });

  it('click no more often than they may', async () => {
    await using page = await open('/for-ever', [clickUntilGone('.more', { times: 2 })]);
    expect({ entries: entries(page), results: results(page) }).toEqual({
      entries: 30,
      results: [[2, 'the limit of 2 clicks is reached']],
    });
  });

  it('end when a click brings nothing', async () => {
    await using page = await open('/dead', [clickUntilGone('.more')]);
    expect(results(page)).toEqual([[0, 'a click brought nothing new']]);
  });

  it('scroll until nothing new comes', async () => {
    await using page = await open('/scroll', [scrollUntilNothingNew()]);
    expect({ entries: entries(page), results: results(page) }).toEqual({
      entries: 40,
      results: [[expect.any(Number), '']],
    });
  });

  it('scroll a list with its own scroll bar', async () => {
    await using page = await open('/inner', [scrollUntilNothingNew()]);
    expect(entries(page)).toBe(30);
  });

  it('scroll no further than they may', async () => {
    await using page = await open('/scroll', [scrollUntilNothingNew({ times: 1 })]);
    expect(results(page)).toEqual([[1, 'the limit of 1 scrolls is reached']]);
  });
});

describe.concurrent('a step that finds nothing', () => {
  it('is reported, and the further steps are taken', async () => {
    await using page = await open('/plain', [click('.more'), waitFor('.late'), clickUntilGone('.more'), scroll(1)]);
    expect(results(page)).toEqual([
      [0, 'nothing there to click on'],
      [0, 'not there after 5 tries'], // the step before did nothing
      [0, 'nothing there to click on'],
      [1, ''],
    ]);
    expect(page.html).toContain('plain text');
    expect(page.console()).toContain('newshawk: the step click .more found nothing: nothing there to click on');
  });
});
