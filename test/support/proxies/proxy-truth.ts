import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { openApp } from '../../../src/main.ts';
import type { Visit } from '../../../src/model/crawl/visit.ts';
import type { FetchWay } from '../../../src/model/page/page.ts';
import { type BrowsersConfig, defineBrowsers } from '../../../src/settings/browsers.ts';
import type { BrowsersDefinition } from '../../../src/settings/definitions/browsers-definition.ts';
import { openIdentities } from '../../../src/stages/fetch/identity/identities.ts';
import { CookieJars } from '../../../src/stages/fetch/identity/identity-cookies.ts';
import { noGuard } from '../ports.ts';
import { exitOf, type ProxyFarm } from './proxy-farm.ts';

/** How an identity must look to the target. */
export interface Looks {
  readonly exit: string;
  readonly userAgent: string;
  /** As a visit record names it. */
  readonly proxy: string;
}

export interface Cast {
  readonly browsers: BrowsersConfig;
  readonly looks: ReadonlyMap<string, Looks>;
  /** Hosts such that every identity has one at least, and who asks for each as long as all is well. */
  readonly hosts: ReadonlyMap<string, string>;
}

export interface Reach {
  /** Identities of a proxy: by session name for the first half of the proxies, by profile for the others. */
  readonly perProxy: number;
  readonly extraHosts: number;
  readonly browsers?: BrowsersDefinition;
}

/** Identities over the farm's proxies, and hosts for all of them. */
export async function castOf(farm: ProxyFarm, { perProxy, extraHosts, browsers = {} }: Reach): Promise<Cast> {
  const numbers = Array.from({ length: perProxy }, (_, index) => index + 1);
  const agentOf = (profile: number): string =>
    `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36 p${profile}`;
  const config = defineBrowsers({
    images: true,
    ...browsers,
    profiles: numbers.map((number) => ({ name: `p${number}`, userAgent: agentOf(number) })),
    proxies: farm.proxies.flatMap(
      (place, index): NonNullable<BrowsersDefinition['proxies']> =>
        index < farm.proxies.length / 2
          ? numbers.map((number) => ({ url: `http://user-s${number}:pw@${place}`, profiles: ['p1'] }))
          : [`http://${place}`],
    ),
  });
  const identities = await openIdentities({
    browsers: config,
    guard: { ...noGuard, routeFor: async () => 'http://127.0.0.1:9' },
    cookies: new CookieJars(),
    clock: { now: () => new Date(0), monotonicMs: () => 0 },
    log: { debug() {}, info() {}, warn() {}, error() {} },
    chromiumVersion: '153.0.0.0',
  });
  const looks = new Map<string, Looks>();
  const hosts = new Map<string, string>();
  for (let site = 0; looks.size < perProxy * farm.proxies.length || extraHosts > hosts.size - looks.size; site++) {
    const host = `s${site}.example`;
    const route = await identities.pick(host);
    if (looks.has(route.id) && hosts.size - looks.size >= extraHosts) continue;
    const { username, host: place } = new URL(identities.proxyUrlOf(route) ?? '');
    const session = username === '' ? null : Number(username.slice('user-s'.length));
    const exit = exitOf(farm.proxies.indexOf(place), session);
    looks.set(route.id, { exit, userAgent: route.userAgent, proxy: `http://${place}` });
    hosts.set(host, route.id);
  }
  return { browsers: config, looks, hosts };
}

export interface CrawlWanted {
  readonly cast: Cast;
  readonly render: FetchWay;
  readonly hosts: readonly string[];
  readonly concurrency: number;
}

/** The real crawl over these hosts, with its own store. */
export async function crawlThrough({ cast, render, hosts, concurrency }: CrawlWanted): Promise<readonly Visit[]> {
  const cwd = await mkdtemp(join(tmpdir(), 'newshawk-proxies-'));
  try {
    await writeFile(join(cwd, 'browsers.config.ts'), `export default ${JSON.stringify(cast.browsers)};\n`);
    const names = hosts.flatMap((host) => [host, `frame.${host}`, `early.${host}`]);
    const env = {
      ...process.env,
      NEWSHAWK_RENDER: render,
      NEWSHAWK_HOST_GAP_MS: '0',
      NEWSHAWK_ALLOW_NETWORKS: ['shared.example', ...names].join(','),
    };
    const quiet = { logLevel: 'silent', logJson: false, logStream: new PassThrough() } as const;
    await using app = await openApp({ env, cwd, ...quiet });
    const { runId } = await app.crawl({
      targets: hosts.map((host) => `http://${host}/article`),
      limit: null,
      depth: 0,
      concurrency,
      timeLimitMs: null,
      failureLimit: null,
      topic: null,
      resume: false,
      signal: new AbortController().signal,
      onProgress: () => {},
    });
    return await (await app.store()).visits.find({ run: runId, limit: 10_000 });
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}

/** Requests that left by another way than the visits of their host say, or looked like somebody else; and visits whose proxy is not their identity's. */
export function liesOf(farm: ProxyFarm, { looks }: Cast, visits: readonly Visit[]): readonly string[] {
  const askers = new Map<string, Looks[]>();
  const lies: string[] = [];
  for (const { url, identity, proxy } of visits) {
    const look = looks.get(identity ?? '');
    if (look === undefined || look.proxy !== proxy) lies.push(`${url}: the record names ${identity} and ${proxy}`);
    else askers.set(new URL(url).host, [...(askers.get(new URL(url).host) ?? []), look]);
  }
  for (const { peer, host, path, userAgent } of farm.seen) {
    if (host === 'shared.example') continue; // judged by who has which cookie
    const named = askers.get(host.replace(/^(frame|early)\./, '')) ?? [];
    if (!named.some((look) => look.exit === peer && look.userAgent === userAgent))
      lies.push(`${host}${path} left by ${peer} as ${userAgent.slice(-3)}; the record says ${JSON.stringify(named)}`);
  }
  const exits = new Set([...looks.values()].map(({ exit }) => exit));
  for (const peer of farm.peers) if (!exits.has(peer)) lies.push(`a connection from ${peer}: no exit of any proxy`);
  return lies;
}

/** Readers' numbers on the host that all pages go by, and who showed up with them: one each, where no cookie leaks. */
export function readersOf(farm: ProxyFarm): ReadonlyMap<string, ReadonlySet<string>> {
  const readers = new Map<string, Set<string>>();
  for (const { host, peer, userAgent, cookie } of farm.seen) {
    const number = /reader=(\d+)/.exec(cookie)?.[1];
    if (host !== 'shared.example' || number === undefined) continue;
    readers.set(number, (readers.get(number) ?? new Set()).add(`${peer} ${userAgent}`));
  }
  return readers;
}
