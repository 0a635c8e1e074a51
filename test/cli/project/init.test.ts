import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadAlerts, loadBrowsers } from '../../../src/config-files/load-definitions.ts';
import { loadScrapers } from '../../../src/config-files/load-scrapers.ts';
import { loadTopics } from '../../../src/config-files/load-topics.ts';
import { parseTopics } from '../../../src/settings/topics.ts';
import { fixtureFiles, readFixture } from '../../../src/site/fixture-file.ts';
import { type CliOverrides, cli } from '../../support/app/cli.ts';
import { parseYaml } from '../../support/yaml.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newshawk-init-'));
});
afterEach(() => rm(folder, { recursive: true }));

const init = (argv: readonly string[], io: CliOverrides = {}) => cli(['init', ...argv], { cwd: folder, ...io });
const packageOf = async (name: string) => JSON.parse(await readFile(join(folder, name, 'package.json'), 'utf8'));

describe('init', () => {
  it('writes a project, installs its packages, and never writes over what is there', async () => {
    const installed: string[] = [];
    const installPackages = async (path: string) => {
      installed.push(path, ...(await readdir(path)));
    };
    const first = await init(['My Project'], { installPackages });
    expect(first.code).toBe(0);
    const made = join(folder, 'My Project');
    const files = [
      ...[
        '.dockerignore',
        '.env.example',
        '.gitignore',
        'Dockerfile',
        'README.md',
        'alerts.config.ts',
        'browsers.config.ts',
        'compose.yaml',
      ],
      ...['package.json', 'scrapers', 'seccomp-chromium.json', 'topics.example.json', 'tsconfig.json', 'vendor'],
    ].sort();
    expect((await readdir(made)).sort()).toEqual(files);
    expect({ firstInstalled: installed[0], installed: installed.slice(1).sort() }).toEqual({
      firstInstalled: made,
      installed: files,
    });
    expect(await packageOf('My Project')).toMatchObject({
      name: 'my-project',
      type: 'module',
      scripts: {
        start: 'newshawk demo',
        doctor: 'newshawk doctor',
        serve: 'newshawk serve',
        test: 'newshawk test --strict',
      },
      dependencies: { newshawk: 'file:vendor/newshawk-0.1.0.tgz' },
    });
    expect(await readdir(join(made, 'vendor'))).toEqual(['newshawk-0.1.0.tgz']);
    expect(first.stderr).toContain(`Next: cd '${made}' && npm start\n`);
    // What it writes is what the program reads.
    expect((await loadScrapers(join(made, 'scrapers'))).map(({ host }) => host)).toEqual(['harbour-gazette.example']);
    expect(await loadAlerts(join(made, 'alerts.config.ts'), true)).toEqual(
      await loadAlerts(join(made, 'none.ts'), false),
    );
    expect((await loadBrowsers(join(made, 'browsers.config.ts'))).proxies).toEqual([]);
    expect(parseTopics(JSON.parse(await readFile(join(made, 'topics.example.json'), 'utf8')))).toHaveLength(1);
    await writeFile(join(made, 'compose.yaml'), 'mine');
    const second = await init(['My Project']);
    expect({ code: second.code, hasComposeYaml: second.stderr.includes('compose.yaml') }).toEqual({
      code: 2,
      hasComposeYaml: true,
    });
    expect(await readFile(join(made, 'compose.yaml'), 'utf8')).toBe('mine');
  });

  it('has a scraper with two stored pages for `npm test`', async () => {
    await init(['tested', '--no-install']);
    const stored = await fixtureFiles(join(folder, 'tested/scrapers/harbour-gazette.example/fixtures'));
    const fixtures = await Promise.all(stored.map(readFixture));
    expect(fixtures.map(({ expected }) => expected.title)).toEqual([
      expect.stringContaining('Cruise ships'),
      expect.stringContaining('Tug crew'),
    ]);
  });

  it('installs nothing with --no-install, and says what to type', async () => {
    const installPackages = () => Promise.reject(new Error('it should not be called'));
    const { code, stdout, stderr } = await init(['bare', '--no-install', '--json'], { installPackages });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ folder: join(folder, 'bare'), kept: [], isInstalled: false });
    expect(stderr).toContain(`Next: cd ${join(folder, 'bare')} && npm install && npm start\n`);
  });

  it('keeps the project where its packages can not be installed, and says why', async () => {
    const installPackages = () => Promise.reject(new Error("the npm registry can't be reached (ENOTFOUND)"));
    const { code, stderr } = await init(['offline'], { installPackages });
    expect(code).toBe(16);
    expect(stderr).toContain("The packages are not installed: the npm registry can't be reached (ENOTFOUND).");
    expect(stderr).toContain('&& npm install && npm start\n');
    expect(await packageOf('offline')).toMatchObject({ name: 'offline' });
  });

  it('leaves the README and .gitignore of a fresh repository as they are', async () => {
    await mkdir(join(folder, 'repo', '.git'), { recursive: true });
    for (const name of ['README.md', '.gitignore', 'LICENSE']) await writeFile(join(folder, 'repo', name), 'mine');
    const { code, stderr } = await init(['repo']);
    expect(code).toBe(0);
    expect(stderr).toContain('README.md and .gitignore stay as before.');
    expect(stderr).toContain('Make sure that .gitignore has node_modules/, data/, .cache/, .env.');
    for (const name of ['README.md', '.gitignore', 'LICENSE'])
      expect(await readFile(join(folder, 'repo', name), 'utf8')).toBe('mine');
  });

  it('has no topic in force: nothing of the first site is hidden', async () => {
    await init(['fresh']);
    expect(await loadTopics(join(folder, 'fresh', 'topics.json'), false)).toEqual([]);
  });

  it.each([
    ['新闻', 'my-newshawk'],
    ['newshawk', 'my-newshawk'], // a package can't depend on itself
    ['node_modules', 'my-newshawk'],
    ['News__Watch..2', 'news-watch-2'],
    ['.hidden.', 'hidden'],
    ['x'.repeat(200), 'x'.repeat(100)],
  ])('gives a project in the folder %s the name %s', async (name, wanted) => {
    expect((await init([name])).code).toBe(0);
    expect(await packageOf(name)).toMatchObject({ name: wanted });
    const compose = parseYaml(await readFile(join(folder, name, 'compose.yaml'), 'utf8'));
    expect(compose).toMatchObject({ name: wanted });
  });

  it.each(["it's here", 'a $(b)', 'plain-1.2'])(
    'says how to go on in a folder called %s, as a shell takes it',
    async (name) => {
      const { stderr } = await init([name]);
      const [, command = ''] = /^Next: (cd .*) && npm start/m.exec(stderr) ?? [];
      expect(execFileSync('sh', ['-c', `${command} && pwd -P`], { encoding: 'utf8' })).toBe(
        `${await realpath(join(folder, name))}\n`,
      );
    },
  );

  it('writes nothing where it is interrupted while it packs', async () => {
    let press = (): void => {};
    const packPackage = async (vendor: string): Promise<string> => {
      await mkdir(vendor, { recursive: true });
      press();
      throw new Error('npm was ended by SIGINT');
    };
    const ctrlC = (pressed: () => void): void => {
      press = pressed;
    };
    const { code, stderr } = await init(['stopped'], { packPackage, ctrlC });
    expect({ code, files: await readdir(join(folder, 'stopped')) }).toEqual({ code: 11, files: [] });
    expect(stderr).toContain('no project was written');
    expect((await init(['stopped'])).code).toBe(0);
  });

  it('names its own folder where it can not be packed, and says what does not work so', async () => {
    const packPackage = () => Promise.reject(new Error('npm pack: there is no npm in PATH'));
    const { code, stderr } = await init(['unpacked'], { packPackage });
    const { dependencies } = await packageOf('unpacked');
    expect({ code, newshawk: dependencies.newshawk }).toEqual({
      code: 0,
      newshawk: `file:${fileURLToPath(new URL('../../../', import.meta.url))}`,
    });
    expect(stderr).toContain('there is no npm in PATH');
    expect(stderr).toContain('not in an image');
  });
});
