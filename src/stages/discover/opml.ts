import { NewshawkError } from '../../errors.ts';
import { attributeText, children, parseXml, salvageElements, type XmlElement } from './xml.ts';

/** One list of an OPML file. */
export interface OpmlOutline {
  /** As written. */
  readonly url: string;
  /** May be empty. */
  readonly title: string;
  /** Titles of the folders that it is in, the outermost first. */
  readonly folders: readonly string[];
  /** True: the file says that it is a feed; false: it says nothing, or that it is a link. */
  readonly isFeed: boolean;
  /** JSON that newshawk wrote; null: another program wrote the file. */
  readonly settings: string | null;
}

/** Outlines that are read, at most: far beyond any reader's subscriptions. */
const maxOutlines = 100_000;

/**
 * The lists of an OPML file (opml.org, 1.0 to 2.0) with folders in any depth: outlines with `xmlUrl` are feeds, those with `url` are links. Of a broken file,
 * the intact outlines are salvaged.
 * @throws NewshawkError layout-changed where it is no OPML; the message quotes its beginning
 */
export function readOpml(text: string): OpmlOutline[] {
  const start = text.replace(/^\uFEFF/, '').trimStart();
  if (!/<opml[\s>]/i.test(start.slice(0, 10_000)))
    throw new NewshawkError(
      'layout-changed',
      `This is no OPML file; it begins with: ${JSON.stringify(start.slice(0, 80))}. A list of addresses has one address per line.`,
    );
  const outlines: OpmlOutline[] = [];
  const pending = topOutlines(start)
    .map((element): Nested => ({ element, folders: [] }))
    .toReversed();
  for (let next = pending.pop(); next !== undefined && outlines.length < maxOutlines; next = pending.pop()) {
    const outline = outlineOf(next);
    if (outline !== null) outlines.push(outline);
    const title = titleOf(next.element);
    const folders = outline === null && title !== '' ? [...next.folders, title] : next.folders;
    pending.push(
      ...children(next.element, 'outline')
        .map((element): Nested => ({ element, folders }))
        .toReversed(),
    );
  }
  return outlines;
}

function topOutlines(text: string): XmlElement[] {
  try {
    const bodies = children(parseXml(text), 'opml').flatMap((opml) => children(opml, 'body'));
    if (bodies.length > 0) return bodies.flatMap((body) => children(body, 'outline'));
  } catch {
    // not well formed: the intact outlines are salvaged
  }
  return salvageElements(text, ['outline']);
}

interface Nested {
  readonly element: XmlElement;
  readonly folders: readonly string[];
}

const titleOf = (element: XmlElement): string =>
  attributeText(element, 'title') ?? attributeText(element, 'text') ?? '';

function outlineOf({ element, folders }: Nested): OpmlOutline | null {
  const feed = attributeText(element, 'xmlUrl');
  const url = feed || attributeText(element, 'url');
  if (!url) return null;
  return {
    url,
    title: titleOf(element),
    folders,
    isFeed: Boolean(feed) || /^(rss|atom|feed|json)$/i.test(attributeText(element, 'type') ?? ''),
    settings: attributeText(element, 'settings') ?? null,
  };
}

/** An outline that is written. */
export type WrittenOutline = OpmlOutline & { readonly settings: string };

/** A folder with what is in it; the outermost has no title. */
interface Folder {
  readonly outlines: WrittenOutline[];
  readonly folders: Map<string, Folder>;
}

/** An OPML 2.0 file. Feeds are readable by every feed reader; the settings of newshawk are in an attribute of its namespace, which others ignore. */
export function writeOpml(outlines: readonly WrittenOutline[], at: Date): string {
  const root: Folder = { outlines: [], folders: new Map() };
  for (const outline of outlines) {
    let folder = root;
    for (const title of outline.folders) {
      const inner: Folder = folder.folders.get(title) ?? { outlines: [], folders: new Map() };
      folder.folders.set(title, inner);
      folder = inner;
    }
    folder.outlines.push(outline);
  }
  const lines = linesOf(root, '    ');
  return `<?xml version="1.0" encoding="UTF-8"?>
<opml version="2.0" xmlns:newshawk="urn:newshawk:sources">
  <head>
    <title>newshawk sources</title>
    <dateCreated>${at.toUTCString()}</dateCreated>
  </head>
  <body>
${lines.map((line) => `${line}\n`).join('')}  </body>
</opml>
`;
}

function linesOf({ outlines, folders }: Folder, indent: string): string[] {
  return [
    ...[...folders].flatMap(([title, folder]) => [
      `${indent}<outline text="${escapeXml(title)}">`,
      ...linesOf(folder, `${indent}  `),
      `${indent}</outline>`,
    ]),
    ...outlines.map((outline) => indent + outlineText(outline)),
  ];
}

function outlineText({ url, title, isFeed, settings }: WrittenOutline): string {
  const address = isFeed ? `type="rss" xmlUrl="${escapeXml(url)}"` : `type="link" url="${escapeXml(url)}"`;
  return `<outline text="${escapeXml(title)}" ${address} newshawk:settings="${escapeXml(settings)}"/>`;
}

const escaped: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** For an attribute: line breaks and tabs as references, because a parser turns them into spaces. */
const escapeXml = (text: string): string =>
  text.replace(/[&<>"\n\r\t]/g, (letter) => escaped[letter] ?? `&#${letter.charCodeAt(0)};`);
