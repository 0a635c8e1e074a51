import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LocalPool, openLocalPool } from '../local-pool.ts';
import { identityOf } from '../local-site.ts';

// A player page whose requests may only read: whatever sends them.

const html = `<p>Ferries</p><iframe src="/frame"></iframe><form id="form" method="post" action="/sent/form" target="inner"><input name="a" value="1"></form><iframe name="inner"></iframe>
<script>
  const post = (path, more = {}) => fetch(path, { method: 'POST', body: 'x', ...more }).catch(() => {});
  const put = new XMLHttpRequest();
  put.open('PUT', '/sent/xhr');
  put.send('x');
  const worker = new Worker('/worker.js');
  window.ended = Promise.all([
    post('/sent/fetch'), post('/sent/keepalive', { keepalive: true }), post('/sent/delete', { method: 'DELETE' }), fetch('/read'),
    new Promise((done) => { worker.onmessage = done; }),
    new Promise((done) => { put.onloadend = done; }),
    new Promise((done) => { addEventListener('message', done); }),
  ]).then(() => document.getElementById('form').submit()).then(() => new Promise((done) => setTimeout(done, 300))).then(() => fetch('/last')).then(() => 'ended');
  navigator.sendBeacon('/sent/beacon', 'x');
  for (const end of ['pagehide', 'unload', 'visibilitychange']) addEventListener(end, () => navigator.sendBeacon('/sent/' + end, 'x'));
  onpagehide = () => fetch('/sent/at-end', { method: 'POST', keepalive: true });
</script>`;

let local: LocalPool;
beforeAll(async () => {
  const script = (text: string) => (_: unknown, response: import('node:http').ServerResponse) =>
    void response.writeHead(200, { 'content-type': 'text/javascript' }).end(text);
  local = await openLocalPool({
    '/': html,
    '/frame': `<script>navigator.sendBeacon('/sent/frame-beacon', 'x'); fetch('/sent/frame', { method: 'POST' }).catch(() => {}).then(() => parent.postMessage('done', '*'));</script>`,
    '/worker.js': script(`fetch('/sent/worker', { method: 'POST' }).catch(() => {}).then(() => postMessage('done'));`),
    '/read': '<p>read</p>',
    '/last': '<p>last</p>',
  });
});
afterAll(() => local?.[Symbol.asyncDispose]());

async function sent(readsOnly: boolean): Promise<string[]> {
  const { site, guard, pool } = local;
  const from = site.asked.length;
  const identity = identityOf(await guard.routeFor(null), `reads only: ${readsOnly}`);
  const player = await pool.openPlayer({
    url: `${site.origin}/`,
    identity,
    script: '',
    readsOnly,
    timeoutMs: 60_000,
  });
  const [main] = await player.inFrames<string>('window.ended', 30_000);
  expect(main?.value).toBe('ended');
  expect(site.asked.slice(from)).toEqual(expect.arrayContaining(['/read', '/last']));
  await player[Symbol.asyncDispose]();
  // what the page sends at its end has left before the answer to a later page
  await using later = await pool.openPlayer({
    url: `${site.origin}/read`,
    identity,
    script: '',
    timeoutMs: 60_000,
  });
  expect(later.status).toBe(200);
  return site.asked
    .slice(from)
    .filter((path) => path.startsWith('/sent/'))
    .toSorted();
}

it('a read-only player sends nothing that may have an effect', async () => {
  expect(await sent(true)).toEqual([]);
});

it('a player that is not read-only sends all requests', async () => {
  expect(await sent(false)).toEqual(
    [
      'at-end',
      'beacon',
      'delete',
      'fetch',
      'form',
      'frame',
      'frame-beacon',
      'keepalive',
      'pagehide',
      'unload',
      'visibilitychange',
      'worker',
      'xhr',
    ].map((name) => `/sent/${name}`),
  );
});
