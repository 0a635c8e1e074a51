import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { App } from '../../../src/app.ts';
import { doctor } from '../../../src/cli/project/doctor.ts';
import { localMachine, type Machine } from '../../../src/cli/project/machine.ts';
import { type CliIo, Session } from '../../../src/cli/session.ts';
import { CommandError, exitCodes, NewshawkError, QueueError } from '../../../src/errors.ts';
import type { RedisQueue } from '../../../src/queue/redis-queue.ts';
import { cli } from '../../support/app/cli.ts';
import { now, openFakeApp } from '../../support/app/fake-app.ts';

const well: Machine = {
  nodeVersion: '24.21.0',
  platform: 'linux',
  chineseFonts: async () => ['Noto Sans CJK SC'],
  freeBytes: async () => 50e9,
  openToOthers: async () => [],
  distribution: async () => ['ubuntu', 'debian'],
  kernelSetting: async () => null,
};

async function examine(overrides: { machine?: Partial<Machine>; app?: () => Promise<App>; io?: Partial<CliIo> }) {
  const stdout = new PassThrough();
  const io: CliIo = {
    stdin: stdout,
    stdout,
    stderr: new PassThrough(),
    env: {},
    cwd: process.cwd(),
    invocation: 'newshawk',
    isTty: false,
    columns: 80,
    clock: { now: () => now },
    openApp: overrides.app ?? (() => openFakeApp({ empty: true })),
    onInterrupt: () => () => {},
    tryBrowser: async () => ({
      executablePath: '/opt/chromium',
      origin: 'packaged',
      version: '153.0.0.0',
      hasSandbox: true,
      trouble: null,
    }),
    browserMender: { dropUnpacked: async () => [], install: () => Promise.reject(new Error('no download here')) },
    packPackage: async () => 'newshawk.tgz',
    installPackages: async () => {},
    startDemo: () => Promise.reject(new Error('not asked for')),
    ...overrides.io,
  };
  const session = new Session(io);
  session.options = { json: true, quiet: false, verbose: false };
  const code = await doctor(session, { ...well, ...overrides.machine });
  const diagnoses = JSON.parse(String(stdout.read())) as {
    check: string;
    status: string;
    says: string;
    fix: string | null;
  }[];
  return { code, of: (name: string) => diagnoses.find(({ check }) => check === name), diagnoses };
}

