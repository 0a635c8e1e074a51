import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExpandPlan } from '../../../../src/browser-port.ts';
import { type LocalPool, openLocalPool } from '../local-pool.ts';
import { identityOf } from '../local-site.ts';

const perPage = 8;
const pages = 5;

/** `/api?page=2`: eight stories; five pages, or as many as `?pages=` says. */
function answerList(request: IncomingMessage, response: ServerResponse): void {
  const { searchParams } = new URL(request.url ?? '', 'http://site');
  const page = Number(searchParams.get('page') ?? 1);
  const last = Number(searchParams.get('pages') ?? pages);
  const items = page > last ? [] : Array.from({ length: perPage }, (_, n) => (page - 1) * perPage + n + 1);
  const send = () =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ items, hasMore: page < last, total: last * perPage }));
  setTimeout(send, 60);
}

/** A list that is filled by `load(page)`; `after` runs with what it got. */
const listPage = (
  body: string,
  script: string,
  card = "<h2><a href=\"/story/' + n + '\">Story number ' + n + '</a></h2>",
): string =>
  `<html lang="en"><body><nav><a href="/about">About</a></nav><main><ul id="list"></ul>${body}</main><script>
  const list = document.getElementById('list');
  const card = (n) => '<li style="height:120px">${card}</li>';
  const get = (page, more = '') => fetch('/api?page=' + page + more).then((answer) => answer.json());
  const append = ({ items }) => { for (const n of items) list.insertAdjacentHTML('beforeend', card(n)); };
  const replace = ({ items }) => { list.innerHTML = items.map(card).join(''); };
  let page = 1;
  ${script}</script></body></html>`;

const clickScript = `const button = document.querySelector('.b');
  get(1).then(append);
  button.onclick = () => get(++page).then((data) => { append(data); if (!data.hasMore) button.remove(); });`;

/** Load-more buttons as sites write them. */
const buttons: Readonly<Record<string, string>> = {
  '/button/en': '<button class="b">Load more (32)</button>',
  '/button/de': '<div class="wrap"><a class="b" role="button">Weitere Beiträge anzeigen</a></div>',
  '/button/ru': '<a class="b" href="#">Показать ещё</a>',
  '/button/ar': '<button class="b" type="button"><span>عرض المزيد</span></button>',
  '/button/zh': '<button class="b">加载更多</button>',
  '/button/named': '<div class="b load-more" style="cursor:pointer">Kia nui ake</div>',
};

const numbers = `let shown = 1;
  const pager = document.getElementById('pager');
  const draw = () => { pager.innerHTML = '<button class="prev" aria-label="Previous page"' + (shown === 1 ? ' disabled' : '') + '>‹</button>' +
    [1, 2, 3, 4, 5].map((n) => '<li class="number' + (n === shown ? ' active' : '') + '">' + n + '</li>').join('') +
    NEXT; };
  const turn = (to) => { shown = to; get(to).then((data) => { replace(data); draw(); }); };
  pager.onclick = ({ target }) => { if (target.matches('.prev')) turn(shown - 1); else if (target.matches('.next')) turn(shown + 1); else if (target.matches('.number')) turn(Number(target.textContent)); };
  turn(1);`;

