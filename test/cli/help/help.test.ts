import type { CommanderError } from 'commander';
import { describe, expect, it } from 'vitest';
import { bareProgram } from '../../../src/cli/help/bare-program.ts';
import { examples, namedCommands } from '../../../src/cli/help/examples.ts';
import { exitCodeRows } from '../../../src/cli/help/exit-codes.ts';
import { cliReference, helpText } from '../../../src/cli/help/reference.ts';
import { exitCodes } from '../../../src/errors.ts';
import { projectFile } from '../../support/source-files.ts';

const commands = namedCommands(bareProgram());

/** The command lines under `Examples:` of a help. */
const examplesIn = (help: string): string[] => {
  const [, block = ''] = /\nExamples:\n((?: .*(?:\n|$))+)/.exec(help) ?? [];
  return block
    .split('\n')
    .map((line) => /^ {2}((?:[A-Z_]+=\S+ )?newshawk .*)$/.exec(line)?.[1]?.split(/ {2,}/)[0] ?? '')
    .filter((line) => line !== '');
};

/** The words of a command line, as a shell splits them, up to a pipe or a redirection. */
const words = (line: string): string[] => {
  const own =
    line
      .replace(/^[A-Z_]+=\S+ /, '')
      .replace(/^newshawk /, '')
      .split(/ [|<>]/)[0] ?? '';
  return [...own.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );
};

/** The name of the command that would run. @throws CommanderError at a mistake */
async function commandOf(argv: readonly string[]): Promise<string> {
  const program = bareProgram();
  let performed = 'none';
  program.configureOutput({ writeErr: () => {}, writeOut: () => {} });
  for (const { name, command } of namedCommands(program)) {
    command.configureOutput({ writeErr: () => {}, writeOut: () => {} }).action(() => {
      performed = name;
    });
  }
  await program.parseAsync([...argv], { from: 'user' });
  return performed;
}

describe.each(commands)('the help of $name', ({ name, command }) => {
  const lines = examplesIn(helpText(command));

  it('has an example of it', () =>
    expect(
      lines.some((line) => line.includes(`newshawk ${name}`)),
      `add one to src/cli/help/examples.ts, or under "Examples:" in its own help`,
    ).toBe(true));

  it('has only examples that are right', async () => {
    for (const line of lines) {
      const performed = await commandOf(words(line)).catch((error: CommanderError) => `${line}: ${error.message}`);
      expect({ line, commands: commands.map((one) => one.name) }).toEqual({
        line,
        commands: expect.arrayContaining([performed]),
      });
    }
  });
});

describe('the examples', () => {
  it('are of commands that exist', () => {
    const names = commands.map(({ name }) => name);
    expect(Object.keys(examples).filter((name) => !names.includes(name))).toEqual([]);
  });
});

describe('docs/cli.md', () => {
  it('is what the commands say of themselves (npm run cli-docs)', () =>
    expect(projectFile('docs/cli.md') === cliReference(bareProgram()), 'stale: npm run cli-docs').toBe(true));

  it('lists every exit code, each of which means one thing', () => {
    expect(exitCodeRows.map(({ code }) => code).sort((a, b) => a - b)).toEqual(
      Object.values(exitCodes).sort((a, b) => a - b),
    );
    expect(new Set(exitCodeRows.map(({ code }) => code)).size).toBe(exitCodeRows.length);
    for (const { code } of exitCodeRows) expect(projectFile('docs/cli.md')).toContain(`| ${code} |`);
  });

  it('has the exit codes that scripts rely on', () =>
    expect(exitCodes).toMatchObject({
      ok: 0,
      bug: 1,
      usage: 2,
      configuration: 4,
      store: 8,
      browser: 10,
      interrupted: 11,
      failureLimit: 12,
      timeLimit: 15,
      proxies: 21,
      drift: 30,
      nothingFound: 31,
      testsFailed: 32,
      refused: 33,
    }));
});
