import TurndownService from 'turndown';
import type { Element } from '../dom/tree.ts';
import { fold } from '../page/blocks.ts';

const service = new TurndownService({
  headingStyle: 'atx',
  codeBlockStyle: 'fenced',
  bulletListMarker: '-',
  hr: '---',
  emDelimiter: '*',
});

/** What the text itself says in angle brackets must not become an element when the Markdown is rendered. */
const escapeMarkdown = service.escape.bind(service);
service.escape = (text) =>
  escapeMarkdown(text)
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replace(/</g, '&lt;');

service.addRule('table', { filter: 'table', replacement: (_content, node) => tableOf(node as unknown as Element) });
service.addRule('caption', {
  filter: 'figcaption',
  replacement: (content) => `\n\n*${fold(content).replace(/\*/g, '\\*')}*\n\n`,
});

/** CommonMark with pipe tables, lists, fenced code and pictures, of HTML that was cleaned before. */
export const toMarkdown = (clean: Element): string =>
  // Turndown's types ask for a browser's element; what it calls of one is in ours
  service.turndown(clean as unknown as HTMLElement).trim();

/** A table that only lays out (one column) is its text; a real one has a head row, its first row where it names none. */
function tableOf(table: Element): string {
  const rows = [...table.querySelectorAll('tr')].map((row) =>
    [...row.children].filter(({ localName }) => localName === 'td' || localName === 'th').map(cellOf),
  );
  const width = Math.max(0, ...rows.map((cells) => cells.length));
  if (width < 2)
    return `\n\n${rows
      .flat()
      .filter((cell) => cell !== '')
      .join('\n\n')}\n\n`;
  const lines = rows
    .filter((cells) => cells.length > 0)
    .map((cells) => `| ${[...cells, ...Array(width - cells.length).fill('')].join(' | ')} |`);
  const [head = '', ...rest] = lines;
  const caption = service.escape(fold(table.querySelector('caption')?.textContent ?? ''));
  return `\n\n${caption === '' ? '' : `${caption}\n\n`}${[head, `|${' --- |'.repeat(width)}`, ...rest].join('\n')}\n\n`;
}

const cellOf = (cell: Element): string => service.escape(fold(cell.textContent ?? '')).replace(/\|/g, '\\|');
