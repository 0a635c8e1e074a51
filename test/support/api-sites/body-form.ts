import type { StoryBlock, TextRun } from './stories.ts';

/** How an answer holds a body: `encode` is the server's side, `decoder` the JavaScript of `bodyHtml(value)` in the app. */
export interface BodyForm {
  readonly name: string;
  readonly encode: (blocks: readonly StoryBlock[]) => unknown;
  readonly decoder: string;
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const tags = {
  emphasis: ['<em>', '</em>'],
  strong: ['<strong>', '</strong>'],
  link: ['<a href="/topics/dossier">', '</a>'],
} as const;

const runHtml = ({ text, mark }: TextRun): string =>
  mark === 'plain' ? escapeHtml(text) : `${tags[mark][0]}${escapeHtml(text)}${tags[mark][1]}`;

const innerHtml = ({ runs }: StoryBlock): string => runs.map(runHtml).join('');
const innerText = ({ runs }: StoryBlock): string => runs.map(({ text }) => text).join('');

const blockHtml = (block: StoryBlock): string => {
  const inner = innerHtml(block);
  if (block.kind === 'heading') return `<h2>${inner}</h2>`;
  return block.kind === 'quote' ? `<blockquote><p>${inner}</p></blockquote>` : `<p>${inner}</p>`;
};

/** The body as HTML, as the server of an HTML fragment writes it. */
export const bodyHtml = (blocks: readonly StoryBlock[]): string => blocks.map(blockHtml).join('\n');

const wrap = `const wrap = (kind, inner) => kind === 'heading' ? '<h2>' + inner + '</h2>' : kind === 'quote' ? '<blockquote><p>' + inner + '</p></blockquote>' : '<p>' + inner + '</p>';`;

const typeNames = [
  { paragraph: 'paragraph', heading: 'heading', quote: 'quote' },
  { paragraph: 'p', heading: 'h2', quote: 'blockquote' },
  { paragraph: 'ParagraphBlock', heading: 'SubheadBlock', quote: 'PullQuoteBlock' },
] as const;

/** An array of blocks: `type` and `content` are names of keys. */
const blockList = (type: string, content: string, names: (typeof typeNames)[number]): BodyForm => ({
  name: `blocks-${type}-${content}`,
  encode: (blocks) =>
    blocks.map((block, index) => ({ [type]: names[block.kind], position: index, [content]: innerHtml(block) })),
  decoder: `${wrap}
const kinds = ${JSON.stringify(Object.fromEntries(Object.entries(names).map(([kind, name]) => [name, kind])))};
return value.map((block) => wrap(kinds[block.${type}], block.${content})).join('');`,
});

const treeRun = ({ text, mark }: TextRun) => {
  if (mark === 'plain') return { type: 'text', text };
  return {
    type: 'text',
    text,
    marks: [mark === 'link' ? { type: 'link', attrs: { href: '/topics/dossier' } } : { type: mark }],
  };
};

const treeBlock = ({ kind, runs }: StoryBlock) => {
  const content = runs.map(treeRun);
  if (kind === 'heading') return { type: 'heading', attrs: { level: 2 }, content };
  return kind === 'quote'
    ? { type: 'blockquote', content: [{ type: 'paragraph', content }] }
    : { type: 'paragraph', content };
};

/** The document of a rich text editor: nested nodes, marks on text. */
const editorTree: BodyForm = {
  name: 'editor-tree',
  encode: (blocks) => ({ type: 'doc', content: blocks.map(treeBlock) }),
  decoder: `const open = { emphasis: 'em', strong: 'strong', link: 'a' };
const inner = (node) => (node.content || []).map(write).join('');
const write = (node) => {
  if (node.type === 'text') return (node.marks || []).reduce((html, mark) => {
    const href = mark.attrs ? ' href="' + escapeHtml(mark.attrs.href) + '"' : '';
    return '<' + open[mark.type] + href + '>' + html + '</' + open[mark.type] + '>';
  }, escapeHtml(node.text));
  const tag = { doc: 'div', paragraph: 'p', heading: 'h2', blockquote: 'blockquote' }[node.type];
  return '<' + tag + '>' + inner(node) + '</' + tag + '>';
};
return inner(value);`,
};

/** Slate's way: children, marks as flags. */
const leafTree: BodyForm = {
  name: 'leaf-tree',
  encode: (blocks) =>
    blocks.map(({ kind, runs }) => ({ type: kind, children: runs.map(({ text, mark }) => ({ text, [mark]: true })) })),
  decoder: `${wrap}
const leaf = (node) => {
  const html = escapeHtml(node.text);
  if (node.emphasis) return '<em>' + html + '</em>';
  if (node.strong) return '<strong>' + html + '</strong>';
  return node.link ? '<a href="/topics/dossier">' + html + '</a>' : html;
};
return value.map((block) => wrap(block.type, block.children.map(leaf).join(''))).join('');`,
};

export const bodyForms: readonly BodyForm[] = [
  { name: 'html', encode: bodyHtml, decoder: 'return value;' },
  {
    name: 'escaped-html',
    encode: (blocks) => escapeHtml(bodyHtml(blocks)),
    decoder: `const area = document.createElement('textarea'); area.innerHTML = value; return area.value;`,
  },
  {
    name: 'lines',
    encode: (blocks) => blocks.map(innerText).join('\n\n'),
    decoder: `return value.split(/\\n+/).map((line) => '<p>' + escapeHtml(line) + '</p>').join('');`,
  },
  {
    name: 'strings',
    encode: (blocks) => blocks.map(innerText),
    decoder: `return value.map((line) => '<p>' + escapeHtml(line) + '</p>').join('');`,
  },
  blockList('type', 'text', typeNames[0]),
  blockList('kind', 'html', typeNames[1]),
  blockList('__typename', 'content', typeNames[2]),
  editorTree,
  leafTree,
];
