import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const module = new URL('../../src/machine/stray-failures.ts', import.meta.url).href;

/** Runs code in a process of its own that outlives strays. @returns its exit code and what it printed */
async function run(code: string) {
  const script = `import { outliveStrays, runAs } from '${module}';
const tellTo = outliveStrays();
const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const ask = async () => { await later(5); throw new Error('no answer'); };
${code}
await later(100);
console.log('goes on');`;
  return await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code: ended, stdout, stderr }) => ({
      code: ended as number,
      stdout: stdout as string,
      stderr: stderr as string,
    }),
  );
}

describe('outliveStrays', () => {
  it.each([
    ['a promise that fails at once', "Promise.reject(new Error('at once'));", 'at once'],
    ['a call without await', 'void ask();', 'no answer'],
    ['what follows a call', 'void ask().then(() => 1);', 'no answer'],
    ['a timer', "setTimeout(() => { throw new Error('too late'); }, 5);", 'too late'],
    ['what is no error', "void Promise.reject('only text');", 'only text'],
  ])('goes on after code of a scraper leaves %s', async (_, code, failure) => {
    const { code: ended, stdout, stderr } = await run(`runAs('a/scraper.ts', () => { ${code} });`);
    expect({ ended, stdout }).toEqual({ ended: 0, stdout: 'goes on\n' });
    expect(stderr).toContain(`newshawk: left running by a/scraper.ts: `);
    expect(stderr).toContain(failure);
  });

  it('reports each failure once, where the program says', async () => {
    const { stdout } = await run(`tellTo((failure) => console.log(failure.split('\\n')[0]));
runAs('a/scraper.ts', () => { for (let n = 0; n < 3; n++) void Promise.reject('the same'); void Promise.reject('another'); });`);
    expect(stdout.split('\n')).toEqual([
      'left running by a/scraper.ts: the same',
      'left running by a/scraper.ts: another',
      'goes on',
      '',
    ]);
  });

  it.each([
    ['a promise', 'void ask();'],
    ['a timer', "setTimeout(() => { throw new Error('no answer'); }, 5);"],
    ['a promise after a stray', "runAs('a/scraper.ts', () => void ask()); await later(20); void ask();"],
  ])('ends the process for a failure of our own: %s', async (_, code) => {
    const { code: ended, stdout, stderr } = await run(code);
    expect({ ended, stdout }).toEqual({ ended: 1, stdout: '' });
    expect(stderr).toContain('Error: no answer');
  });
});
