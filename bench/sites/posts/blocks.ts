/** A part of the body of a post. */
export type Block =
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] };

export const textOf = (block: Block): string =>
  block.kind === 'table' ? block.rows.map((row) => row.join(' ')).join('\n') : block.text;

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The blocks in Markdown. */
export function markdown(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      if (block.kind === 'heading') return `## ${block.text}`;
      if (block.kind === 'code') return `\`\`\`python\n${block.text}\n\`\`\``;
      if (block.kind === 'paragraph') return block.text;
      const [head = [], ...rows] = block.rows.map((row) => `| ${row.join(' | ')} |`);
      return [head, '| --- | --- | --- |', ...rows].join('\n');
    })
    .join('\n\n');
}

/** The blocks in reStructuredText. */
export function restructuredText(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      if (block.kind === 'heading') return `${block.text}\n${'-'.repeat(block.text.length * 2)}`;
      if (block.kind === 'code') return `.. code-block:: python\n\n${block.text.replace(/^/gm, '    ')}`;
      if (block.kind === 'paragraph') return block.text;
      return `.. list-table::\n\n${block.rows.map((row) => row.map((cell, at) => `   ${at === 0 ? '*' : ' '} - ${cell}`).join('\n')).join('\n')}`;
    })
    .join('\n\n');
}

/** The blocks in HTML. */
export function html(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      if (block.kind === 'heading') return `<h2>${escapeHtml(block.text)}</h2>`;
      if (block.kind === 'code') return `<pre><code>${escapeHtml(block.text)}</code></pre>`;
      if (block.kind === 'paragraph') return `<p>${escapeHtml(block.text)}</p>`;
      const rows = block.rows.map((row) => `<tr>${row.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`);
      return `<table>${rows.join('')}</table>`;
    })
    .join('\n');
}
