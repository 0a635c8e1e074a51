import type { CommandWords, OptionWords } from './command-words.ts';

/** In fish only the backslash and the quote are special within single quotes. */
const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** The completion for fish. */
export const fishCompletion = (
  commands: readonly CommandWords[],
): string => `# Completion of newshawk for fish. Run once:
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
${commands.flatMap(linesOf).join('\n')}
`;

function linesOf({ path, commands, options, choices, takesHost }: CommandWords): string[] {
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
