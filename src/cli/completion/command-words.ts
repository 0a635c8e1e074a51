import type { Command } from 'commander';

/** An option as shells complete it. */
export interface OptionWords {
  /** `-f`, `--format` */
  readonly names: readonly string[];
  readonly about: string;
  /** Whether a value follows. */
  readonly takesValue: boolean;
  /** Empty: any value; files are proposed. */
  readonly choices: readonly string[];
}

/** A command as shells complete it. */
export interface CommandWords {
  /** `sources add`; empty: the program. */
  readonly path: string;
  readonly about: string;
  readonly commands: readonly { readonly name: string; readonly about: string }[];
  readonly options: readonly OptionWords[];
  /** Whether an argument is the host of a scraper. */
  readonly takesHost: boolean;
  /** Values of its arguments, where these are a closed list. */
  readonly choices: readonly string[];
}

/** Arguments that are hosts of scrapers, by the names that usage lines show. */
const hostNames = /host|site|target/;

/** All commands, the program first, with the options that each of them takes. */
export function commandWords(program: Command): CommandWords[] {
  const global = optionsOf(program);
  const visit = (command: Command, path: string): CommandWords[] => {
    const children = command.commands.filter((child) => child.name() !== 'help');
    const { registeredArguments: given } = command;
    const words: CommandWords = {
      path,
      about: firstSentence(command.description()),
      commands: children.map((child) => ({ name: child.name(), about: firstSentence(child.description()) })),
      options:
        path === '' ? global : [...optionsOf(command), ...global.filter(({ names }) => !names.includes('--version'))],
      takesHost: given.some((argument) => hostNames.test(argument.name())),
      choices: given.flatMap((argument) => argument.argChoices ?? []),
    };
    return [
      words,
      ...children.flatMap((child) => visit(child, path === '' ? child.name() : `${path} ${child.name()}`)),
    ];
  };
  return visit(program, '');
}

const optionsOf = (command: Command): OptionWords[] => [
  ...command.options
    .filter(({ hidden }) => !hidden)
    .map(({ short, long, description, required, optional, argChoices }) => ({
      names: [short, long].filter((name) => name !== undefined && name !== null),
      about: firstSentence(description),
      takesValue: required || optional,
      choices: argChoices ?? [],
    })),
  { names: ['-h', '--help'], about: 'help', takesValue: false, choices: [] },
];

/** Shells show one short line. */
const maxAbout = 70;

function firstSentence(text: string): string {
  const [first = ''] = text.split(/[;:\n]/);
  return first.length > maxAbout ? `${first.slice(0, maxAbout - 1)}…` : first;
}
