import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BrowserPool, LivePage, RenderPlan } from '../../../../src/browser-port.ts';
import { kindOf } from '../../../../src/errors.ts';
import { processTree } from '../../../../src/machine/process-tree.ts';
import type { IdentityRoute } from '../../../../src/ports.ts';
import { defineBrowsers } from '../../../../src/settings/browsers.ts';
import { endProcess } from '../../../../src/stages/fetch/browser/browser-ledger.ts';
import { type Chromium, findChromium } from '../../../../src/stages/fetch/browser/chromium.ts';
import { createBrowserPool } from '../../../../src/stages/fetch/browser-pool.ts';
import type { EgressGuard } from '../../../../src/stages/fetch/guard/egress-guard.ts';
import { CookieJars } from '../../../../src/stages/fetch/identity/identity-cookies.ts';
import { eventually } from '../../../support/waiting.ts';
import { identityOf, type LocalSite, openCountingProxy, openLocalSite, openTestGuard, silent } from '../local-site.ts';

const routes = {
  '/late': '<title>late</title><main id=m></main><script src=/late.js></script>',
  '/late.js': (_: unknown, response: import('node:http').ServerResponse) =>
    response.end(
      `setTimeout(() => fetch('/api').then((r) => r.text()).then((t) => { m.innerHTML = '<p>' + t; }), 100)`,
    ),
  '/at-load': `<iframe src="/slow-frame"></iframe><main id=m></main><script>onload = () => setTimeout(() => { m.innerHTML = '<p>text after load</p>' }, 100)</script>`,
  '/slow-frame': (_: unknown, response: import('node:http').ServerResponse) =>
    setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>frame'), 700),
  '/placed': `<body style="margin:0;height:3000px"><p id=p data-r="9,9,9,9" style="position:absolute;left:30px;top:40px;width:200px;height:50px;margin:0">placed</p></body>`,
  '/geometry': `<body data-g="9" style="margin:0;height:3000px;font-size:16px"><p data-g="9,9,9,9,9" style="position:absolute;left:30px;top:40px;width:200px;height:50px;margin:0;font-size:12.5px">a line with <b>bold</b> words</p>
    <div style="display:contents"><p style="position:absolute;top:100px;left:0;width:90px;height:20px;margin:0">in no box</p></div><div style="position:absolute;top:200px;left:10px;width:100px;height:40px;transform:translate(50px,0) scale(2);transform-origin:0 0">moved</div>
    <iframe style="position:absolute;left:300px;top:400px;border:5px solid" srcdoc="<body style=margin:0><p style='margin:0;width:70px;height:30px;font-size:20px'>framed"></iframe><nav><a href="/">Home</a></nav>
    <script>scrollTo(0, 500)</script>`,
  '/layers': `<body style="height:4000px"><main>page</main><div style="position:fixed;inset:0 0 auto 0;height:60px"><p>bar</p></div><div id="host"></div><form id="box" style="position:fixed;left:400px;top:200px;width:500px;height:400px"><input name="parentNode"><input name="shadowRoot"><div>dialog</div></form><div style="position:fixed;display:none">unseen</div>
    <script>host.attachShadow({mode:'open'}).innerHTML='<div style="position:fixed;bottom:0;left:0;width:100%;height:50px">shadow bar</div>'</script>`,
  '/breaks-out': `<p>text</p><noscript id=n></noscript><script type="application/ld+json" id=j></script><script>
    n.textContent = '</noscript><b data-g="1,1,1,1,1">out</b>'; j.textContent = '{"a":"</scr' + 'ipt><b data-v=0>out</b>"}';</script>`,
  '/named-controls': `<form class="search"><input name="attributes"><input name="localName"><input name="nodeType"><input name="childNodes"><input name="firstChild"><input name="shadowRoot"><input name="checkVisibility"><input name="getBoundingClientRect"><p>in the form</p></form><p>behind it</p>`,
  '/own-getters': `<p id=p>believed</p><script>Element.prototype.getBoundingClientRect = () => ({ x: 9, y: 9, width: 9, height: 9 }); window.getComputedStyle = () => { throw new Error('mine') };
    Element.prototype.checkVisibility = () => false; Object.defineProperty(p, 'firstChild', { get() { for (;;); } });</script>`,
  '/api': (_: unknown, response: import('node:http').ServerResponse) =>
    setTimeout(() => response.end('late text'), 1200),
  '/dom': `<body><div id=host></div><iframe srcdoc="<p>framed text</p>"></iframe><p style="display:none">hidden text</p>
    <p style="visibility:hidden">unseen</p><script>host.attachShadow({mode:'open'}).innerHTML='<p>shadow text</p>';
    var player = {src:'/a/film.m3u8'}</script><script>var secret = 1</script>
    <script type="application/ld+json">{"@type":"NewsArticle","x":"<b>"}</script><p data-v="0" title='a"&b'>1 &lt; 2</p></body>`,
  '/consent': `<p id=t>before</p><div role=dialog id=d>We use cookies <button>No</button>
    <button onclick="d.remove();t.textContent='after consent'">Accept all</button></div>`,
  '/bad-manners': `<p>fine</p><script>alert('stop');confirm('sure?');onbeforeunload = () => 'stay';
    window.open('/pop');window.open('/pop','_blank','noopener');
    const a = document.createElement('a'); a.href = '/file.bin'; a.download = 'x'; document.body.append(a); a.click();</script>`,
  '/pop': '<p>pop</p>',
  '/file.bin': (_: unknown, response: import('node:http').ServerResponse) =>
    response
      .writeHead(200, { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment' })
      .end('x'.repeat(9999)),
  '/spin': '<p>text</p><script>setTimeout(() => { for (;;); }, 20)</script>',
  '/hop': `<p>x</p><script>location.replace('/hop?' + performance.now())</script>`,
  '/plain': '<title>plain</title><p>plain text</p>',
  '/cookie': `<p id=c></p><script>c.textContent = 'had:' + document.cookie; document.cookie = 'who=' + encodeURIComponent(location.hash) + ';path=/';</script>`,
  '/who': `<p id=c></p><script>c.textContent = [navigator.userAgent, navigator.language, navigator.userAgentData?.brands.length, Intl.DateTimeFormat().resolvedOptions().timeZone, innerWidth].join('|')</script>`,
  '/big': (_: unknown, response: import('node:http').ServerResponse) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>${'x'.repeat(3_000_000)}</p>`),
  '/cut-off': (_: unknown, response: import('node:http').ServerResponse) => {
    response
      .writeHead(200, { 'content-type': 'text/html', 'content-length': 99_999 })
      .write(`<p>${'half '.repeat(500)}`);
    setTimeout(() => response.destroy(), 100);
  },
  '/steps': `<p>one</p><button id=more onclick="setTimeout(() => document.body.insertAdjacentHTML('beforeend','<p class=two>two</p>'), 300)">more</button>`,
  '/broken.jpg': (_: unknown, response: import('node:http').ServerResponse) =>
    void response.writeHead(200, { 'content-type': 'image/jpeg' }).end(Buffer.from([0xff, 0xd8, 0xff, 0xe0])),
  '/no-root': '<p>one</p><script>document.documentElement.remove()</script>',
  '/hang': () => {},
  '/echo': (request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end(`<pre>${JSON.stringify(request.headers)}</pre>`),
  '/refreshed-to-private': `<p>text</p><meta http-equiv=refresh content="0;url=http://169.254.169.254/latest/">`,
  '/led-to-private': `<p>text</p><script>location.href = 'http://10.0.0.1/'</script>`,
  '/to-private': (_: unknown, response: import('node:http').ServerResponse) =>
    void response.writeHead(302, { location: 'https://10.0.0.1/' }).end(),
  '/private': '<script>fetch("http://127.0.0.1:9977/x",{mode:"no-cors"}).catch(()=>0)</script><p>ok</p>',
};

let site: LocalSite;
let guard: EgressGuard;
let chromium: Chromium;
let pool: BrowserPool;
let direct: IdentityRoute;

const poolOptions = () => ({
  chromium,
  sandbox: 'auto' as const,
  browsers: defineBrowsers({ block: ['*/blocked*'] }),
  cookies: new CookieJars(),
  probeProxy: async () => null,
  guard,
  maxBytes: 1_000_000,
  log: silent,
});

beforeAll(async () => {
  site = await openLocalSite(routes);
  guard = await openTestGuard({
    allow: [`127.0.0.1:${site.port}`],
    connectTo: [`gazette.example:80=127.0.0.1:${site.port}`],
  });
  chromium = await findChromium({ explicit: null, cacheDir: null, env: process.env });
  pool = createBrowserPool(poolOptions());
  direct = identityOf(await guard.routeFor(null));
});
afterAll(async () => {
  await pool[Symbol.asyncDispose]();
  await guard[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

const open = (path: string, plan: Partial<RenderPlan> = {}, from: BrowserPool = pool): Promise<LivePage> =>
  from.open({
    url: path.startsWith('http') ? path : `${site.origin}${path}`,
    identity: direct,
    waitFor: null,
    steps: [],
    timeoutMs: 60_000,
    ...plan,
  });
const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no error',
    (error: unknown) => error,
  );

describe.concurrent('a rendered page', () => {
  it.each(['/broken.jpg', '/no-root'])('gives no text for a document without a root: %s', async (path) => {
    await using page = await open(path);
    expect(page.html).toBe('<!doctype html>');
  });

  it('waits for what its scripts fetch late', async () => {
    await using page = await open('/late');
    expect(page.html).toMatch(/<p[^>]*>late text<\/p>/);
    expect(page).toMatchObject({ status: 200, settledBy: 'quiet', finalUrl: `${site.origin}/late` });
    expect(page.network().map(({ url, type }) => `${type} ${new URL(url).pathname}`)).toContain('fetch /api');
    expect(page.bytes()).toBeGreaterThan(100);
  });

  it('waits for what its scripts do after a late load', async () => {
    await using page = await open('/at-load');
    expect(page).toMatchObject({ settledBy: 'quiet', html: expect.stringMatching(/<p[^>]*>text after load<\/p>/) });
  });

  it('has the positions of its elements on request, and no forged ones', async () => {
    await using page = await open('/placed');
    expect(page.html).not.toContain('data-r');
    await page.evaluate('scrollTo(0, 500)', 20_000);
    const html = await page.htmlWithRectangles();
    expect(html).toContain('data-r="30,40,200,50" data-g="30,40,200,50,16">placed');
    expect(html).not.toContain('9,9,9,9');
  });

  it('has the position and font size of each text, and no forged ones', async () => {
    await using page = await open('/geometry');
    expect(page.html).toContain('<html data-g="1280">');
    expect(page.html).toMatch(
      /<body style="[^"]*"><p style="[^"]*" data-g="30,40,200,50,12.5">a line with <b>bold<\/b> words/,
    );
    expect(page.html).toMatch(/<div style="display:contents"><p [^>]*data-g="0,100,90,20,16">in no box/);
    expect(page.html).toMatch(/data-g="60,200,200,80,16">moved/);
    expect(page.html).toMatch(/data-g="305,405,70,30,20">framed/);
    expect(page.html).toContain('<a href="/">Home</a>');
  });

  it('marks layers that stay over the page while it scrolls', async () => {
    await using page = await open('/layers');
    const layers = page.html.matchAll(/<(\w+) (?:id="box" )?style="position:fixed[^"]*"[^>]*data-v="over"/g);
    expect([...layers].map(([, tag]) => tag)).toEqual(['div', 'div', 'form']);
    expect(page.html).toMatch(/data-v="over">shadow bar/);
    expect(page.html).toMatch(/data-v="0">unseen/);
    expect(page.html.match(/data-v/g)).toHaveLength(4 + (page.html.match(/<script[^>]*data-v/g)?.length ?? 0));
  });

  it('has no marks but ours, even if a script writes an end tag of a script', async () => {
    await using page = await open('/breaks-out');
    expect(page.html).toContain('<noscript id="n" data-v="0"><\\/noscript>');
    expect(page.html).toContain(`{"a":"<\\/script><b`);
  });

  it('is read in full, whatever the names of its controls, and whatever built-ins its scripts replace', async () => {
    await using named = await open('/named-controls');
    expect(named.html).toMatch(
      /<form class="search"><input name="attributes">.*in the form<\/p><\/form><p[^>]*>behind it/,
    );
    await using own = await open('/own-getters');
    expect(own.html).toMatch(/<p id="p" data-g="8,\d+,1264,\d+,16">believed/);
  });

  it("is ready at the scraper's selector", async () => {
    await using page = await open('/late', { waitFor: '#m p' });
    expect(page.settledBy).toBe('selector');
    expect(page.html).toContain('late text');
  });

  it('is serialized with shadow roots, frames and marks of hidden elements', async () => {
    await using page = await open('/dom');
    expect(page.html).toMatch(/<template shadowrootmode="open"><p[^>]*>shadow text<\/p><\/template>/);
    expect(page.html).toMatch(/<\/iframe><x-frame data-src="[^"]*"><p[^>]*>framed text<\/p><\/x-frame>/);
    expect(page.html).toContain('data-v="0">hidden text');
    expect(page.html).toContain('data-v="0">unseen');
    expect(page.html).toMatch(/<p title="a&quot;&amp;b" data-g="[\d.,]+">1 &lt; 2<\/p>/);
    expect(page.html).toContain('{"@type":"NewsArticle","x":"<b>"}');
    expect(page.html).toContain('film.m3u8');
    expect(page.html).not.toContain('secret');
  });

  it('is read behind its consent dialog', async () => {
    await using page = await open('/consent');
    expect(page.html).toContain('after consent');
    expect(page.html).not.toContain('We use cookies');
  });

  it('takes steps and notes the ones that find nothing', async () => {
    await using page = await open('/steps', {
      steps: [
        { kind: 'click', selector: '#more' },
        { kind: 'wait', selector: '.two' },
        { kind: 'scroll', times: 1 },
      ],
    });
    expect(page.html).toContain('class="two"');
    expect(page.console()).toEqual([]);
  });

  it('stays the same page, whatever dialogs, pop-ups and downloads it opens', async () => {
    {
      await using page = await open('/bad-manners');
      expect(page.html).toContain('fine');
    }
    await using again = await open('/plain');
    expect(again.html).toContain('plain text');
  });

  it('has the requested identity', async () => {
    await using page = await open('/who');
    expect(page.html).toContain(`${direct.userAgent}|en-GB|2|Europe/Paris|1280`);
    await using echo = await open('/echo');
    expect(echo.html).not.toContain('Headless');
    expect(echo.html).toContain('en-GB');
  });

  it('evaluates expressions and takes screenshots', async () => {
    await using page = await open('/plain');
    expect(await page.evaluate<string>('Promise.resolve(document.title)', 60_000)).toBe('plain');
    expect(kindOf(await failure(page.evaluate('new Promise(() => {})', 200)))).toBe('timed-out');
    const jpeg = await page.screenshot();
    expect([...(jpeg ?? []).slice(0, 2)]).toEqual([0xff, 0xd8]);
  });

  it('is returned with its status for an error status', async () => {
    await using page = await open('/nowhere');
    expect(page.status).toBe(404);
  });

  it('has a status but no text when it is a download', async () => {
    await using page = await open('/file.bin');
    expect(page).toMatchObject({ status: 200, html: '' });
    expect(page.headers['content-type']).toBe('application/octet-stream');
  });
});

