import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { Marked, type Tokens } from 'marked';
import { freeId, linkTarget, type SiteDocument } from './documents.ts';

const own = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const style = own('./style.css');
const script = own('./script.js');
const digest = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
/** Nothing is loaded: styles, script and pictures are in the page, which works from a disk too. */
const policy = `default-src 'none'; style-src ${digest(style)}; script-src ${digest(script)}; img-src data:; base-uri 'none'; form-action 'none'`;
/** Bytes of a picture. */
const maxPicture = 150_000;

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

export interface Site {
  readonly root: string;
  readonly documents: readonly SiteDocument[];
}

const isGuide = ({ path }: SiteDocument): boolean => path.startsWith('docs/guide/');

/** @throws Error for a link or a picture that leads nowhere */
export function pageHtml(site: Site, document: SiteDocument): string {
  const guide = site.documents.filter(isGuide);
  const at = guide.indexOf(document);
  const [previous, next] = at < 0 ? [undefined, undefined] : [guide[at - 1], guide[at + 1]];
  const entry = (page: SiteDocument): string =>
    `<li><a href="${page.file}"${page === document ? ' aria-current="page"' : ''}>${escaped(page.title)}</a></li>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="color-scheme" content="light dark">
<title>${escaped(document.title)} - newshawk</title><style>${style}</style></head>
<body><a class="skip" href="#content">Skip to the text</a>
<header><a class="brand" href="index.html">newshawk</a>
<search><label for="words">Search</label><input id="words" type="search" autocomplete="off" disabled><ul id="found" aria-live="polite"></ul></search></header>
<div class="columns"><nav aria-label="Guide"><ol>${guide.map(entry).join('\n')}</ol></nav>
<main id="content" tabindex="-1">${bodyHtml(site, document)}
${previous === undefined && next === undefined ? '' : `<nav class="steps" aria-label="Previous and next">${step(previous, 'Previous')}${step(next, 'Next')}</nav>`}
</main></div>
<script type="application/json" id="index">${index(guide)}</script><script>${script}</script></body></html>
`;
}

const step = (page: SiteDocument | undefined, word: string): string =>
  page === undefined ? '<span></span>' : `<a href="${page.file}"><small>${word}</small> ${escaped(page.title)}</a>`;

/** Headings of the guide with what stands under them, in lower case. */
function index(guide: readonly SiteDocument[]): string {
  const entries = guide.flatMap(({ title, file, markdown, headings }) => {
    const parts = markdown.split(/^#{1,4} .*$/m).slice(1);
    return [...headings].map(([id, text], number) => ({
      href: `${file}#${id}`,
      title: number === 0 ? title : `${title}: ${text}`,
      words: [...new Set(`${text} ${parts[number] ?? ''}`.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}-]+/gu))].join(
        ' ',
      ),
    }));
  });
  return JSON.stringify(entries).replaceAll('<', '\\u003c');
}

function bodyHtml({ root, documents }: Site, document: SiteDocument): string {
  const ids = new Map<string, string>();
  const markdown = new Marked({
    renderer: {
      heading({ depth, text, tokens }: Tokens.Heading) {
        const id = freeId(ids, text);
        ids.set(id, text);
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens);
        const target = linkTarget(root, documents, document, href);
        return target.kind === 'file'
          ? `<span title="${escaped(target.path)}">${text}</span>`
          : `<a href="${escaped(target.href)}"${target.kind === 'web' ? ' rel="noreferrer"' : ''}>${text}</a>`;
      },
      image({ href, text }: Tokens.Image) {
        return `<img src="${picture(root, document, href)}" alt="${escaped(text)}">`;
      },
      code({ text, lang }: Tokens.Code) {
        const kind = lang === 'text' ? 'output' : lang === undefined || lang === '' ? 'drawing' : lang;
        return `<pre class="${kind}" tabindex="0"><code>${escaped(text)}</code></pre>\n`;
      },
      html: ({ text }: Tokens.HTML | Tokens.Tag) => (/^<!--[\s\S]*-->\s*$/.test(text) ? '' : escaped(text)),
    },
  });
  return parsed(markdown, document)
    .replaceAll('<table>', '<div class="table" role="region" aria-label="Table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<th></th>', '<td></td>');
}

/** marked asks to be told of its own mistakes: ours are those of the document. */
function parsed(markdown: Marked, document: SiteDocument): string {
  try {
    return markdown.parse(document.markdown, { async: false });
  } catch (error) {
    throw new Error((error as Error).message.replace(/\nPlease report this to [\s\S]*$/, ''), { cause: error });
  }
}

function picture(root: string, { path }: SiteDocument, href: string): string {
  const file = posix.normalize(posix.join(posix.dirname(path), href));
  const type = { png: 'image/png', webp: 'image/webp', svg: 'image/svg+xml' }[file.split('.').at(-1) ?? ''];
  if (type === undefined) throw new Error(`${path}: ${href} is neither PNG, WebP nor SVG`);
  const bytes = readFileSync(`${root}${file}`);
  if (path.startsWith('docs/guide/') && bytes.length > maxPicture)
    throw new Error(`${path}: ${href} has ${bytes.length} bytes, more than ${maxPicture}`);
  return `data:${type};base64,${bytes.toString('base64')}`;
}