describe('doctor', () => {
  it("advises a folder on a disk where the store's is on none, and no larger disk or topics file", async () => {
    const lost = new NewshawkError('store', 'The store /proc/nope failed: the folder can not be created there');
    const app = async () => ({
      ...(await openFakeApp({ empty: true })),
      store: () => Promise.reject(lost),
      topics: () => Promise.reject(lost),
    });
    const { of, code } = await examine({ app: app as never, machine: { freeBytes: async () => null } });
    expect(code).toBe(exitCodes.configuration);
    expect(of('store')?.says).toContain('/proc/nope');
    expect(of('disk')).toMatchObject({ status: 'fail', fix: expect.stringContaining('NEWSHAWK_STORE') });
    expect(of('disk')?.fix).not.toContain('larger');
    expect(of('topics')).toMatchObject({ status: 'warn', says: expect.stringContaining('the store does not answer') });
  });

  it('reports no problem on a sound machine: exit 0, nothing to fix', async () => {
    const { code, diagnoses } = await examine({});
    expect({ code, diagnoses: diagnoses.filter(({ status }) => status !== 'ok') }).toEqual({ code: 0, diagnoses: [] });
    expect(diagnoses.map(({ check }) => check)).toEqual([
      'node',
      'configuration',
      'browser',
      'proxies',
      'chinese font',
      'store',
      'queue',
      'scrapers',
      'topics',
      'alerts',
      'receivers',
      'categories',
      'server',
      'disk',
    ]);
  });

  it('warns where other users can read the store', async () => {
    const open = await examine({
      machine: { openToOthers: async (paths) => paths.filter((path) => !/newshawk\.db$|blobs$/.test(path)) },
    });
    expect(open.of('store')).toMatchObject({
      status: 'warn',
      says: expect.stringMatching(/can read \S+newshawk\.db-journal, \S+newshawk\.db-wal, \S+newshawk\.db-shm$/),
    });
    expect(open.of('store')?.fix).toMatch(/^chmod -R go= /);
    const closed = await examine({
      machine: { openToOthers: async (paths) => paths.filter((path) => path.endsWith('newshawk.db')) },
    });
    expect(closed.of('store')?.status).toBe('ok');
  });

  it('says what the server of the store does not do', async () => {
    const app = async () => {
      const fake = await openFakeApp({ empty: true });
      const store = await fake.store();
      return {
        ...fake,
        store: async () => ({ ...store, ping: async () => {}, lacks: ['no validation of documents'] }),
      };
    };
    const { of } = await examine({ app: app as never });
    expect(of('store')).toMatchObject({ status: 'warn', says: expect.stringContaining('no validation of documents') });
  });

  it("says where the queue is, and why it can't be used", async () => {
    const withQueue = (queue: App['queue']) => async () => ({ ...(await openFakeApp({ empty: true })), queue });
    const answering = { location: 'redis://queue.example' } as RedisQueue;
    expect((await examine({ app: withQueue(async () => answering) })).of('queue')).toMatchObject({
      status: 'ok',
      says: 'redis://queue.example answers',
    });
    const away = () => Promise.reject(new QueueError('The queue redis://queue.example does not answer'));
    const { code, of } = await examine({ app: withQueue(away) });
    expect({ code, queue: of('queue') }).toMatchObject({
      code: exitCodes.configuration,
      queue: {
        status: 'fail',
        says: 'The queue redis://queue.example does not answer',
        fix: expect.stringMatching(/Redis/),
      },
    });
  });

  it('names the command that installs what is missing', async () => {
    const noBrowser = {
      tryBrowser: () => Promise.reject(new CommandError(exitCodes.browser, 'No browser was found')),
    };
    const { code, of } = await examine({ io: noBrowser });
    expect({ code, browser: of('browser') }).toMatchObject({
      code: 10,
      browser: { status: 'fail', fix: expect.stringContaining('npm ci') },
    });
  });

  it('fails where the browser says its version and opens no page, and says what to do', async () => {
    const tried = { executablePath: '/opt/chromium', origin: 'packaged', version: '153.0.0.0', hasSandbox: true };
    const trouble = 'The browser /opt/chromium does not start: No usable sandbox!';
    const { code, of } = await examine({ io: { tryBrowser: async () => ({ ...tried, trouble }) } });
    expect({ code, browser: of('browser') }).toMatchObject({
      code: 10,
      browser: { status: 'fail', says: trouble, fix: expect.stringContaining('seccomp profile') },
    });
  });

  it('says whether pages are confined', async () => {
    const tried = { executablePath: '/opt/chromium', origin: 'packaged', version: '153.0.0.0', trouble: null };
    for (const [hasSandbox, words] of [
      [true, 'with its sandbox'],
      [false, 'without its sandbox'],
    ] as const) {
      const { of } = await examine({ io: { tryBrowser: async () => ({ ...tried, hasSandbox }) } });
      expect(of('browser')).toMatchObject({ status: 'ok', says: expect.stringContaining(words) });
    }
  });

  it('makes the checks that are named, and only those', async () => {
    const { code, stdout } = await cli(['doctor', 'chinese-font', 'node', '--json'], {
      app: await openFakeApp({ empty: true }),
    });
    expect({ code, stdout: JSON.parse(stdout).map(({ check }: { check: string }) => check) }).toEqual({
      code: 0,
      stdout: ['node', 'chinese font'],
    });
    const unknown = await cli(['doctor', 'browzer']);
    expect(unknown).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no check browzer. There are: node,'),
    });
  });

  it('names the proxies that are silent, and fails where all are', async () => {
    const [well, ill] = [
      { proxy: 'http://a.example:1', silence: null },
      { proxy: 'http://b.example:1', silence: 'does not answer in 5000 ms' },
    ];
    const checked = async (proxies: (typeof well | typeof ill)[]) => {
      const app = async () => ({ ...(await openFakeApp({ empty: true })), checkProxies: async () => proxies });
      const { of, code } = await examine({ app });
      return { ...of('proxies'), code };
    };
    expect(await checked([well])).toMatchObject({ status: 'ok', says: '1 of 1 answer' });
    expect(await checked([well, ill])).toMatchObject({
      status: 'warn',
      says: '1 of 2 answer; http://b.example:1 does not answer in 5000 ms',
    });
    expect(await checked([ill])).toMatchObject({ status: 'fail', code: 21 });
  });

  it.each<[string, Partial<Machine>, string, number]>([
    ['node', { nodeVersion: '20.11.0' }, 'fail', 4],
    ['chinese font', { chineseFonts: async () => [] }, 'warn', 0],
    ['chinese font', { chineseFonts: async () => null }, 'warn', 0],
    ['disk', { freeBytes: async () => 1e9 }, 'warn', 0],
    ['disk', { freeBytes: async () => 1e8 }, 'fail', 4],
  ])('%s %o: %s, exit %i', async (check, machine, status, exit) => {
    const { code, of } = await examine({ machine });
    expect({ code, status: of(check)?.status }).toEqual({ code: exit, status });
    expect(of(check)?.fix).not.toBeNull();
  });

  it('goes on when the configuration is wrong, and says what is', async () => {
    const mistake = new CommandError(exitCodes.configuration, 'NEWSHAWK_WORKERS=x: must be a whole number');
    const { code, of } = await examine({ app: () => Promise.reject(mistake) });
    expect({
      code,
      says: of('configuration')?.says,
      storeStatus: of('store')?.status,
      browserStatus: of('browser')?.status,
    }).toEqual({ code: 4, says: mistake.message, storeStatus: 'warn', browserStatus: 'ok' });
  });

  it('says what is wrong with store, scrapers and topics', async () => {
    const app = await openFakeApp({
      empty: true,
      store: () => Promise.reject(new NewshawkError('store', 'no server at mongodb://joe:hidden@db')),
      sites: () => Promise.reject(new CommandError(exitCodes.configuration, 'two scrapers claim x.example')),
      topics: async () => [],
    });
    const { code, of } = await examine({ app: async () => app });
    expect(code).toBe(4);
    expect(of('store')).toMatchObject({ status: 'fail', says: 'no server at mongodb://…@db' });
    expect(of('scrapers')).toMatchObject({ status: 'fail', says: 'two scrapers claim x.example' });
    expect(of('topics')?.status).toBe('warn');
  });

  it('says what is wrong with the rules of alerts', async () => {
    const alertRules = () => Promise.reject(new CommandError(exitCodes.configuration, 'alerts.config.ts has mistakes'));
    const app = { ...(await openFakeApp({ empty: true })), alertRules };
    const { code, of } = await examine({ app: async () => app });
    expect({ code, alerts: of('alerts') }).toMatchObject({
      code: 4,
      alerts: { status: 'fail', says: 'alerts.config.ts has mistakes' },
    });
  });

  it('says which receivers of events can not be reached, and how to send a test', async () => {
    const env = { NEWSHAWK_CHAT_WEBHOOKS: 'http://127.0.0.1:9/services/secret' };
    const { code, of } = await examine({ app: () => openFakeApp({ empty: true, env }) });
    expect({ code, receivers: of('receivers') }).toMatchObject({
      code: 4,
      receivers: {
        status: 'fail',
        says: expect.stringContaining('nothing listens at 127.0.0.1:9'),
        fix: expect.stringContaining('webhooks test'),
      },
    });
    expect(of('receivers')?.says).not.toContain('secret');
    const noServer = await examine({
      app: () => openFakeApp({ empty: true, env: { NEWSHAWK_MAIL_TO: 'ops@example.org' } }),
    });
    expect(noServer.of('receivers')).toMatchObject({
      status: 'fail',
      says: expect.stringContaining('NEWSHAWK_SMTP_URL'),
    });
    const none = await examine({ app: () => openFakeApp({ empty: true }) });
    expect(none.of('receivers')).toMatchObject({ status: 'ok', says: expect.stringContaining('none') });
  });

  it('says which model predicts categories, or that it can not be read', async () => {
    const { code, of } = await examine({
      app: () => openFakeApp({ empty: true, env: { NEWSHAWK_CATEGORIES_MODEL: 'none.json' } }),
    });
    expect({ code, categories: of('categories') }).toMatchObject({
      code: 4,
      categories: { status: 'fail', says: expect.stringContaining('none.json') },
    });
    const none = await examine({ app: () => openFakeApp({ empty: true }) });
    expect(none.of('categories')).toMatchObject({ status: 'ok', says: expect.stringContaining('no model') });
  });

  it('warns of an open server without a token', async () => {
    const { code, of } = await examine({
      app: () => openFakeApp({ empty: true, env: { NEWSHAWK_HTTP_HOST: '0.0.0.0' } }),
    });
    expect({ code, status: of('server')?.status }).toEqual({ code: 4, status: 'fail' });
  });

  it('prints a line a check on this machine', async () => {
    const { code, stdout } = await cli(['doctor'], { app: await openFakeApp({ empty: true }) });
    expect([0, 4]).toContain(code);
    expect(stdout).toMatch(/^ok {4}node +Node 24/m);
    expect(stdout).toMatch(/^ok {4}browser +Chromium 153/m);
    expect(await localMachine.freeBytes('/no/such/folder')).toBeGreaterThan(0);
    if (process.platform === 'linux') expect(await localMachine.freeBytes('/proc/nope')).toBeNull();
  });
});
