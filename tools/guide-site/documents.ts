import { existsSync, globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { marked, type Tokens } from 'marked';

/** A Markdown file of this repository that becomes a page. Paths are from the root, with /. */
export interface SiteDocument {
  readonly path: string;
  readonly title: string;
  /** File name in the site. */
  readonly file: string;
  readonly markdown: string;
  /** Ids of its headings, as code hosts make them, with their texts. */
  readonly headings: ReadonlyMap<string, string>;
}

/** The guide in reading order, then what it links to. */
const sources = [
  'docs/guide/README.md',
  'docs/guide/[0-9]*.md',
  'docs/guide/comparison.md',
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'docs/*.md',
  'docs/adr/*.md',
  'src/stages/extract/model/README.md',
];

/** @param root the folder of the repository, with a / at its end */
export const readDocuments = (root: string): readonly SiteDocument[] =>
  sources
    .flatMap((pattern) => globSync(pattern, { cwd: root }).sort())
    .map((path) => path.replaceAll('\\', '/'))
    .map((path) => documentOf(path, readFileSync(`${root}${path}`, 'utf8')));

function documentOf(path: string, markdown: string): SiteDocument {
  const headings = new Map<string, string>();
  let title = '';
  for (const token of marked.lexer(markdown)) {
    if (token.type !== 'heading') continue;
    const { text } = token as Tokens.Heading;
    if (title === '') title = plain(text);
    headings.set(freeId(headings, text), plain(text));
  }
  return { path, title, file: fileName(path), markdown, headings };
}

/** docs/guide/01-first-crawl.md: first-crawl.html; docs/media.md: docs-media.html. */
function fileName(path: string): string {
  if (path === 'docs/guide/README.md') return 'index.html';
  const name = path.replace(/\.md$/, '').toLowerCase();
  return `${name.startsWith('docs/guide/') ? posix.basename(name).replace(/^\d\d-/, '') : name.replaceAll('/', '-')}.html`;
}

const plain = (text: string): string => text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '');

/** As code hosts do: lower case, without punctuation, blanks as -; a number where it is taken. */
export function freeId(taken: ReadonlyMap<string, string>, text: string): string {
  const id = plain(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
  if (!taken.has(id)) return id;
  for (let number = 1; ; number++) if (!taken.has(`${id}-${number}`)) return `${id}-${number}`;
}

export type LinkTarget =
  | { readonly kind: 'page'; readonly href: string }
  /** A file that is no page of the site: only its name is shown. */
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'web'; readonly href: string };

/**
 * Where a link of a document leads in the site.
 * @throws Error where there is no such file or heading
 */
export function linkTarget(
  root: string,
  documents: readonly SiteDocument[],
  from: SiteDocument,
  href: string,
): LinkTarget {
  if (/^https?:/.test(href)) return { kind: 'web', href };
  const [target = '', anchor = ''] = href.split('#');
  const path = target === '' ? from.path : posix.normalize(posix.join(posix.dirname(from.path), decodeURI(target)));
  const document = documents.find((candidate) => candidate.path === path);
  if (document === undefined) {
    if (!existsSync(`${root}${path}`)) throw new Error(`${from.path} links to ${href}: there is no ${path}`);
    return { kind: 'file', path };
  }
  if (anchor !== '' && !document.headings.has(anchor))
    throw new Error(`${from.path} links to ${href}: ${path} has no heading #${anchor}`);
  return { kind: 'page', href: `${document.file}${anchor === '' ? '' : `#${anchor}`}` };
}
