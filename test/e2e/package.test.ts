import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packPackage } from '../../src/cli/project/npm.ts';

const run = promisify(execFile);
const packages = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** As `npm install` leaves it, without asking a registry: the packed file, beside the packages that it needs. */
async function install(file: string, project: string): Promise<void> {
  const home = join(project, 'node_modules', 'newshawk');
  await mkdir(home, { recursive: true });
  await run('tar', ['-xzf', file, '-C', home, '--strip-components=1']);
  for (const name of await readdir(packages)) await symlink(join(packages, name), join(project, 'node_modules', name));
}

describe('the package in an empty folder', () => {
  let folder = '';
  let file = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'newshawk-package-'));
    file = join(folder, await packPackage(folder));
    await install(file, folder);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const newshawk = (args: readonly string[], cwd = folder) =>
    run(process.execPath, [join(folder, 'node_modules/newshawk/bin/newshawk.mjs'), ...args], { cwd });
  /** A command that fails, and what it says. */
  const refusal = (args: readonly string[], cwd = folder) =>
    newshawk(args, cwd).then(
      ({ stdout }): { code: number; stderr: string } => {
        throw new Error(`it did not fail: ${stdout}`);
      },
      ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
    );

  it('starts its browser, and says what it is', async () => {
    const { stdout } = await newshawk(['doctor', 'node', 'browser', 'configuration']);
    expect(stdout).toMatch(/^ok {4}browser +Chromium [\d.]+ .*opens pages/m);
  });

  it('makes a project, packed from itself, that plans its first crawl', async () => {
    const { stderr } = await newshawk(['init', 'watch', '--no-install']);
    const project = join(folder, 'watch');
    expect(stderr).toContain(`Next: cd ${project} && npm install && npm start`);
    const { dependencies } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8'));
    const again = join(project, dependencies.newshawk.replace('file:', ''));
    const listing = async (tar: string) => (await run('tar', ['-tzf', tar])).stdout.split('\n').sort();
    expect(await listing(again)).toEqual(await listing(file));
    await install(again, project);
    const tested = await newshawk(['test', '--strict'], project); // npm test
    expect(tested.stdout).toContain('1 scraper, 2 fixtures: 2 pass, 0 fail');
    const { stdout } = await newshawk(['crawl', '--dry-run', '--json'], project);
    expect(stdout).toContain('http://harbour-gazette.example/');
  });

  it('crawls its demo site in the new project, which has a scraper for it', async () => {
    const { stderr } = await newshawk(['demo', '--limit', '12'], join(folder, 'watch'));
    expect(stderr).toContain('A demo site, edition 0 of 5');
    expect(stderr).toMatch(/articles in the store +[1-9]/);
    expect(stderr).toContain('serve` shows the dashboard');
    const again = await newshawk(['demo', '--limit', '4', '--json'], join(folder, 'watch'));
    expect(again.stderr).toContain('A demo site, edition 1 of 5');
  });

  it('has types that tell an editor what a field means, and what is wrong', async () => {
    const project = join(folder, 'watch');
    const types = join(project, 'node_modules/newshawk/dist/settings/definitions/scraper-definition.d.ts');
    expect(await readFile(types, 'utf8')).toContain("@example language: 'en'");
    const tsc = () => run(process.execPath, [join(packages, 'typescript/bin/tsc'), '-p', project], { cwd: project });
    await tsc(); // what init wrote has no mistake
    const file = join(project, 'scrapers/wrong.ts');
    await writeFile(
      file,
      `import { defineScraper, feed } from 'newshawk';\nexport default defineScraper({ host: 'a.example', langage: 'en', sources: [feed('/', { evry: '5m' })] });\n`,
    );
    const { stdout } = await tsc().catch((error: { stdout: string }) => error);
    expect(stdout).toMatch(/'langage' does not exist in type 'ScraperDefinition'/);
    expect(stdout).toMatch(/'evry' does not exist in type 'SourceOptions'/);
    await rm(file);
  });

  it("has the API's client, with types that know its paths", async () => {
    const project = join(folder, 'watch');
    const file = join(project, 'scrapers/asks.ts');
    const program = (path: string) =>
      `import { newshawkClient } from 'newshawk/client';\nconst { error } = await newshawkClient({ baseUrl: 'http://127.0.0.1:9' }).GET('${path}').catch(({ message }) => ({ error: message }));\nconsole.log(error);\n`;
    const tsc = () => run(process.execPath, [join(packages, 'typescript/bin/tsc'), '-p', project], { cwd: project });
    await writeFile(file, program('/v1/articles'));
    await tsc();
    expect((await run(process.execPath, [file], { cwd: project })).stdout).toBe('fetch failed\n');
    await writeFile(file, program('/v1/artikles'));
    const { stdout } = await tsc().catch((error: { stdout: string }) => error);
    expect(stdout).toMatch(/^scrapers\/asks\.ts\(2,.*error TS/);
    await rm(file);
  });

  it('names the mistakes in a new project by file and field, all at once', async () => {
    const project = join(folder, 'mistaken');
    await newshawk(['init', project, '--no-install']);
    expect((await refusal(['init', project])).code).toBe(2);
    const bad = (definition: string) =>
      `import { defineScraper } from 'newshawk';\nexport default defineScraper(${definition} as never);\n`;
    await writeFile(
      join(project, 'browsers.config.ts'),
      `import { defineBrowsers } from 'newshawk';\nexport default defineBrowsers({ maxContexts: 0 });\n`,
    );
    const browsers = await refusal(['extract', 'https://example.com/'], project);
    expect(browsers.code).toBe(4);
    expect(browsers.stderr).toMatch(/browsers\.config\.ts has mistakes:\n {2}- maxContexts/);
    await writeFile(
      join(project, 'scrapers/harbour-gazette.example/scraper.ts'),
      bad(`{ host: 'https://example.com', langage: 'en', sources: [{ url: '/', kind: 'rss' }] }`),
    );
    const { code, stderr } = await refusal(['crawl'], project);
    expect(code).toBe(4);
    expect(stderr).toMatch(/scraper\.ts\s+- host: a bare host name is wanted/);
    expect(stderr).toContain('langage');
    expect(stderr).toMatch(/sources\.0\.kind/);
  });
});
