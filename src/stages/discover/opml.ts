import { NewshawkError } from '../../errors.ts';
import { attributeText, children, parseXml, salvageElements, type XmlElement } from './xml.ts';

/** One list of an OPML file. */
export interface OpmlOutline {
  /** As written. */
  readonly url: string;
  /** May be empty. */
  readonly title: string;
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
  const pending = topOutlines(start).toReversed();
  for (let next = pending.pop(); next !== undefined && outlines.length < maxOutlines; next = pending.pop()) {
    const outline = outlineOf(next);
    if (outline !== null) outlines.push(outline);
    pending.push(...children(next, 'outline').toReversed());
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

function outlineOf(element: XmlElement): OpmlOutline | null {
  const feed = attributeText(element, 'xmlUrl');
  const url = feed || attributeText(element, 'url');
  if (!url) return null;
  return {
    url,
    title: attributeText(element, 'title') ?? attributeText(element, 'text') ?? '',
    isFeed: Boolean(feed) || /^(rss|atom|feed|json)$/i.test(attributeText(element, 'type') ?? ''),
    settings: attributeText(element, 'settings') ?? null,
  };
}

/** A folder of an OPML file that is written. */
export interface OpmlFolder {
  readonly title: string;
  readonly outlines: readonly (OpmlOutline & { readonly settings: string })[];
}

/** An OPML 2.0 file. Feeds are readable by every feed reader; the settings of newshawk are in an attribute of its namespace, which others ignore. */
export function writeOpml(folders: readonly OpmlFolder[], at: Date): string {
  const lines = folders.flatMap(({ title, outlines }) => [
    `    <outline text="${escapeXml(title)}">`,
    ...outlines.map((outline) => `      ${outlineText(outline)}`),
    '    </outline>',
  ]);
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

function outlineText({ url, title, isFeed, settings }: OpmlOutline & { readonly settings: string }): string {
  const address = isFeed ? `type="rss" xmlUrl="${escapeXml(url)}"` : `type="link" url="${escapeXml(url)}"`;
  return `<outline text="${escapeXml(title)}" ${address} newshawk:settings="${escapeXml(settings)}"/>`;
}

const escaped: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** For an attribute: line breaks and tabs as references, because a parser turns them into spaces. */
const escapeXml = (text: string): string =>
  text.replace(/[&<>"\n\r\t]/g, (letter) => escaped[letter] ?? `&#${letter.charCodeAt(0)};`);