const routes = {
  '/api': answerList,
  '/observer': listPage(
    '<div id="end" style="height:10px"></div>',
    `let busy = false, more = true;
    const load = () => { if (busy || !more) return; busy = true; get(page++).then((data) => { append(data); more = data.hasMore; busy = false; }); };
    load();
    new IntersectionObserver(([entry]) => { if (entry.isIntersecting) load(); }, { rootMargin: '100px' }).observe(document.getElementById('end'));`,
  ),
  '/headings': listPage(
    '<div id="later"></div>',
    `get(1).then(append);
    setTimeout(() => { document.getElementById('later').innerHTML = '<h2 id="tides"><a href="?id=tides">Tides</a></h2><a href="?id=next">More</a>'; }, 500);`,
  ),
  '/listener': listPage(
    '',
    `let busy = true, more = true;
    const load = () => { busy = true; get(page++).then((data) => { append(data); more = data.hasMore; busy = false; }); };
    load();
    let timer; addEventListener('scroll', () => { clearTimeout(timer); timer = setTimeout(() => {
      if (!busy && more && innerHeight + scrollY > document.documentElement.scrollHeight - 50) load(); }, 150); });`,
  ),
  ...Object.fromEntries(Object.entries(buttons).map(([path, button]) => [path, listPage(button, clickScript)])),
  '/pager/next': listPage(
    '<div id="pager" class="el-pagination"></div>',
    numbers.replace(
      'NEXT',
      `'<button class="next" aria-label="Go to next page"' + (shown === 5 ? ' disabled' : '') + '></button>'`,
    ),
  ),
  '/pager/numbers': listPage('<ul id="pager"></ul>', numbers.replace('NEXT', "''")),
  '/pager/links': listPage(
    '<nav aria-label="Pages"><ul class="pagination" id="pager"></ul></nav>',
    `const pager = document.getElementById('pager');
    const item = (text, to, off) => '<li class="page-item' + (off ? ' disabled' : '') + '"><a class="page-link" href="#" data-to="' + to + '">' + text + '</a></li>';
    const turn = (to) => get(to).then((data) => { replace(data); pager.innerHTML = item('«', to - 1, to === 1) + item(to, to) + item('<span aria-hidden="true">›</span>', to + 1, to === 5); });
    pager.onclick = (event) => { event.preventDefault(); turn(Number(event.target.closest('a').dataset.to)); };
    turn(1);`,
  ),
  '/inner': `<html><body style="margin:0;overflow:hidden"><main><div id="box" style="height:700px;overflow:auto"><ul id="list"></ul></div></main><script>
    const list = document.getElementById('list'), box = document.getElementById('box');
    let page = 1, busy = false, more = true;
    const load = () => { busy = true; fetch('/api?page=' + page++).then((answer) => answer.json()).then(({ items, hasMore }) => { busy = false; more = hasMore;
      for (const n of items) list.insertAdjacentHTML('beforeend', '<li style="height:120px"><a href="/story/' + n + '">Story number ' + n + '</a></li>'); }); };
    box.onscroll = () => { if (!busy && more && box.scrollTop + box.clientHeight > box.scrollHeight - 50) load(); };
    load();</script></body></html>`,
  '/virtual': `<html><body style="margin:0"><main><div id="list" style="position:relative;height:${40 * 300}px"></div></main><script>
    const list = document.getElementById('list');
    const draw = () => { const first = Math.floor(scrollY / 300); list.innerHTML = [0, 1, 2, 3].map((n) => first + n).filter((n) => n < 40)
      .map((n) => '<div style="position:absolute;top:' + n * 300 + 'px"><h2><a href="/story/' + (n + 1) + '">Story number ' + (n + 1) + '</a></h2></div>').join(''); };
    addEventListener('scroll', draw); draw();</script></body></html>`,
  '/endless': listPage(
    '<div id="end" style="height:10px"></div>',
    `let busy = false;
    const load = () => { if (busy) return; busy = true; get(page++, '&pages=100000').then((data) => { append(data); busy = false; }); };
    load();
    new IntersectionObserver(([entry]) => { if (entry.isIntersecting) load(); }, { rootMargin: '300px' }).observe(document.getElementById('end'));`,
  ),
  '/dead': listPage('<button class="b">Load more</button>', 'get(1).then(append);'),
  '/leaves': listPage(
    '<button class="b">Show more</button>',
    `get(1).then(append); document.querySelector('.b').onclick = () => { location.href = '/elsewhere'; };`,
  ),
  '/routes': listPage(
    '<button class="b">Show more</button>',
    `get(1).then(append); document.querySelector('.b').onclick = () => { history.pushState({}, '', '/story/1'); list.innerHTML = '<li><a href="/related/1">Related</a></li>'; };
    addEventListener('popstate', () => { list.innerHTML = ''; get(1).then(append); });`,
  ),
  '/hangs': listPage('', `get(1).then(append); addEventListener('scroll', () => { for (;;); });`),
  '/others': listPage(
    `<div class="cookie-banner"><button onclick="hit('cookies')">More options</button><button onclick="hit('cookies')">Show more</button></div>
    <form action="/search"><button>Show more</button></form>
    <header><button onclick="hit('menu')">More</button></header><button aria-haspopup="menu" onclick="hit('menu')">More</button>
    <div class="swiper"><button class="swiper-button-next" onclick="hit('carousel')">Next</button></div>
    <section id="comments"><button onclick="hit('comments')">Load more comments</button><button onclick="hit('comments')">Load more</button></section>
    <button onclick="hit('player')">▶</button>`,
    `const hit = (what) => { document.title = what; fetch('/hit/' + what); }; get(1).then(append);`,
    '<h2><a href="/story/\' + n + \'">Story number \' + n + \'</a></h2><button onclick="hit(1)">Show more</button>',
  ),
  '/writes': listPage(
    '<button class="b">Load more</button>',
    `get(1).then(append); document.querySelector('.b').onclick = () => { fetch('/vote', { method: 'DELETE' }).catch(() => {}); fetch('/graphql', { method: 'POST', body: JSON.stringify({ query: 'mutation { like }' }) }).catch(() => {});
      fetch('/api?page=2', { method: 'POST', body: JSON.stringify({ query: 'query { posts }' }) }).then((answer) => answer.json()).then(append); };`,
  ),
};

let local: LocalPool;

beforeAll(async () => {
  local = await openLocalPool(routes);
});
afterAll(async () => {
  await local[Symbol.asyncDispose]();
});