describe('a hostile page', () => {
  it('that spins ends by the deadline while its neighbour is fine', async () => {
    const spinning = failure(open('/spin', { timeoutMs: 3_000 }));
    await using neighbour = await open('/late');
    expect(neighbour.html).toContain('late text');
    const error = await spinning;
    expect(kindOf(error)).toBe('timed-out');
    expect(String(error)).toContain('3000 ms');
  });

  it('that navigates for ever, or never answers, ends by the deadline', async () => {
    const [hopping, hanging] = await Promise.all([
      failure(open('/hop', { timeoutMs: 2_000 })),
      failure(open('/hang', { timeoutMs: 1_500 })),
    ]);
    expect({ kindHopping: kindOf(hopping), kindHanging: kindOf(hanging) }).toEqual({
      kindHopping: 'timed-out',
      kindHanging: 'timed-out',
    });
  });

  it('that is too large is stopped', async () => {
    expect(kindOf(await failure(open('/big')))).toBe('too-large');
  });

  it('that is cut off is reported at once, not at its timeout', async () => {
    const error = await failure(open('/cut-off', { timeoutMs: 60_000 }));
    expect({ kind: kindOf(error), error: String(error) }).toEqual({
      kind: 'unreachable',
      error: expect.stringContaining('was cut off'),
    });
  });

  it('sends no datagram past its proxy (WebRTC)', async () => {
    const datagrams: string[] = [];
    const stun = createSocket('udp4').on('message', (_, { port }) => datagrams.push(`from port ${port}`));
    await new Promise<void>((resolve) => stun.bind(0, '127.0.0.1', resolve));
    await using page = await open('/plain');
    const candidates = await page.evaluate<string>(
      `new Promise(async (done) => {
        const seen = [], peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${stun.address().port}' }] });
        peer.onicecandidate = ({ candidate }) => candidate ? seen.push(candidate.candidate) : done(seen.join());
        peer.createDataChannel('x'); await peer.setLocalDescription(); setTimeout(() => done(seen.join()), 1500);
      })`,
      20_000,
    );
    stun.close();
    expect({ datagrams, candidates }).toEqual({ datagrams: [], candidates: '' });
  });

  it('reaches nothing that the policy refuses', async () => {
    for (const url of ['/to-private', 'http://127.0.0.1:9977/', 'https://localhost/', 'http://169.254.169.254/latest/'])
      expect(String(await failure(open(url)))).toContain('network policy');
    expect(String(await failure(open('file:///etc/passwd')))).toContain('network policy');
    // not `blocked`: the site has refused nothing, and its identity need not rest
    for (const url of ['/refreshed-to-private', '/led-to-private']) {
      const error = await failure(open(url));
      expect({ kind: kindOf(error), error: String(error) }, url).toEqual({
        kind: 'misconfigured',
        error: expect.stringContaining('network policy'),
      });
    }
    await using page = await open('/private');
    expect(page.network().find(({ url }) => url.includes('127.0.0.1:9977/'))?.status).not.toBe(200);
  });
});

