import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createTcp } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kindOf } from '../../../../src/errors.ts';
import type { HttpClient, HttpResponse } from '../../../../src/ports.ts';
import { specialPurposeClass } from '../../../../src/stages/fetch/guard/address-class.ts';
import { parseAuthority } from '../../../../src/stages/fetch/guard/authority.ts';
import { networkPolicy } from '../../../../src/stages/fetch/guard/network-policy.ts';
import { openHttpClient } from '../../../../src/stages/fetch/http/http-client.ts';
import { CookieJars } from '../../../../src/stages/fetch/identity/identity-cookies.ts';
import { identityOf, type LocalSite, openCountingProxy, openLocalSite, openTestGuard } from '../local-site.ts';

let site: LocalSite;
let client: HttpClient;

beforeAll(async () => {
  site = await openLocalSite({
    '/': '<p>inside</p>',
    '/close': (_, response) => response.writeHead(200, { connection: 'close' }).end('<p>once</p>'),
    '/to-private': (_, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
    '/to-file': (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    '/spoof': (_, response) => response.writeHead(200, { 'x-newshawk-refused': 'me' }).end('spoof'),
  });
  client = openHttpClient({ ignoreTlsErrors: true, cookies: new CookieJars() });
});
afterAll(async () => {
  await client[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

const get = (guardUrl: string, url: string, proxy: string | null = null): Promise<HttpResponse> =>
  client.fetch({ url, identity: identityOf(guardUrl, guardUrl, proxy), maxBytes: 1_000_000, timeoutMs: 5_000 });
const ending = (work: Promise<HttpResponse>): Promise<string> =>
  work.then(
    ({ status }) => String(status),
    (error: unknown) => `${kindOf(error)}: ${String(error)}`,
  );

/** Ways to write 127.0.0.1, or names and addresses that lead there. */
const spellings = (port: number): string[] => [
  `http://127.0.0.1:${port}/`,
  `http://localhost:${port}/`,
  `http://x.localhost:${port}/`,
  `http://2130706433:${port}/`,
  `http://0x7f.1:${port}/`,
  `http://0177.0.0.1:${port}/`,
  `http://[::ffff:127.0.0.1]:${port}/`,
  `http://[::127.0.0.1]:${port}/`,
  `http://[64:ff9b::127.0.0.1]:${port}/`,
  `http://localhost.:${port}/`,
  `http://127.1:${port}/`,
  `http://0x7f000001:${port}/`,
  `http://017700000001:${port}/`,
  `http://\uff11\uff12\uff17.0.0.1:${port}/`,
  `http://127\u30020\u30020\u30021:${port}/`,
  `http://\u2460\u2461\u2466.0.0.1:${port}/`,
  `http://%31%32%37.0.0.1:${port}/`,
  `http://paper.example@127.0.0.1:${port}/`,
  `http://127.0.0.1:${port}#@paper.example/`,
  `http:\\\\127.0.0.1:${port}/`,
  `http://0.0.0.0:${port}/`,
  `https://127.0.0.1:${port}/`,
];

describe('specialPurposeClass', () => {
  it.each([
    ['127.0.0.1', 'loopback'],
    ['127.255.0.9', 'loopback'],
    ['::1', 'loopback'],
    ['0.0.0.0', 'unspecified'],
    ['::', 'unspecified'],
    ['10.1.2.3', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.0.1', 'private'],
    ['fd12::1', 'private'],
    ['169.254.169.254', 'metadata service'],
    ['fd00:ec2::254', 'metadata service'],
    ['169.254.1.1', 'link-local'],
    ['fe80::1', 'link-local'],
    ['100.64.0.1', 'carrier NAT'],
    ['224.0.0.1', 'multicast'],
    ['ff02::1', 'multicast'],
    ['255.255.255.255', 'reserved'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['::ffff:a00:1', 'private'],
    ['64:ff9b::7f00:1', 'loopback'],
    ['2002:7f00:1::', 'loopback'],
    ['::127.0.0.1', 'loopback'],
    ['::ffff:0:127.0.0.1', 'loopback'],
    ['2001:db9::5efe:7f00:1', 'loopback'],
    ['fe80::1%eth0', 'link-local'],
    ['fe80::1%25', 'link-local'],
    ['168.63.129.16', 'metadata service'],
    ['100.100.100.200', 'metadata service'],
    ['169.254.170.23', 'metadata service'],
    ['fd20:ce::254', 'metadata service'],
    ['64:ff9b::a9fe:a9fe', 'metadata service'],
    ['64:ff9b:1::1', 'reserved'],
    ['2001::1', 'reserved'],
    ['2001:db8::1', 'reserved'],
    ['fec0::1', 'private'],
    ['192.0.2.7', 'reserved'],
    ['198.19.0.1', 'reserved'],
    ['4000::1', 'reserved'],
  ])('%s is %s', (address, why) => expect(specialPurposeClass(address)).toBe(why));

  it.each(['1.1.1.1', '8.8.8.8', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8', '64:ff9b::808:808'])(
    '%s is public',
    (address) => expect(specialPurposeClass(address)).toBeNull(),
  );

  it('gives an IPv4 address the same class inside every IPv6 form', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
        const words = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
        expect(specialPurposeClass(`::ffff:${words}`)).toBe(specialPurposeClass(address));
        expect(specialPurposeClass(`64:ff9b::${words}`)).toBe(specialPurposeClass(address));
        expect(parseAuthority(`${(((a * 256 + b) * 256 + c) * 256 + d) >>> 0}:80`, 0)?.host).toBe(address);
      }),
    );
  });
});

describe('networkPolicy', () => {
  const why = (allow: string[], host: string, port: number, address = host) =>
    networkPolicy({ allow, connectTo: [], ports: [] }).refusalReason({ host, port }, address);

  it('opens what an entry names and nothing else', () => {
    expect(why(['127.0.0.1:9400'], '127.0.0.1', 9400)).toBeNull();
    expect(why(['127.0.0.1:9400'], '127.0.0.1', 9401)).toContain('loopback');
    expect(why(['10.0.0.0/8'], 'a.example', 80, '10.2.3.4')).toBeNull();
    expect(why(['10.0.0.0/8'], 'a.example', 80, '192.168.0.1')).toContain('private');
    expect(why(['intranet.example:8080'], 'intranet.example', 8080, '10.0.0.1')).toBeNull();
    expect(why(['intranet.example:8080'], 'other.example', 8080, '10.0.0.1')).toContain('private');
    expect(why(['[::1]:80'], '::1', 80)).toBeNull();
    expect(why([], '8.8.8.8', 22)).toContain('port 22');
    expect(why([], '8.8.8.8', 8443)).toBeNull();
  });

  it('opens a metadata service by its own address only', () => {
    for (const allow of ['169.254.0.0/16', '0.0.0.0/0', 'meta.example'])
      expect(why([allow], 'meta.example', 80, '169.254.169.254'), allow).toContain('metadata');
    expect(why(['169.254.169.254:80'], 'meta.example', 80, '::ffff:169.254.169.254')).toBeNull();
  });

  it('allows web ports only, and names the setting for others', () => {
    for (const port of [25, 3306, 5432, 6379, 9200, 11211, 27017, 0])
      expect(why([], '8.8.8.8', port)).toContain(`NEWSHAWK_ALLOW_PORTS=${port}`);
    const wide = networkPolicy({ allow: [], connectTo: [], ports: ['9200', '20000-20100'] });
    expect([9200, 20_050, 9201].map((port) => wide.refusalReason({ host: 'a', port }, '8.8.8.8') === null)).toEqual([
      true,
      true,
      false,
    ]);
    expect(why([], '127.0.0.1', 80)).toContain('NEWSHAWK_ALLOW_NETWORKS=127.0.0.1:80');
    expect(why([], '::1', 80)).toContain('NEWSHAWK_ALLOW_NETWORKS=[::1]:80');
  });

  it.each([
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/33',
    '/8',
    'a/8',
    '*',
    '*.example',
    'http://a.example',
    'a.example/',
    'a.example:',
    'a.example:0',
    'a.example:70000',
    'user@a.example',
    ':p@a.example',
    'a b',
    'a#b',
    '[::1',
    '::1]:80',
    '[fe80::1%eth0]',
    'a,b',
    '-:-',
    '..',
  ])('refuses %j as an entry', (entry) =>
    expect(() => networkPolicy({ allow: [entry], connectTo: [], ports: [] })).toThrow('is not a CIDR'),
  );

  it('recognizes local names with any number of trailing dots', () => {
    const { isLocalName } = networkPolicy({ allow: [], connectTo: [], ports: [] });
    for (const name of [
      'localhost',
      'localhost..',
      'x.localhost.',
      'intranet',
      'kubernetes.default.svc',
      'nas.lan',
      'metadata.google.internal',
    ])
      expect(isLocalName(parseAuthority(name, 80)?.host ?? ''), name).toBe(true);
    for (const name of ['news.example', 'local.example', '8.8.8.8']) expect(isLocalName(name), name).toBe(false);
  });

  it('names every malformed entry', () => {
    expect(() =>
      networkPolicy({ allow: ['10.0.0.0/99', 'ok.example', 'a b'], connectTo: ['x=y'], ports: ['0', '9-8', '8080'] }),
    ).toThrow(/10\.0\.0\.0\/99[\s\S]*a b[\s\S]*x=y/);
  });
});

describe('the guard', () => {
  it('refuses addresses outside the public internet, in every notation', async () => {
    await using guard = await openTestGuard();
    const route = await guard.routeFor(null);
    const { port } = site;
    for (const url of [...spellings(port), 'http://169.254.169.254/latest/meta-data/'])
      expect(await ending(get(route, url)), url).toContain(
        'misconfigured: NewshawkError: refused by the network policy',
      );
    expect(site.asked).toEqual([]);
    expect(guard.lastError(route, { host: '127.0.0.1', port })?.kind).toBe('refused');
  });

  it('reaches the same notations if they are allowed', async () => {
    await using guard = await openTestGuard({ allow: [`127.0.0.1:${site.port}`, '0.0.0.0'] });
    const route = await guard.routeFor(null);
    const endings = await Promise.all(spellings(site.port).map((url) => ending(get(route, url))));
    expect(endings.filter((end) => end === '200').length).toBeGreaterThanOrEqual(15);
  });

  it('checks a name again for every connection', async () => {
    const answers = [['127.0.0.1'], ['127.0.0.2'], ['127.0.0.2', '10.0.0.1']];
    await using guard = await openTestGuard({
      allow: [`127.0.0.1:${site.port}`],
      resolve: async () => answers.shift() ?? ['127.0.0.2'],
    });
    const route = await guard.routeFor(null);
    const url = `http://rebind.example:${site.port}/close`;
    expect(await ending(get(route, url))).toBe('200');
    for (let times = 0; times < 3; times++)
      expect(await ending(get(route, url))).toContain('127.0.0.2 is a loopback address');
  });

  it('checks the address, not the name, and pins it', async () => {
    const answers = [['93.184.216.34', '127.0.0.1'], ['127.0.0.1'], ['10.0.0.7']];
    const asked: string[] = [];
    await using guard = await openTestGuard({
      allow: [`127.0.0.1:${site.port}`],
      resolve: async (host) => {
        asked.push(host);
        return answers[Number(host[0])] ?? [];
      },
    });
    const route = await guard.routeFor(null);
    expect(await ending(get(route, `http://1.rebind.example:${site.port}/`))).toBe('200');
    expect(await ending(get(route, `http://1.rebind.example:${site.port}/`))).toBe('200');
    expect(asked).toEqual(['1.rebind.example']); // one connection, checked once and reused
    expect(await ending(get(route, 'http://2.rebind.example/'))).toContain('10.0.0.7 is a private address');
    expect(await ending(get(route, 'http://3.rebind.example/'))).toContain('unreachable');
  });

  it('refuses a redirect into the private network, and to other schemes', async () => {
    await using guard = await openTestGuard({ allow: [`127.0.0.1:${site.port}`] });
    const route = await guard.routeFor(null);
    expect(await ending(get(route, `${site.origin}/to-private`))).toContain('10.0.0.1 is a private address');
    expect(await ending(get(route, `${site.origin}/to-file`))).toContain('refused by the network policy');
    expect((await get(route, `${site.origin}/spoof`)).headers).not.toHaveProperty('x-newshawk-refused');
  });

  it('does not connect to itself, even if loopback is allowed', async () => {
    await using guard = await openTestGuard({ allow: ['127.0.0.0/8'] });
    const route = await guard.routeFor(null);
    expect(await ending(get(route, `${route}/`))).toContain('does not serve itself');
  });

  it('connects to the connect-to address, if that is allowed', async () => {
    const connectTo = [`paper.example:80=127.0.0.1:${site.port}`, 'other.example:80=127.0.0.1:9'];
    await using guard = await openTestGuard({ allow: [`127.0.0.1:${site.port}`], connectTo });
    const route = await guard.routeFor(null);
    const response = await get(route, 'http://paper.example/');
    expect([response.url, Buffer.from(response.body).toString()]).toEqual(['http://paper.example/', '<p>inside</p>']);
    expect(await ending(get(route, 'http://other.example/'))).toContain('misconfigured');
  });

  it('uses the proxy of its route, and reports when that fails', async () => {
    const [one, two]: [string[], string[]] = [[], []];
    await using first = await openCountingProxy(site, one);
    const second = await openCountingProxy(site, two);
    await using guard = await openTestGuard({ resolve: () => Promise.reject(new Error('unknown here')) });
    const [a, b] = [await guard.routeFor(first.origin), await guard.routeFor(second.origin)];
    expect(await ending(get(a, 'http://a.example/', first.origin))).toBe('200');
    expect(await ending(get(b, 'http://b.example/', second.origin))).toBe('200');
    expect({ one, two }).toEqual({ one: ['http://a.example/'], two: ['http://b.example/'] });
    for (const url of ['http://127.0.0.1/', 'http://intranet/', 'http://printer.local/', 'https://10.0.0.1/'])
      expect(await ending(get(a, url, first.origin))).toContain('misconfigured');
    await second[Symbol.asyncDispose]();
    expect(await ending(get(b, 'http://b.example/', second.origin))).toContain('proxy:');
    expect(await ending(get(b, 'https://b.example/', second.origin))).toContain('proxy:');
    expect(one.length).toBe(1);
  });

  it('counts what came back through a route, also of failed requests, until it is closed', async () => {
    await using guard = await openTestGuard({ allow: ['127.0.0.0/8'] });
    const url = await guard.routeFor(null);
    expect(guard.bytesThrough(url)).toBe(0);
    await get(url, `${site.origin}/`);
    const once = guard.bytesThrough(url);
    expect(once).toBeGreaterThan('<p>inside</p>'.length);
    expect(await ending(get(url, `${site.origin}/spoof`))).toBe('200');
    expect(guard.bytesThrough(url)).toBeGreaterThan(once);
    await guard.closeRoute(url);
    expect(guard.bytesThrough(url)).toBe(0);
    expect(await ending(get(url, `${site.origin}/`))).toMatch(/^(?:bug|unreachable|proxy)/);
    expect(await ending(get(await guard.routeFor(null), `${site.origin}/`))).toBe('200');
  });

  it('sends its credentials only to a proxy that requires them', async () => {
    const seen: (string | undefined)[] = [];
    const proxy: Server = createServer((request, response) => {
      seen.push(request.headers['proxy-authorization']);
      if (request.headers['proxy-authorization'] === undefined) response.writeHead(407).end();
      else response.end('through');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => proxy.once('listening', resolve));
    const host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    await using guard = await openTestGuard({ resolve: async () => ['93.184.216.34'] });
    const [known, unknown] = [await guard.routeFor(`http://me:p%40ss@${host}`), await guard.routeFor(`http://${host}`)];
    expect(await ending(get(known, 'http://a.example/', host))).toBe('200');
    expect(Buffer.from(seen[0]?.split(' ')[1] ?? '', 'base64').toString()).toBe('me:p@ss');
    expect(await ending(get(unknown, 'http://a.example/', host))).toContain('proxy:');
    proxy.closeAllConnections();
    proxy.close();
  });

  it('reaches SOCKS5 proxies', async () => {
    const socks = createTcp((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => {
        socket.write(Buffer.from([5, 0]));
        socket.once('data', () => {
          socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
          const target = connect(site.port, '127.0.0.1');
          target.on('error', () => socket.destroy());
          socket.pipe(target).pipe(socket);
        });
      });
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => socks.once('listening', resolve));
    const url = `socks5://127.0.0.1:${(socks.address() as AddressInfo).port}`;
    await using guard = await openTestGuard({ resolve: async () => ['93.184.216.34'] });
    expect(await ending(get(await guard.routeFor(url), 'http://a.example/', url))).toBe('200');
    socks.close();
  });
});