/** Opens a list and expands it; `total` counts the links of its first screen too. */
async function expand(path: string, plan: Partial<ExpandPlan> = {}) {
  await using page = await local.pool.open({
    url: `${local.site.origin}${path}`,
    identity: identityOf(await local.guard.routeFor(null)),
    waitFor: null,
    steps: [],
    timeoutMs: 60_000,
  });
  const before = new Set(
    [...page.html.matchAll(/href="(\/[^"]+)"/g)].map(([, href = '']) => new URL(href, local.site.origin).href),
  );
  const expansion = await page.expandList({
    isNew: (url) => url.startsWith(local.site.origin) && !before.has(url),
    maxLinks: 1_000,
    timeMs: 40_000,
    ...plan,
  });
  const stories = new Set(
    [...before, ...expansion.links.map(({ url }) => url)].filter((url) => url.includes('/story/')),
  );
  return { ...expansion, stories: stories.size };
}

const whole = { stories: 40, ended: 'nothing-new' };

// side by side: they wait for what the page loads
describe.concurrent('a list that loads more', () => {
  it('is scrolled to its end where an observer watches its end', async ({ expect }) => {
    expect(await expand('/observer')).toMatchObject({ ...whole, by: ['scroll'] });
  });

  it('gives no addresses of its own headings', async ({ expect }) => {
    const { links } = await expand('/headings');
    expect(links.map(({ url }) => new URL(url).search).filter((search) => search !== '')).toEqual(['?id=next']);
  });

  it('is scrolled to its end where a listener waits for scrolls', async ({ expect }) => {
    expect(await expand('/listener')).toMatchObject({ ...whole, by: ['scroll'] });
  });

  it.each(Object.keys(buttons))('is clicked to its end: %s', async (path) => {
    expect(await expand(path)).toMatchObject({ ...whole, by: expect.arrayContaining(['click']) });
  });

  it.each(['/pager/next', '/pager/numbers', '/pager/links'])(
    'is turned page by page without addresses: %s',
    async (path) => {
      expect(await expand(path)).toMatchObject({ ...whole, by: expect.arrayContaining(['pager']) });
    },
  );

  it('is scrolled to its end where it has a scroll bar of its own', async ({ expect }) => {
    expect(await expand('/inner')).toMatchObject({ ...whole, by: ['scroll'] });
  });

  it('is read while it loads where it removes what is out of sight', async ({ expect }) => {
    expect(await expand('/virtual')).toMatchObject({ ...whole, by: ['scroll'] });
  });

  it('gives links with their texts and teasers', async ({ expect }) => {
    const { links } = await expand('/observer');
    expect(links.at(-1)).toMatchObject({ url: `${local.site.origin}/story/40`, text: 'Story number 40' });
  });
});

describe.concurrent('the expansion of a list', () => {
  it('ends where all new links are known', async ({ expect }) => {
    expect(await expand('/button/en', { hasUnknown: async () => false })).toMatchObject({
      stories: 24,
      ended: 'known',
    });
  });

  it('ends at its budget of links', async ({ expect }) => {
    const { ended, why, stories } = await expand('/endless', { maxLinks: 40 });
    expect({ ended, why }).toEqual({ ended: 'budget', why: '40 links are the most' });
    expect(stories).toBeGreaterThanOrEqual(48);
  });

  it('ends at its budget of time', async ({ expect }) => {
    expect(await expand('/endless', { timeMs: 1_500 })).toMatchObject({ ended: 'budget', why: '2 s are used up' });
  });

  it('ends where a control does nothing', async ({ expect }) => {
    expect(await expand('/dead')).toMatchObject({ stories: 8, links: [], rounds: 0, ended: 'nothing-new' });
  });

  it('stays on the page', async ({ expect }) => {
    expect(await expand('/leaves')).toMatchObject({ stories: 8, links: [], ended: 'nothing-new' });
    expect(local.site.asked).not.toContain('/elsewhere');
  });

  it('comes back from another page of the app, without its links', async ({ expect }) => {
    expect(await expand('/routes')).toMatchObject({ stories: 8, links: [], ended: 'nothing-new' });
  });

  it('gives up a page that hangs', async ({ expect }) => {
    expect(await expand('/hangs')).toMatchObject({ links: [], ended: 'stopped' });
  });

  it('clicks no control of a banner, form, menu, carousel, comment or card', async ({ expect }) => {
    expect(await expand('/others')).toMatchObject({ stories: 8, links: [] });
    expect(local.site.asked.filter((path) => path.startsWith('/hit'))).toEqual([]);
  });

  it('lets no script write', async ({ expect }) => {
    expect(await expand('/writes')).toMatchObject({ stories: 16 });
    expect(local.site.asked).not.toContain('/vote');
    expect(local.site.asked).not.toContain('/graphql');
  });
});
