import { Argument, type Command } from 'commander';
import type { Session } from '../session.ts';
import { bashCompletion } from './bash.ts';
import { type CommandWords, commandWords } from './command-words.ts';
import { fishCompletion } from './fish.ts';
import { zshCompletion } from './zsh.ts';

const shells: Readonly<Record<string, (commands: readonly CommandWords[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

export function addCompletion(program: Command, session: Session): void {
  program
    .command('completion')
    .description('print a script by which a shell completes commands, options and hosts of scrapers')
    .addArgument(new Argument('<shell>').choices(Object.keys(shells)))
    .addHelpText(
      'after',
      "\nbash: source <(newshawk completion bash)   zsh: source <(newshawk completion zsh)   fish: newshawk completion fish > ~/.config/fish/completions/newshawk.fish\nWhere newshawk is a package of a project: alias newshawk='npx newshawk' first.",
    )
    .action((shell: string) => session.print(shells[shell]?.(commandWords(program)) ?? ''));
}
