import { execFile, execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cli } from '../../support/app/cli.ts';

const run = promisify(execFile);
let folder = '';
const files: Record<string, string> = {};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newshawk-completion-'));
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { code, stdout } = await cli(['completion', shell]);
    expect(code).toBe(0);
    files[shell] = join(folder, `script.${shell}`);
    await writeFile(files[shell], stdout);
  }
  for (const host of ['gazette.example', 'harbour.example']) {
    await mkdir(join(folder, 'scrapers', host), { recursive: true });
    await writeFile(join(folder, 'scrapers', host, 'scraper.ts'), '');
  }
});
afterAll(() => rm(folder, { recursive: true }));

const isThere = (program: string): boolean => {
  try {
    execFileSync(program, ['-c', 'true']);
    return true;
  } catch {
    return false; // not installed
  }
};

/** What each shell proposes at the end of a command line; the last word may be empty. */
const completers = {
  bash: async (words: readonly string[]) => {
    const quoted = words.map((word) => `'${word}'`).join(' ');
    const script = `source ${files.bash}; COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _newshawk; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return (await run('bash', ['--norc', '-c', script], { cwd: folder })).stdout;
  },
  zsh: async (words: readonly string[]) => {
    // _describe and compadd of the completion system, as far as the words are concerned
    const script = `compdef() { : }; compadd() { shift; print -l -- "$@" }; _describe() { print -l -- "\${(@)found%%:*}" }; _files() { print FILES }; source ${files.zsh}; words=(${words.map((word) => `'${word}'`).join(' ')}); CURRENT=${words.length}; _newshawk`;
    return (await run('zsh', ['-f', '-c', script], { cwd: folder })).stdout;
  },
  fish: async (words: readonly string[]) =>
    (
      await run('fish', ['--no-config', '-c', `source ${files.fish}; complete -C '${words.join(' ')}'`], {
        cwd: folder,
      })
    ).stdout,
} as const;

/** bash is everywhere that newshawk runs; the others where they are installed. */
const shells = (Object.keys(completers) as (keyof typeof completers)[]).filter(
  (shell) => shell === 'bash' || isThere(shell),
);

describe.each(shells)('completion in %s', (shell) => {
  const proposes = async (...words: string[]): Promise<string[]> =>
    (await completers[shell](['newshawk', ...words])).split('\n').flatMap((line) => line.split('\t')[0] || []);

  it('proposes commands, options, choices and hosts', async () => {
    const commands = await proposes('');
    expect(commands).toEqual(expect.arrayContaining(['crawl', 'new', 'sources', 'completion']));
    expect(await proposes('sources', '')).toEqual(expect.arrayContaining(['add', 'discover', 'list']));
    expect(await proposes('sources', '')).not.toContain('crawl');
    expect((await proposes('extract', '--render', '')).sort()).toEqual(['auto', 'browser', 'static']);
    expect(await proposes('crawl', '')).toEqual(expect.arrayContaining(['gazette.example', 'harbour.example']));
    expect(await proposes('crawl', '--')).toEqual(expect.arrayContaining(['--limit', '--json', '--resume']));
    expect(await proposes('completion', '')).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']));
  });
});

describe('completion', () => {
  it('proposes what begins as the word does', async () => {
    expect((await completers.bash(['newshawk', 'cra'])).trim()).toBe('crawl');
    expect((await completers.bash(['newshawk', 'crawl', '--limit', '3', 'gaz'])).trim()).toBe('gazette.example');
    expect((await completers.bash(['newshawk', 'failures', 'nothing-like-that'])).trim()).toBe('');
  });

  it('refuses another shell', async () => {
    const { code, stderr } = await cli(['completion', 'powershell']);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('bash, zsh, fish') });
  });
});
