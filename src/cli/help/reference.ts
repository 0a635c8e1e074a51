import type { Command } from 'commander';
import { namedCommands } from './examples.ts';
import { exitCodeRows } from './exit-codes.ts';

/** Cells of a line in the reference. */
const referenceColumns = 100;

/** docs/cli.md: what `--help` says, of the program and of each command. Made by `npm run cli-docs`. */
export function cliReference(program: Command): string {
  const commands = namedCommands(program);
  const anchor = (name: string): string => name.replaceAll(' ', '-');
  const list = commands.map(({ name, command }) => `- [\`${name}\`](#${anchor(name)}): ${command.description()}`);
  const sections = commands.map(({ name, command }) => `## ${name}\n\n${helpBlock(command)}`);
  return `${head}\n${exitCodeTable}\n\n# Commands\n\n${list.join('\n')}\n\n${sections.join('\n\n')}\n`;
}

const exitCodeTable = [
  '| code | means |',
  '|---|---|',
  ...exitCodeRows.map(({ code, text }) => `| ${code} | ${text.replaceAll('|', '\\|')} |`),
].join('\n');

const head = `<!-- Made of the commands themselves by \`npm run cli-docs\`: don't edit it. -->
# Command line

Data goes to stdout, messages, progress and logs to stderr. These options go with every command, before or after its name:

| option | does |
|---|---|
| \`--json\` | data as JSON on stdout, logs as JSON on stderr |
| \`-q\`, \`--quiet\` | only errors on stderr |
| \`-v\`, \`--verbose\` | debug log on stderr |
| \`-h\`, \`--help\` | the help of a command |
| \`-V\`, \`--version\` | the version |

On a terminal, a crawl shows a live view; elsewhere a line at its start and one a minute. The first Ctrl-C (or SIGTERM) finishes the pages in progress, saves and ends; the second ends at once.

Colours are used on a terminal only: of data where stdout is one, of messages where stderr is one. \`NO_COLOR\` turns them off, \`FORCE_COLOR=1\` on. In a locale without UTF-8 (\`LC_ALL\`, \`LC_CTYPE\`, \`LANG\`) bars are drawn in ASCII.

# Exit codes
`;

/** The whole help, also what was added behind the options. */
export function helpText(command: Command): string {
  let text = '';
  const width = (): number => referenceColumns;
  const before = command.configureOutput();
  command.configureOutput({
    ...before,
    writeOut: (part) => {
      text += part;
    },
    getOutHelpWidth: width,
  });
  command.outputHelp();
  command.configureOutput(before);
  return text;
}

const helpBlock = (command: Command): string => `\`\`\`text\n${helpText(command).trimEnd()}\n\`\`\``;
