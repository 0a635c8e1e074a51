import { describe, expect, it } from 'vitest';
import { openStoryIndex } from '../../../src/storage/sqlite/articles/story-index.ts';
import { ferry, orchard } from '../../stages/dedupe/texts.ts';
import { cli } from '../../support/app/cli.ts';
import { openFakeApp } from '../../support/app/fake-app.ts';

const input = [
  { id: 'a', title: 'Last wooden ferry stops', text: ferry },
  { id: 'b', title: 'Apples', text: orchard },
  { id: 'c', title: 'Ferry', text: `${ferry} (Agency)` },
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('');

describe('dedupe', () => {
  it.each([['--batch'], ['--batch', '--stream']])('answers lines of stdin one for one: %s %s', async (...flags) => {
    const app = await openFakeApp({ openStoryIndex });
    const { code, stdout } = await cli(['dedupe', ...flags], { app, stdin: [input] });
    expect(code).toBe(0);
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers.map(({ id, cluster }) => [id, cluster])).toEqual([
      ['a', 'a'],
      ['b', 'b'],
      ['c', 'a'],
    ]);
  });

  it('answers what it has read when it is stopped, while it waits for more', async () => {
    const app = await openFakeApp({ openStoryIndex });
    let press = (): void => {};
    const stdin = (async function* () {
      yield `${input}{"id": "cut off`;
      press();
      await new Promise(() => {}); // its writer has nothing more to say, and does not end
    })();
    const { code, stdout } = await cli(['dedupe', '--batch'], { app, stdin, ctrlC: (ctrlC) => (press = ctrlC) });
    expect({ code, stdout: stdout.match(/"id":"\w"/g) }).toEqual({
      code: 11,
      stdout: ['"id":"a"', '"id":"b"', '"id":"c"'],
    });
  });

  it('says how it is used without --batch', async () => {
    const { code, stderr } = await cli(['dedupe']);
    expect(code).toBe(2);
    expect(stderr).toContain('newshawk dedupe --batch <');
  });
});
