import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findInvocation, withInvocation } from '../../../src/cli/terminal/invocation.ts';
import { cli } from '../../support/app/cli.ts';
import { openFakeApp } from '../../support/app/fake-app.ts';

describe('how newshawk is invoked', () => {
  let cwd = '';
  beforeEach(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'called-'));
  });
  afterEach(() => rm(cwd, { recursive: true }));

  const program = async (path: string): Promise<string> => {
    await mkdir(join(cwd, path, '..'), { recursive: true });
    await writeFile(join(cwd, path), '#!/bin/sh\n');
    await chmod(join(cwd, path), 0o755);
    return join(cwd, path);
  };
  const called = (PATH: string, script: string) => findInvocation({ env: { PATH }, cwd, script });

  it('is its name where a shell has it', async () => {
    await program('tools/newshawk');
    const script = await program('bin/newshawk.mjs');
    expect(called(`/no/such:${join(cwd, 'tools')}`, script)).toBe('newshawk');
  });

  it('is not its name where only npm has it, while it runs a script', async () => {
    await program('node_modules/.bin/newshawk');
    const script = await program('node_modules/newshawk/bin/newshawk.mjs');
    expect(called(join(cwd, 'node_modules', '.bin'), script)).toBe('npx newshawk');
  });

  it('is a script of npm in its checkout', async () => {
    const script = await program('bin/newshawk.mjs');
    await writeFile(join(cwd, 'package-lock.json'), '{}');
    expect(called('', script)).toBe('npm run newshawk --');
    expect(findInvocation({ env: {}, cwd: '/', script })).toBe(`node ${script}`);
  });

  it('is its file in an image', async () => {
    const script = await program('bin/newshawk.mjs');
    expect(called('/usr/bin', script)).toBe(`node ${script}`);
  });

  it('stands in what is said: the table, the hints, the errors', async () => {
    expect(
      withInvocation('npm run newshawk --', 'see `newshawk failures list` or `newshawk serve`; `newshawk` is a bird'),
    ).toBe('see `npm run newshawk -- failures list` or `npm run serve`; `newshawk` is a bird');
    const calledByNpm = { invocation: 'npm run newshawk --' };
    const crawled = await cli(['crawl'], { app: await openFakeApp(), ...calledByNpm });
    expect(crawled.stderr).toContain('Dashboard:  `npm run serve`\nArticles:   `npm run newshawk -- export -f jsonl`');
    const failed = await cli(['failures', 'show', 'x'], { app: await openFakeApp(), ...calledByNpm });
    expect(failed.stderr).toContain('`npm run newshawk -- failures list --all` lists');
  });
});
