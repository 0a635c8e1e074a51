import type { CommandWords } from './command-words.ts';

/** A word for the shell, whatever it contains. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Scrapers have folders of their hosts: they are found without starting the program. */
export const hostsInShell = '"${NEWSHAWK_SCRAPERS:-scrapers}"/*/scraper.ts';

/** The completion for bash. */
export const bashCompletion = (
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
