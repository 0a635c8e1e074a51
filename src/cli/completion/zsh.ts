import { hostsInShell, shellQuoted } from './bash.ts';
import type { CommandWords } from './command-words.ts';

/** The completion for zsh. */
export const zshCompletion = (commands: readonly CommandWords[]): string => `#compdef newshawk
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
${commands.flatMap(valueCases).join('\n')}
  esac
  case "$at" in
${commands.map(wordCase).join('\n')}
  esac
  _describe 'newshawk' found
  if (( \${#hosts} )); then
    compadd -- "\${(@)hosts:h:t}"
  fi
}
compdef _newshawk newshawk
`;

const atOf = (path: string): string => (path === '' ? '' : ` ${path}`);

const valueCases = ({ path, options }: CommandWords): string[] =>
  options
    .filter(({ takesValue }) => takesValue)
    .map(({ names, choices }) => {
      const pattern = names.map((name) => shellQuoted(`${atOf(path)} ${name}`)).join('|');
      return `    (${pattern}) ${choices.length === 0 ? '_files' : `compadd -- ${choices.map(shellQuoted).join(' ')}`}; return ;;`;
    });

/** `_describe` divides a word from what it means by a colon. */
const described = (name: string, about: string): string => shellQuoted(`${name.replaceAll(':', '\\:')}:${about}`);

function wordCase({ path, commands, options, choices, takesHost }: CommandWords): string {
  const words = [
    ...commands.map(({ name, about }) => described(name, about)),
    ...choices.map((choice) => described(choice, '')),
    ...options.flatMap(({ names, about }) => names.map((name) => described(name, about))),
  ];
  return `    (${shellQuoted(atOf(path))}) found=(${words.join(' ')})${takesHost ? ` hosts=(${hostsInShell}(N))` : ''} ;;`;
}
