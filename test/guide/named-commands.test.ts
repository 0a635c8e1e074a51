import { globSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { bareProgram } from '../../src/cli/help/bare-program.ts';

// Commands that the guide names in its sentences and tables are not typed by a test: they have to be commands with such options.

const program = bareProgram();
const pages = globSync('docs/guide/*.md').map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const named = pages.flatMap(({ path, text }) =>
  [...text.matchAll(/`(?:npx )?newshawk ([^`<>|]+)/g)].map(([, words = '']) => ({ path, words: words.trim() })),
);

/** What the command line would refuse; null: nothing. */
function mistake(words: string): string | null {
  let command: Command = program;
  for (const word of words.split(/\s+/)) {
    if (word.startsWith('-')) {
      const isKnown = [...command.options, ...program.options].some(
        ({ long, short }) => long === word || short === word,
      );
      if (!isKnown) return `${command.name()} has no ${word}`;
      continue;
    }
    const next = command.commands.find((candidate) => candidate.name() === word);
    if (next === undefined && command === program) return `there is no command ${word}`;
    command = next ?? command;
  }
  return null;
}

describe('the commands that the guide names', () => {
  it('are there, with their options', () => {
    expect(named.length).toBeGreaterThan(10);
    const mistakes = named.flatMap(({ path, words }) =>
      mistake(words) === null ? [] : [`${path}: ${mistake(words)}`],
    );
    expect(mistakes).toEqual([]);
  });

  it('are refused where they are not', () => {
    expect(mistake('crawls')).toBe('there is no command crawls');
    expect(mistake('failures replay --wacth')).toBe('replay has no --wacth');
    expect(mistake('failures replay --watch')).toBeNull();
  });
});
