import { describe, expect, it } from 'vitest';
import { commonFailureLines } from '../../../src/cli/run/run-rows.ts';
import { commonFailure } from '../../../src/crawl/failure/common-failure.ts';
import type { Visit } from '../../../src/model/crawl/visit.ts';
import { readConfig } from '../../../src/settings/config.ts';
import type { VisitSummary } from '../../../src/storage/collections/crawl/visits.ts';

type Ended = Pick<Visit, 'url' | 'outcome' | 'reason' | 'detail'>;
const ended = (url: string, outcome: Visit['outcome'], reason: Visit['reason'], detail: string): Ended => ({
  url: url as Visit['url'],
  outcome,
  reason,
  detail,
});

async function linesOf(visits: readonly Ended[], allowNetworks: readonly string[] = []): Promise<string[]> {
  const tally = (keys: readonly string[]) =>
    Object.fromEntries([...Map.groupBy(keys, String)].map(([k, v]) => [k, v.length]));
  const summary = {
    byOutcome: tally(visits.map(({ outcome }) => outcome)),
    byReason: tally(visits.flatMap(({ outcome, reason }) => (reason === null ? [] : [`${outcome}:${reason}`]))),
  } as unknown as VisitSummary;
  const store = { visits: { find: async () => visits.toReversed() } } as unknown as Parameters<typeof commonFailure>[0];
  const config = { ...readConfig({}).config, allowNetworks };
  return commonFailureLines(await commonFailure(store, 'r', { summary, config }));
}

const refused = (port: number) =>
  `127.0.0.1:${port}: 127.0.0.1 is a loopback address (NEWSHAWK_ALLOW_NETWORKS=127.0.0.1:${port} opens it)`;

describe('commonFailure', () => {
  it('opens all refused addresses by one command line that can be copied', async () => {
    const visits = [4000, 4001].map((port) =>
      ended(`http://127.0.0.1:${port}/`, 'failed', 'misconfigured', refused(port)),
    );
    expect(await linesOf(visits, ['10.0.0.0/8'])).toEqual([
      expect.stringMatching(
        /^All 2 pages failed: misconfigured: 127\.0\.0\.1:4000: 127\.0\.0\.1 is a loopback address/,
      ),
      'The network policy refuses it. To allow it: `NEWSHAWK_ALLOW_NETWORKS=10.0.0.0/8,127.0.0.1:4000,127.0.0.1:4001 newshawk crawl http://127.0.0.1:4000/ http://127.0.0.1:4001/`',
    ]);
  });

  it('counts a page once that was tried again', async () => {
    const lines = await linesOf([
      ended('http://a.example/', 'deferred', 'unreachable', 'the name a.example does not resolve'),
      ended('http://a.example/', 'failed', 'unreachable', 'the name a.example does not resolve'),
    ]);
    expect(lines).toEqual([
      'The only page failed: unreachable: the name a.example does not resolve.',
      'Check how the host is written, and that this machine has DNS.',
    ]);
  });

  it.each([
    ['dropped', 'robots', 'robots.txt forbids it', /obeys robots\.txt/],
    ['dropped', 'gone', 'the site answered 404', /Check the address/],
    ['deferred', 'no-browser', 'none starts', /doctor --fix browser/],
    ['failed', 'blocked', 'status 403', /NEWSHAWK_HOST_GAP_MS/],
    ['failed', 'unreachable', 'http://a.example/ answered 503', /answers with an error/],
    ['failed', 'unreachable', 'connection refused', /its server runs/],
    ['failed', 'proxy', 'it does not answer', /doctor proxies/],
  ] as const)('names a remedy for %s:%s', async (outcome, reason, detail, remedy) => {
    const [what, todo] = await linesOf([ended('http://a.example/', outcome, reason, detail)]);
    expect(what).toBe(`The only page failed: ${reason}: ${detail}.`);
    expect(todo).toMatch(remedy);
  });

  it('says nothing where a page worked, or the reasons differ', async () => {
    const failed = ended('http://a.example/', 'failed', 'blocked', 'status 403');
    expect(await linesOf([failed, ended('http://a.example/b', 'stored', null, '')])).toEqual([]);
    expect(await linesOf([failed, ended('http://a.example/b', 'failed', 'timed-out', '10 s')])).toEqual([]);
    expect(await linesOf([ended('http://a.example/b', 'dropped', 'not-an-article', '')])).toEqual([]);
  });
});
