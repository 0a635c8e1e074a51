import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { OpenAppOptions } from '../../src/cli/session.ts';
import { CommandError, exitCodes, NewshawkError } from '../../src/errors.ts';
import { openApp } from '../../src/main.ts';
import { cli } from '../support/app/cli.ts';
import { openFakeApp } from '../support/app/fake-app.ts';

describe('a slip of the pen', () => {
  it.each([
    [['crawl', '--limt', '3'], '--limit'],
    [['crwl'], 'crawl'],
    [['failures', 'lst'], ''],
    [['crawl', '--limit', '-3'], 'whole number'],
    [['crawl', '--limit', 'ten'], 'whole number'],
    [['crawl', '--concurrency', '100000'], 'from 1 to 256'],
    [['crawl', '--time-limit', '5'], '90s'],
    [['extract', '-f', 'pdf'], 'json, md'],
    [['media'], 'No page was named'],
    [['extract', ''], 'empty string'],
  ])('%j: exit 2, with what would be right, and nothing on stdout', async (argv, advice) => {
    const { code, stdout, stderr } = await cli(argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(advice);
    expect(stderr).not.toMatch(/\n +at /);
  });

  it('asks for help with exit 0 on stdout', async () => {
    const help = await cli(['--help']);
    expect(help).toMatchObject({ code: 0, stderr: '' });
    for (const name of [
      'crawl',
      'watch',
      'extract',
      'media',
      'serve',
      'export',
      'failures',
      'status',
      'doctor',
      'config',
      'init',
      'new',
    ])
      expect(help.stdout).toMatch(new RegExp(`\\n +${name}\\b`));
    expect((await cli(['crawl', '--help'])).stdout).toContain('--failure-limit');
    expect((await cli(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe('an error', () => {
  it.each([
    [
      new CommandError(exitCodes.configuration, 'The configuration has a mistake'),
      4,
      'The configuration has a mistake\n',
    ],
    [new CommandError(exitCodes.browser, 'No browser was found'), 10, 'No browser was found\n'],
    [new NewshawkError('store', 'the disk is full'), 8, 'the disk is full (store)\n'],
    [new NewshawkError('unreachable', 'x.example does not answer'), 31, 'x.example does not answer (unreachable)\n'],
    [new NewshawkError('proxy', 'no proxy is well'), 21, 'no proxy is well (proxy)\n'],
    [new NewshawkError('browser-crashed', 'it died'), 10, 'it died (browser-crashed)\n'],
    [
      new NewshawkError('misconfigured', 'refused by the network policy: 10.0.0.1'),
      33,
      'refused by the network policy: 10.0.0.1 (misconfigured)\n',
    ],
  ])('%s ends with its code and one sentence', async (error, code, text) => {
    const result = await cli(['status'], { app: () => Promise.reject(error) });
    expect({ code: result.code, stdout: result.stdout, stderr: result.stderr }).toEqual({
      code,
      stdout: '',
      stderr: `newshawk: ${text}`,
    });
  });

  it('that is a bug ends with 1, a sentence and the stack', async () => {
    const { code, stderr } = await cli(['status'], { app: () => Promise.reject(new TypeError('x is not a function')) });
    expect(code).toBe(1);
    expect(stderr).toMatch(/this is a bug in newshawk/);
    expect(stderr).toMatch(/TypeError: x is not a function\n +at /);
  });

  it('says no secret, and gives the terminal no order', async () => {
    const error = new CommandError(8, 'mongodb://joe:hidden@db/news is away \u001b[2J\u009b31m');
    const { stderr } = await cli(['status'], { app: () => Promise.reject(error) });
    for (const part of ['hidden', '\u001b', '\u009b']) expect(stderr).not.toContain(part);
    expect(stderr).toContain('mongodb://…@db/news');
  });
});

describe('the log', () => {
  const levelOf = async (argv: string[], overrides = {}) => {
    const app = await openFakeApp({ empty: true });
    return (await cli(argv, { app, ...overrides })).opened[0];
  };

  it('follows -q, -v and the live view, before and after the command', async () => {
    expect(await levelOf(['status'])).toMatchObject({ logLevel: null, defaultLogLevel: undefined, logJson: false });
    expect(await levelOf(['-q', 'status'])).toMatchObject({ logLevel: 'error' });
    expect(await levelOf(['status', '-v', '--json'])).toMatchObject({ logLevel: 'debug', logJson: true });
    expect(await levelOf(['crawl'])).toMatchObject({ logLevel: null, defaultLogLevel: undefined });
  });

  it.each([
    ['nothing', {}, '', []],
    ['the environment', { NEWSHAWK_LOG: 'info' }, '', ['said']],
    ['.env', {}, 'NEWSHAWK_LOG=info\n', ['said']],
    ['an empty variable', { NEWSHAWK_LOG: '' }, '', []],
  ])('says only warnings next to a live view, unless more is asked for: %s', async (_who, env, dotEnv, said) => {
    const cwd = await mkdtemp(join(tmpdir(), 'log-level-'));
    await writeFile(join(cwd, '.env'), dotEnv);
    const options = await levelOf(['crawl'], { isTty: true, env, cwd });
    const lines: string[] = [];
    const logStream = new Writable({
      write: (line, _encoding, done) => {
        lines.push(String(line));
        done();
      },
    });
    await using app = await openApp({ ...(options as OpenAppOptions), logStream });
    app.log.info('said');
    await rm(cwd, { recursive: true });
    expect(lines.map((line) => line.trim().split(' ').at(-1))).toEqual(said);
  });

  it('takes 80 columns for a terminal that has no size', async () => {
    const { stderr } = await cli(['crawl'], { app: await openFakeApp({ empty: true }), isTty: true, columns: 0 });
    expect(stderr).toContain('3 static (50 %), 1 by API (17 %), 2 in a browser');
  });

  it('colours on a terminal only, and not with NO_COLOR', async () => {
    const run = async (overrides: object) =>
      (await cli(['crawl'], { app: await openFakeApp({ empty: true }), ...overrides })).stderr;
    expect(await run({ isTty: true })).toContain('\u001b[');
    expect(await run({ isTty: true, env: { NO_COLOR: '1' } })).not.toContain('\u001b[1m');
    expect(await run({})).not.toContain('\u001b');
  });
});

describe('a start that takes its time', () => {
  it('says at once what is crawled, off a terminal too, and nothing with -q', async () => {
    const { stderr } = await cli(['crawl', 'a.example', 'b.example', 'c.example', 'd.example'], {
      app: await openFakeApp({ empty: true }),
    });
    expect(stderr).toMatch(
      /^Crawling a\.example, b\.example, c\.example and 1 more\. Ctrl-C drains, saves and ends\.\n/,
    );
    expect((await cli(['-q', 'crawl'], { app: await openFakeApp({ empty: true }) })).stderr).toBe('');
    expect((await cli(['crawl', '--dry-run'], { app: await openFakeApp({ empty: true }) })).stderr).not.toContain(
      'Crawling',
    );
  });

  it('gives a crawl its scope', async () => {
    const scopeOf = async (...options: string[]) => {
      const app = await openFakeApp({ empty: true });
      await cli(['-q', 'crawl', ...options], { app });
      return app.crawls[0]?.scope;
    };
    const whole = { under: [], discover: null, since: null, articlesOnly: false };
    expect(await scopeOf()).toEqual(whole);
    expect(await scopeOf('--under', '/a/', '--under', '/ü', '--since', '2026-01-01', '--articles-only')).toEqual({
      under: ['/a/', '/%C3%BC'],
      discover: null,
      since: new Date('2026-01-01'),
      articlesOnly: true,
    });
    expect(await scopeOf('--no-discover')).toEqual({ ...whole, discover: [] });
    expect(await scopeOf('--discover', 'none')).toEqual({ ...whole, discover: [] });
    expect(await scopeOf('--discover', 'lists, feeds')).toEqual({ ...whole, discover: ['feeds', 'lists'] });
  });

  it('says that topics are prepared and the browser is looked for', async () => {
    const cwd = await mkdtemp(join(tmpdir(), 'phases-'));
    await writeFile(join(cwd, 'topics.json'), JSON.stringify([{ name: 'ferries', keywords: ['ferry'] }]));
    const phases: string[] = [];
    const common = { env: {}, cwd, logLevel: 'silent', logJson: false, logStream: new PassThrough() } as const;
    await using app = await openApp({ ...common, onPhase: (sentence) => phases.push(sentence) });
    const options = { limit: null, depth: null, concurrency: null, timeLimitMs: null, failureLimit: null, topic: null };
    const running = app.crawl({
      ...options,
      targets: [],
      resume: false,
      signal: new AbortController().signal,
      onProgress: () => {},
    });
    await expect(running).rejects.toThrow('There is nothing to crawl');
    await rm(cwd, { recursive: true });
    expect(phases).toEqual(['Preparing a topic.', expect.stringMatching(/^Looking for the browser/)]);
  });
});

describe('a reader that goes away', () => {
  it('ends a command quietly', async () => {
    let written = 0;
    const stdout = new Writable({
      write(_chunk, _encoding, done) {
        written++;
        done(Object.assign(new Error('broken pipe'), { code: 'EPIPE' }));
      },
    });
    const { code, stderr } = await cli(['export', '--status', 'all'], { app: await openFakeApp(), stdout });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(written).toBe(1);
  });
});

describe('serve', () => {
  it('listens until Ctrl-C', async () => {
    let press = () => {};
    const app = await openFakeApp();
    const running = cli(['serve', '--port', '0', '--json'], { app, ctrlC: (overrides) => (press = overrides) });
    const address = String((await app.logs('server.listening')).address);
    const answer = await fetch(`${address}/v1/articles?limit=1`);
    expect(((await answer.json()) as { total: number }).total).toBe(4);
    press();
    const { code, stdout, stderr } = await running;
    expect({ code, address: JSON.parse(stdout).address }).toEqual({ code: 0, address });
    expect(stderr).toContain(`The dashboard is at ${address}/`);
  });

  it('refuses an open address without a token (4), and a port that is taken (4)', async () => {
    const open = await cli(['serve', '--host', '0.0.0.0'], { app: await openFakeApp({ empty: true }) });
    expect({ code: open.code, hasNewshawkHttpToken: open.stderr.includes('NEWSHAWK_HTTP_TOKEN') }).toEqual({
      code: 4,
      hasNewshawkHttpToken: true,
    });
    let press = () => {};
    const first = await openFakeApp({ empty: true });
    const running = cli(['serve', '--port', '0'], { app: first, ctrlC: (overrides) => (press = overrides) });
    const { port } = new URL(String((await first.logs('server.listening')).address));
    const taken = await cli(['serve', '--port', port], { app: await openFakeApp({ empty: true }) });
    expect({ code: taken.code, hasPort: taken.stderr.includes('--port') }).toEqual({ code: 4, hasPort: true });
    press();
    expect((await running).code).toBe(0);
  });
});

describe('the real program', () => {
  const bin = fileURLToPath(new URL('../../bin/newshawk.mjs', import.meta.url));
  const run = async (argv: string[], cwd = process.cwd(), env = {}) => {
    const child = spawn(process.execPath, [bin, ...argv], {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (part) => (stdout += part));
    child.stderr.on('data', (part) => (stderr += part));
    const [code] = await once(child, 'close');
    return { code, stdout, stderr };
  };

  it('has the exit codes of the command line', async () => {
    const wrong = await run(['crawl', '--limt', '1']);
    expect({ code: wrong.code, stdout: wrong.stdout, hasLimit: wrong.stderr.includes('--limit') }).toEqual({
      code: 2,
      stdout: '',
      hasLimit: true,
    });
  });

  it('finds mistakes of the network policy before anything is fetched', async () => {
    const { code, stdout } = await run(['--json', 'doctor'], process.cwd(), { NEWSHAWK_ALLOW_NETWORKS: '10.0.0.0/99' });
    const says = JSON.parse(stdout).find(({ check }: { check: string }) => check === 'configuration').says;
    expect({ code, says }).toEqual({ code: 4, says: expect.stringContaining('"10.0.0.0/99" is not a CIDR') });
  });

  it('names a .env that is no file as a mistake of the configuration', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dotenv-'));
    await mkdir(join(folder, '.env'));
    const { code, stderr } = await run(['status'], folder);
    await rm(folder, { recursive: true });
    expect(stderr).toMatch(/^newshawk: \S+\.env can't be read: EISDIR/);
    expect(code).toBe(4);
  });
});