describe('identities', () => {
  it('share no cookies', async () => {
    const [a, b] = [
      { ...direct, id: 'a' },
      { ...direct, id: 'b' },
    ];
    for (const [identity, had] of [
      [a, 'had:<'],
      [b, 'had:<'],
      [a, 'had:who='],
    ] as const) {
      await using page = await open('/cookie#x', { identity });
      expect(page.html).toContain(had);
    }
  });

  it('connect through their proxy, and never directly when that fails', async () => {
    const seen: string[][] = [[], [], []];
    const proxies = await Promise.all(seen.map((asked) => openCountingProxy(site, asked)));
    const open80 = await openTestGuard();
    const identities = await Promise.all(
      proxies.map(async ({ origin }, index) => identityOf(await open80.routeFor(origin), `p${index}`, origin)),
    );
    await Promise.all(
      identities.map(async (identity, index) => {
        await using page = await open(`http://news${index}.example/plain`, { identity });
        expect(page.html).toContain('plain text');
      }),
    );
    expect(
      seen.map((urls) => urls.every((url) => url.startsWith(`http://news${seen.indexOf(urls)}.example/`))),
    ).toEqual([true, true, true]);
    expect(seen.every((urls) => urls.length > 0)).toBe(true);
    const before = site.asked.length;
    await proxies[0]![Symbol.asyncDispose]();
    expect(kindOf(await failure(open('http://news0.example/plain', { identity: identities[0]! })))).toBe('proxy');
    expect(kindOf(await failure(open('https://news0.example/plain', { identity: identities[0]! })))).toBe('proxy');
    expect(site.asked.slice(before)).toEqual([]);
    for (const proxy of proxies.slice(1)) await proxy[Symbol.asyncDispose]();
    await open80[Symbol.asyncDispose]();
  });

  it('connect to the connect-to address, names unchanged', async () => {
    await using page = await open('http://gazette.example/plain');
    expect(page.finalUrl).toBe('http://gazette.example/plain');
    expect(page.html).toContain('plain text');
  });

  it('are kept up to a number and retired by pages', async () => {
    const browsers = { ...defineBrowsers({ maxContexts: 2, pagesPerContext: 2 }) };
    await using small = createBrowserPool({ ...poolOptions(), browsers });
    for (const id of ['a', 'b', 'c', 'c', 'c']) {
      await using page = await open('/plain', { identity: { ...direct, id } }, small);
      expect(page.status).toBe(200);
    }
    expect(small.stats).toEqual({ pages: 5, contexts: 2, launches: 1 });
  });
});

