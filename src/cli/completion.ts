import { Argument, type Command } from 'commander';
import type { Session } from './session.ts';

/** An option as shells complete it. */
interface OptionWords {
  /** `-f`, `--format` */
  readonly names: readonly string[];
  readonly about: string;
  /** Whether a value follows. */
  readonly takesValue: boolean;
  /** Empty: any value; files are proposed. */
  readonly choices: readonly string[];
}

/** A command as shells complete it. */
interface CommandWords {
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
function commandWords(program: Command): CommandWords[] {
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

/** A word for the shell, whatever it contains. */
const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Scrapers have folders of their hosts: they are found without starting the program. */
const hostsInShell = '"${NEWSHAWK_SCRAPERS:-scrapers}"/*/scraper.ts';

/** The completion for bash. */
const bashCompletion = (
  commands: readonly CommandWords[],
): string => `# Completion of newshawk for bash. Put this line into ~/.bashrc:
#   source <(newshawk completion bash)
_newshawk() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" at="" file words="" hosts="" i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at \${COMP_WORDS[i]}" in
      ${commands.flatMap(({ path }) => (path === '' ? [] : [shellQuoted(` ${path}`)])).join(' | ')}) at="$at \${COMP_WORDS[i]}" ;;
    esac
  done
  case "$at $prev" in
${commands.flatMap(valueCases).join('\n')}
  esac
  case "$at" in
${commands.map(wordCase).join('\n')}
  esac
  if [[ -n "$hosts" && "$cur" != -* ]]; then
    for file in ${hostsInShell}; do
      [[ -e "$file" ]] || continue
      file="\${file%/scraper.ts}"
      words+=" \${file##*/}"
    done
  fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _newshawk newshawk
`;

const atOf = (path: string): string => (path === '' ? '' : ` ${path}`);

/** After an option with a value: its choices, else files, which \`-o default\` of bash proposes. */
const valueCases = ({ path, options }: CommandWords): string[] =>
  options
    .filter(({ takesValue }) => takesValue)
    .map(({ names, choices }) => {
      const pattern = names.map((name) => shellQuoted(`${atOf(path)} ${name}`)).join(' | ');
      return choices.length === 0
        ? `    ${pattern}) return ;;`
        : `    ${pattern}) COMPREPLY=($(compgen -W ${shellQuoted(choices.join(' '))} -- "$cur")); return ;;`;
    });

function wordCase({ path, commands, options, choices, takesHost }: CommandWords): string {
  const words = [...commands.map(({ name }) => name), ...choices, ...options.flatMap(({ names }) => names)];
  return `    ${shellQuoted(atOf(path))}) words=${shellQuoted(words.join(' '))}${takesHost ? ' hosts=1' : ''} ;;`;
}

/** The completion for zsh. */
const zshCompletion = (commands: readonly CommandWords[]): string => `#compdef newshawk
# Completion of newshawk for zsh. Put these lines into ~/.zshrc:
#   autoload -U compinit && compinit
#   source <(newshawk completion zsh)
_newshawk() {
  local at="" prev="\${words[CURRENT-1]}" i
  local -a found hosts
  for ((i = 2; i < CURRENT; i++)); do
    case "$at \${words[i]}" in
      (${commands.flatMap(({ path }) => (path === '' ? [] : [shellQuoted(` ${path}`)])).join('|')}) at="$at \${words[i]}" ;;
    esac
  done
  case "$at $prev" in
${commands.flatMap(zshValueCases).join('\n')}
  esac
  case "$at" in
${commands.map(zshWordCase).join('\n')}
  esac
  _describe 'newshawk' found
  if (( \${#hosts} )); then
    compadd -- "\${(@)hosts:h:t}"
  fi
}
compdef _newshawk newshawk
`;

const zshValueCases = ({ path, options }: CommandWords): string[] =>
  options
    .filter(({ takesValue }) => takesValue)
    .map(({ names, choices }) => {
      const pattern = names.map((name) => shellQuoted(`${atOf(path)} ${name}`)).join('|');
      return `    (${pattern}) ${choices.length === 0 ? '_files' : `compadd -- ${choices.map(shellQuoted).join(' ')}`}; return ;;`;
    });

/** `_describe` divides a word from what it means by a colon. */
const described = (name: string, about: string): string => shellQuoted(`${name.replaceAll(':', '\\:')}:${about}`);

function zshWordCase({ path, commands, options, choices, takesHost }: CommandWords): string {
  const words = [
    ...commands.map(({ name, about }) => described(name, about)),
    ...choices.map((choice) => described(choice, '')),
    ...options.flatMap(({ names, about }) => names.map((name) => described(name, about))),
  ];
  return `    (${shellQuoted(atOf(path))}) found=(${words.join(' ')})${takesHost ? ` hosts=(${hostsInShell}(N))` : ''} ;;`;
}

/** In fish only the backslash and the quote are special within single quotes. */
const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** The completion for fish. */
const fishCompletion = (commands: readonly CommandWords[]): string => `# Completion of newshawk for fish. Run once:
#   newshawk completion fish > ~/.config/fish/completions/newshawk.fish
function __newshawk_path
  set -l path
  for word in (commandline -opc)[2..-1]
    contains -- "$path $word" ${commands.flatMap(({ path }) => (path === '' ? [] : [quoted(path.includes(' ') ? path : ` ${path}`)])).join(' ')}
    and set path (string trim -- "$path $word")
  end
  echo $path
end
function __newshawk_at
  set -l path (__newshawk_path)
  test "$path" = "$argv[1]"
end
function __newshawk_hosts
  set -l folder scrapers
  set -q NEWSHAWK_SCRAPERS; and set folder $NEWSHAWK_SCRAPERS
  for file in $folder/*/scraper.ts
    basename (dirname $file)
  end
end
${commands.flatMap(fishLines).join('\n')}
`;

function fishLines({ path, commands, options, choices, takesHost }: CommandWords): string[] {
  const begin = `complete -c newshawk -n ${quoted(`__newshawk_at "${path}"`)}`;
  return [
    ...commands.map(({ name, about }) => `${begin} -f -a ${name} -d ${quoted(about)}`),
    ...(choices.length === 0 ? [] : [`${begin} -f -a ${quoted(choices.join(' '))}`]),
    ...(takesHost ? [`${begin} -f -a '(__newshawk_hosts)' -d 'site'`] : []),
    ...options.map((option) => `${begin}${optionWords(option)}`),
  ];
}

function optionWords({ names, about, takesValue, choices }: OptionWords): string {
  const flags = names.map((name) => (name.startsWith('--') ? ` -l ${name.slice(2)}` : ` -s ${name.slice(1)}`));
  const value = !takesValue ? '' : choices.length > 0 ? ` -x -a ${quoted(choices.join(' '))}` : ' -r';
  return `${flags.join('')}${value} -d ${quoted(about)}`;
}

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
