import { readdirSync, readFileSync } from 'node:fs';
import { marked, type Token, type Tokens } from 'marked';

// What a page of the guide says to do, read from its Markdown. A comment before a block says what the reader need not see:
//   <!-- guide: exit 16 -->            the exit code of the block's last command
//   <!-- guide: id /^(\w{12}) /m -->   from here on, <id> stands for what the pattern finds in the output of the block
//   <!-- guide: background /ready/ --> runs until the page ends; the next block begins when its output matches
//   <!-- guide: terminal 2 -->         in a terminal of its own, in the folder of the clone
//   <!-- guide: file scrapers/x/scraper.ts -->  the block is the content of this file
//   <!-- guide: again until it shows -->  the block is typed again until its output is as shown
//   <!-- guide: not run: reason -->    the block can't be run by a test
// A block without a language is a drawing. A `text` block after commands is their output: each of its lines comes in the
// output, in this order; … stands for anything.

export interface GuideCommands {
  readonly kind: 'commands';
  readonly lines: readonly string[];
  readonly exitCode: number;
  readonly id: RegExp | null;
  readonly background: RegExp | null;
  readonly isInClone: boolean;
  /** What it shows comes with time: a reader looks again. */
  readonly isRepeated: boolean;
  /** Why no test runs it; null: it is run. */
  readonly notRun: string | null;
  /** Lines of its output; empty where the page shows none. */
  readonly output: readonly string[];
}

export interface GuideFile {
  readonly kind: 'file';
  readonly path: string;
  readonly text: string;
}

export interface GuidePage {
  readonly name: string;
  readonly markdown: string;
  readonly blocks: readonly (GuideCommands | GuideFile)[];
}

const folder = new URL('../../docs/guide/', import.meta.url);

export const guidePage = (name: string): GuidePage => {
  const markdown = readFileSync(new URL(`${name}.md`, folder), 'utf8');
  return { name, markdown, blocks: blocksOf(name, markdown) };
};

/** In the order in which they are read. */
export const guidePages = (): GuidePage[] =>
  readdirSync(folder)
    .filter((file) => /^\d\d-.*\.md$/.test(file))
    .sort()
    .map((file) => guidePage(file.slice(0, -3)));

/** What a reader types: each line of a block, and each part that && joins. Comments are none. */
export const commandsOf = ({ lines }: Pick<GuideCommands, 'lines'>): string[] =>
  lines.flatMap((line) => line.split(' && ')).map((command) => command.replace(/ +&$/, ''));

/** @throws Error where a directive is unknown, or a block is of a kind that nothing checks */
export function blocksOf(name: string, markdown: string): (GuideCommands | GuideFile)[] {
  const blocks: (GuideCommands | GuideFile)[] = [];
  let directives: string[] = [];
  const walk = (tokens: readonly Token[]): void => {
    for (const token of tokens) {
      if (token.type === 'html') directives.push(...directivesIn(token.raw));
      else if (token.type === 'code') {
        const { lang = '', text } = token as Tokens.Code;
        if (lang === '') continue;
        if (lang === 'text') addOutput(name, blocks, text);
        else blocks.push(blockOf(`${name}: ${text.split('\n', 1)[0]}`, lang, text, directives));
        directives = [];
      } else if ('items' in token) for (const item of token.items as Tokens.ListItem[]) walk(item.tokens);
    }
  };
  walk(marked.lexer(markdown));
  if (directives.length > 0) throw new Error(`${name}: no block follows ${directives.join(', ')}`);
  return blocks;
}

const directivesIn = (html: string): string[] =>
  [...html.matchAll(/<!-- guide: (.*?) -->/g)].map(([, text = '']) => text);

function addOutput(name: string, blocks: (GuideCommands | GuideFile)[], text: string): void {
  const last = blocks.at(-1);
  if (last?.kind !== 'commands') throw new Error(`${name}: the output "${text}" belongs to no command`);
  blocks[blocks.length - 1] = { ...last, output: [...last.output, ...text.split('\n')] };
}

function blockOf(place: string, lang: string, text: string, directives: readonly string[]): GuideCommands | GuideFile {
  const rest = new Map(
    directives.map((directive) => /^(not run|\S+):? ?(.*)$/.exec(directive)?.slice(1) as [string, string]),
  );
  const take = (key: string): string | null => {
    const value = rest.get(key) ?? null;
    rest.delete(key);
    return value;
  };
  const path = take('file');
  const block: GuideCommands | GuideFile | null =
    path !== null
      ? { kind: 'file', path, text: `${text}\n` }
      : lang === 'sh'
        ? {
            kind: 'commands',
            lines: commandLines(text),
            exitCode: Number(take('exit') ?? 0),
            id: patternOf(take('id')),
            background: patternOf(take('background')),
            isInClone: take('terminal') !== null,
            isRepeated: take('again') !== null,
            notRun: take('not run'),
            output: [],
          }
        : null;
  if (block === null) throw new Error(`${place}: a block in "${lang}" is neither commands, output nor a file`);
  if (rest.size > 0) throw new Error(`${place}: there is no directive ${[...rest.keys()].join(', ')}`);
  return block;
}

const commandLines = (text: string): string[] =>
  text
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.replace(/\s+# .*$/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('#'));

function patternOf(text: string | null): RegExp | null {
  if (text === null) return null;
  const [, source, flags] = /^\/(.*)\/(\w*)$/.exec(text) ?? [];
  if (source === undefined) throw new Error(`${text} is no pattern: write /…/`);
  return new RegExp(source, flags);
}

/** The first line that the output lacks, or has only before the lines above it; null: all are there. Runs of blanks count as one. */
export function missingLine(output: string, lines: readonly string[]): string | null {
  const flat = (text: string): string => text.trim().replace(/[ \t]+/g, ' ');
  const actual = output.split('\n').map(flat);
  let from = 0;
  for (const line of lines.filter((text) => text.trim() !== '' && text.trim() !== '…')) {
    const source = flat(line)
      .split('…')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*');
    const pattern = new RegExp(`^${source}$`);
    const index = actual.findIndex((text, at) => at >= from && pattern.test(text));
    if (index < 0) return line;
    from = index + 1;
  }
  return null;
}
