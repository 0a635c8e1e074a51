import TurndownService from 'turndown';
import type { Element } from '../dom/tree.ts';
import { foldSpace } from '../page/blocks.ts';

const service = new TurndownService({
  headingStyle: 'atx',
  codeBlockStyle: 'fenced',
  bulletListMarker: '-',
  hr: '---',
  emDelimiter: '*',
});

/** Angle brackets in the text must not become elements when the Markdown is rendered. */
const escapeMarkdown = service.escape.bind(service);
service.escape = (text) =>
  escapeMarkdown(text)
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replace(/</g, '&lt;');

service.addRule('table', { filter: 'table', replacement: (_content, node) => tableOf(node as unknown as Element) });
service.addRule('caption', {
  filter: 'figcaption',
  replacement: (content) => `\n\n*${foldSpace(content).replace(/\*/g, '\\*')}*\n\n`,
});

/** Converts sanitized HTML to CommonMark with pipe tables, lists, fenced code and images. */
export const toMarkdown = (clean: Element): string =>
  // Turndown's types require a browser's element; ours has the members that it uses
  service.turndown(clean as unknown as HTMLElement).trim();

/** A layout table (one column) becomes its text. The first row of a real table becomes the head row. */
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
  const caption = service.escape(foldSpace(table.querySelector('caption')?.textContent ?? ''));
  return `\n\n${caption === '' ? '' : `${caption}\n\n`}${[head, `|${' --- |'.repeat(width)}`, ...rest].join('\n')}\n\n`;
}

const cellOf = (cell: Element): string => service.escape(foldSpace(cell.textContent ?? '')).replace(/\|/g, '\\|');
