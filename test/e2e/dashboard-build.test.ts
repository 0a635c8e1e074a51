import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { appendFile, cp, mkdtemp, readdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endChild } from '../support/child-server.ts';
import { ChildOutput } from '../support/waiting.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Without the environment of the npm that runs the tests. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_')));

describe('a checkout without a build of the dashboard', () => {
  let clone = '';
  let cache = '';
  beforeAll(async () => {
    clone = await mkdtemp(join(tmpdir(), 'newshawk-checkout-'));
    cache = join(clone, 'cache');
    for (const name of ['bin', 'src', 'tools', 'package.json', 'package-lock.json', 'tsconfig.json'])
      await cp(join(root, name), join(clone, name), { recursive: true });
    await symlink(join(root, 'node_modules'), join(clone, 'node_modules'));
  });
  afterAll(() => rm(clone, { recursive: true }));

  const built = () => join(clone, 'dist/server/dashboard');
  const npm = (...args: string[]) => promisify(execFile)('npm', ['run', '--silent', ...args], { cwd: clone, env });
  /** Every file of the checkout but the sources and the store. */
  const filesOf = async (): Promise<string[]> => {
    const names = await readdir(clone, { recursive: true });
    return names.filter((name) => !/^(src|node_modules|data)\b/.test(name)).sort();
  };

  /** `serve` without the scripts of npm, once it listens. */
  async function serve() {
    const child: ChildProcess = spawn(process.execPath, ['bin/newshawk.mjs', 'serve', '--port', '0'], {
      cwd: clone,
      env: { ...env, NEWSHAWK_CACHE: cache, NODE_DISABLE_COMPILE_CACHE: '1', TMPDIR: join(clone, 'data') },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const printed = new ChildOutput(child);
    const line = /The dashboard is at (http:\S+?)\/,/;
    await printed.prints('stderr', line);
    const [, address = ''] = line.exec(printed.stderr) ?? [];
    const get = async (path: string) => {
      const response = await fetch(`${address}${path}`);
      return { status: response.status, text: await response.text() };
    };
    return { get, printed, [Symbol.asyncDispose]: () => endChild(child) };
  }

  it('serves the API and says how to build; `serve` writes no file, and finds the build at the next request', async () => {
    const before = await filesOf();
    await using running = await serve();
    const page = await running.get('/');
    expect(page).toMatchObject({ status: 503, text: expect.stringContaining('run `npm run dashboard:build`') });
    expect((await running.get('/health')).status).toBe(200);
    await running.printed.prints('stderr', 'run `npm run dashboard:build`');
    expect(await filesOf()).toEqual(before);

    // two at once: one of them wins, and nothing unfinished stays
    const builds = await Promise.all([npm('dashboard:build'), npm('dashboard:build')]);
    for (const { stderr } of builds) expect(stderr).toMatch(/^Building the dashboard .*\n$/);
    expect(await readdir(join(clone, 'dist/server'))).toEqual(['dashboard']);
    const { status, text } = await running.get('/');
    expect({ status, text }).toEqual({ status: 200, text: expect.stringContaining('/dashboard/index-') });
  });

  it('is out of date until the script before `npm run serve` has built again, whatever source has changed', async () => {
    const build = async () => (await stat(built())).ino;
    await npm('dashboard:build');
    const { shared } = JSON.parse(await readFile(join(built(), 'build.json'), 'utf8')) as { shared: string[] };
    // modules of the server that the dashboard loads, too
    expect(shared).toContain('src/model/publish/alert-kinds.ts');
    for (const [path, comment] of [
      ['src/server/dashboard/styles/theme.css', '/* changed */'],
      [shared[0] ?? '', '// changed'],
    ] as const) {
      const last = await build();
      await npm('dashboard:build');
      expect(await build()).toBe(last);
      await appendFile(join(clone, path), `\n${comment}\n`);
      {
        await using running = await serve();
        const page = await running.get('/');
        expect({ path, status: page.status, text: page.text }).toEqual({
          path,
          status: 503,
          text: expect.stringContaining('out of date'),
        });
      }
      expect(await build()).toBe(last);
      await npm('preserve');
      await using running = await serve();
      expect({ path, status: (await running.get('/')).status }).toEqual({ path, status: 200 });
    }
  });

  it('keeps a build that is current while the rest of dist/ is built again', async () => {
    await npm('dashboard:build');
    await cp(join(clone, 'bin'), join(clone, 'dist/old'), { recursive: true });
    await cp(join(clone, 'bin'), join(clone, 'dist/server/building-Ab12cd'), { recursive: true });
    await promisify(execFile)(process.execPath, ['tools/empty-dist.mjs'], { cwd: clone });
    expect(await readdir(join(clone, 'dist'), { recursive: false })).toEqual(['server']);
    expect(await readdir(join(clone, 'dist/server'))).toEqual(['dashboard']);
    await rm(join(clone, 'dist'), { recursive: true });
    await promisify(execFile)(process.execPath, ['tools/empty-dist.mjs'], { cwd: clone });
  });

  it('builds before every npm script that shows the dashboard, and in `npm run build`', async () => {
    const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    for (const name of ['start', 'serve', 'screenshots', 'bench:dashboard'])
      expect(scripts).toHaveProperty([`pre${name}`], 'npm run --silent dashboard:build');
    expect(scripts.build).toContain(scripts['dashboard:build']);
  });
});
