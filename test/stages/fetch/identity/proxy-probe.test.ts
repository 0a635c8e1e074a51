import { createServer, type Server, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { kindOf, NewshawkError } from '../../../../src/errors.ts';
import { openHttpClient } from '../../../../src/stages/fetch/http/http-client.ts';
import { CookieJars } from '../../../../src/stages/fetch/identity/identity-cookies.ts';
import {
  attributeTimeout,
  attributingTimeouts,
  openProxyProbe,
  probeProxies,
} from '../../../../src/stages/fetch/identity/proxy-probe.ts';
import { stoppedClock } from '../../../support/manual-clock.ts';
import { identityOf, openCountingProxy, openLocalSite, openTestGuard } from '../local-site.ts';

interface Speaker extends AsyncDisposable {
  readonly port: number;
  /** Connections so far. */
  readonly greeted: () => number;
}

/** A TCP server that does with a connection what the test says. */
async function openSpeaker(speak: (socket: Socket) => void): Promise<Speaker> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket.on('error', () => {})); // the other side closed it
    speak(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    greeted: () => sockets.size,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const silent = (socket: Socket): void => void socket.resume();

function probeOf(proxyUrl: string | null) {
  const time = { ms: 0 };
  const probeProxy = openProxyProbe({
    proxyUrlOf: () => proxyUrl,
    clock: { now: () => new Date(time.ms), monotonicMs: () => time.ms },
    timeoutMs: 250,
  });
  return { time, ask: () => probeProxy({ id: 'x', proxy: 'http://proxy' }), probeProxy };
}

describe('a probe', () => {
  it('reports proxies that hang or are unreachable, and accepts any answer', async () => {
    await using mute = await openSpeaker(silent);
    await using rude = await openSpeaker((socket) => void socket.once('data', () => socket.end()));
    await using socks = await openSpeaker(
      (socket) => void socket.once('data', (hello) => socket.write(Buffer.from([5, hello[0] === 5 ? 0 : 255]))),
    );
    await using site = await openLocalSite({ '/': 'a site' });
    await using proxy = await openCountingProxy(site, []);
    expect(await probeOf(`http://127.0.0.1:${mute.port}`).ask()).toContain('does not answer in 250 ms');
    expect(await probeOf(`socks5://127.0.0.1:${mute.port}`).ask()).toContain('does not answer in 250 ms');
    expect(await probeOf(`https://127.0.0.1:${mute.port}`).ask()).toContain('does not answer in 250 ms');
    expect(await probeOf('http://127.0.0.1:9').ask()).toContain('ECONNREFUSED');
    expect(await probeOf(`http://127.0.0.1:${rude.port}`).ask()).toBeNull();
    expect(await probeOf(`socks5://me:pw@127.0.0.1:${socks.port}`).ask()).toBeNull();
    expect(await probeOf(proxy.origin).ask()).toBeNull();
    expect(await probeOf(null).ask()).toBeNull();
  });

  it('probes once in half a minute, also for concurrent calls', async () => {
    await using mute = await openSpeaker(silent);
    const { ask, time } = probeOf(`http://127.0.0.1:${mute.port}`);
    await Promise.all([ask(), ask(), ask()]);
    await ask();
    expect(mute.greeted()).toBe(1);
    time.ms += 31_000;
    await ask();
    expect(mute.greeted()).toBe(2);
  });
});

describe('probeProxies', () => {
  it('probes every proxy, and reports it without its credentials', async () => {
    await using site = await openLocalSite({ '/': 'a site' });
    await using proxy = await openCountingProxy(site, []);
    const place = proxy.origin.replace('http://', '');
    const clock = stoppedClock(new Date(0));
    expect(await probeProxies([`http://me:pw@${place}`, { url: 'socks5://127.0.0.1:9' }], clock)).toEqual([
      { proxy: proxy.origin, silence: null },
      { proxy: 'socks5://127.0.0.1:9', silence: "can't be reached (ECONNREFUSED)" },
    ]);
  });
});

describe('a timeout', () => {
  const late = new NewshawkError('timed-out', 'no complete response in 5 ms: http://a.example/');

  it("is the proxy's error if that does not answer, otherwise the site's", async () => {
    await using mute = await openSpeaker(silent);
    await using guard = await openTestGuard();
    const proxy = `http://127.0.0.1:${mute.port}`;
    const identity = identityOf(await guard.routeFor(proxy), 'p', proxy);
    const http = openHttpClient({ ignoreTlsErrors: false, cookies: new CookieJars() });
    await using client = attributingTimeouts(http, probeOf(proxy).probeProxy);
    const request = { url: 'http://a.example/', identity, maxBytes: 1_000, timeoutMs: 200 };
    const error = await client.fetch(request).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(kindOf(error)).toBe('proxy');
    expect(String(error)).toContain(`${proxy} does not answer in 250 ms`);
    expect(await attributeTimeout(late, identity, async () => null)).toBe(late);
    const other = new NewshawkError('unreachable', 'no');
    expect(await attributeTimeout(other, identity, async () => 'silent')).toBe(other);
    const cancelled = { ...request, signal: AbortSignal.abort() };
    await expect(client.fetch(cancelled)).rejects.toMatchObject({ kind: 'timed-out' });
  });
});