describe('the browser process', () => {
  const src = (file: string): string => new URL(`../../../../src/${file}`, import.meta.url).href;
  const isAlive = (pid: number): boolean => {
    try {
      return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
    } catch {
      return false;
    }
  };
  const children = (parent = process.pid): number[] =>
    readdirSync('/proc').flatMap((name) => {
      if (!/^\d+$/.test(name)) return [];
      try {
        const [, rest = ''] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ');
        const isBrowser = readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('--remote-debugging-pipe');
        return isBrowser && Number(rest.split(' ')[1]) === parent ? [Number(name)] : [];
      } catch {
        return []; // ended meanwhile
      }
    });

  it('does not outlive a killed Node', async () => {
    const script = `
      const { createBrowserPool } = await import(${JSON.stringify(src('stages/fetch/browser-pool.ts'))});
      const { findChromium } = await import(${JSON.stringify(src('stages/fetch/browser/chromium.ts'))});
      const { CookieJars } = await import(${JSON.stringify(src('stages/fetch/identity/identity-cookies.ts'))});
      const { defineBrowsers } = await import(${JSON.stringify(src('settings/browsers.ts'))});
      const chromium = await findChromium({ explicit: null, cacheDir: null, env: process.env });
      const pool = createBrowserPool({ chromium, sandbox: 'auto', browsers: defineBrowsers({}), cookies: new CookieJars(), probeProxy: async () => null, guard: { lastError: () => null }, maxBytes: 1e6, log: { info() {} } });
      pool.open({ url: ${JSON.stringify(`${site.origin}/spin`)}, identity: ${JSON.stringify(direct)}, waitFor: null, steps: [], timeoutMs: 30000 }).catch(() => {});
      while (pool.stats.launches === 0) await new Promise((resolve) => setTimeout(resolve, 10));
      setTimeout(() => console.log('up'), 800);`;
    const node = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(node.stdout, 'data');
    const browsers = children(node.pid);
    expect(browsers.length).toBe(1);
    node.kill('SIGKILL');
    await eventually(() => expect(browsers.filter(isAlive)).toEqual([]));
  });

  it('outlives its renderers, and a page whose renderer was killed is not to blame', async () => {
    const isRenderer = ({ pid }: { pid: number }): boolean => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer');
      } catch {
        return false; // ended meanwhile
      }
    };
    await using own = createBrowserPool(poolOptions());
    const others = new Set(processTree(process.pid)?.map(({ pid }) => pid));
    const hanging = failure(open('/hang', {}, own));
    const fresh = (): number[] => (processTree(process.pid) ?? []).filter(isRenderer).map(({ pid }) => pid);
    await eventually(() => expect(fresh().filter((pid) => !others.has(pid)).length).toBeGreaterThan(0));
    await site.until(() => site.asked.at(-1) === '/hang');
    for (const pid of fresh()) if (!others.has(pid)) endProcess(pid);
    expect(kindOf(await hanging)).toBe('browser-crashed');
    await using page = await open('/plain', {}, own);
    expect({ hasPlainText: page.html.includes('plain text'), launches: own.stats.launches }).toEqual({
      hasPlainText: true,
      launches: 1,
    });
  });

  it('is started again after it was killed, and the page knows why it ended', async () => {
    const others = new Set(children());
    await using own = createBrowserPool(poolOptions());
    await (await open('/plain', {}, own))[Symbol.asyncDispose]();
    const [pid] = children().filter((child) => !others.has(child));
    const hanging = failure(open('/hang', {}, own));
    await site.until(() => site.asked.at(-1) === '/hang');
    endProcess(pid!);
    expect(kindOf(await hanging)).toBe('browser-crashed');
    await using page = await open('/plain', {}, own);
    expect(page.html).toContain('plain text');
    expect(own.stats.launches).toBe(2);
  });
});
