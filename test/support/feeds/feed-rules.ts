import { JSDOM } from 'jsdom';

const { DOMParser } = new JSDOM('').window;

/** A feed as the rules see it. */
interface FeedToCheck {
  readonly text: string;
  /** Root of the XML. */
  readonly root: Element;
  readonly entries: readonly Element[];
}

/** A rule of the W3C's feed validator (https://validator.w3.org/feed/docs/), and what breaks it. */
interface Rule {
  readonly rule: string;
  readonly of: 'rss' | 'atom' | 'both';
  /** @returns what is wrong; empty: nothing */
  readonly wrong: (feed: FeedToCheck) => readonly string[];
}

const atomNs = 'http://www.w3.org/2005/Atom';
const contentNs = 'http://purl.org/rss/1.0/modules/content/';
const children = (of: Element, name: string, ns: string | null = of.namespaceURI): Element[] =>
  [...of.children].filter(({ localName, namespaceURI }) => localName === name && namespaceURI === ns);
const textsOf = (of: Element, name: string, ns?: string | null): string[] =>
  children(of, name, ns).map(({ textContent }) => textContent ?? '');
const channelOf = ({ root }: FeedToCheck): Element => children(root, 'channel')[0] ?? root;

/** Exactly one of each, with text. */
const oneEach = (of: Element, names: readonly string[]): string[] =>
  names.flatMap((name) => {
    const found = textsOf(of, name);
    return found.length === 1 && found[0]?.trim() !== '' ? [] : [`${of.localName}: ${found.length} ${name}`];
  });
const twice = (values: readonly string[]): string[] => values.filter((value, index) => values.indexOf(value) !== index);
const isAbsolute = (url: string): boolean => /^https?:\/\/[^\s<>"{}|\\^`]+$/.test(url) && URL.canParse(url);

/** RFC 822, 5.1, with the year in four digits. */
const rfc822 =
  /^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), )?\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d(?::\d\d)? (?:GMT|UT|[+-]\d{4})$/;
const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
const mediaType = /^[A-Za-z\d][\w.+-]*\/[A-Za-z\d][\w.+-]*$/;
const language = /^[A-Za-z]{1,8}(?:-[A-Za-z\d]{1,8})*$/;
const iri = /^[a-z][a-z\d+.-]*:[^\s<>"{}|\\^`]+$/i;

const elements = (root: Element): Element[] => [...root.querySelectorAll('*')];
const htmlOf = ({ entries }: FeedToCheck): string[] =>
  entries.flatMap((entry) => [...textsOf(entry, 'encoded', contentNs), ...textsOf(entry, 'content', atomNs)]);

export const feedRules: readonly Rule[] = [
  {
    rule: 'the text is XML 1.0 in UTF-8: no forbidden character, not even escaped',
    of: 'both',
    wrong: ({ text }) => [
      ...(/^<\?xml version="1.0" encoding="utf-8"\?>/i.test(text) ? [] : ['no XML declaration']),
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
      ...(text.match(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu) ?? []),
      ...(text
        .replace(/<!\[CDATA\[.*?\]\]>/gs, '')
        .match(/&#(?:x0*(?:[0-8bcef]|1[\da-f]|d[89a-f]..);|0*(?:[0-8]|1[124-9]|2\d|3[01]);)/gi) ?? []),
    ],
  },
  {
    rule: 'the root is rss of version 2.0',
    of: 'rss',
    wrong: ({ root }) => (root.localName === 'rss' && root.getAttribute('version') === '2.0' ? [] : [root.tagName]),
  },
  {
    rule: 'a channel has one title, link and description',
    of: 'rss',
    wrong: (feed) => oneEach(channelOf(feed), ['title', 'link', 'description']),
  },
  {
    rule: 'an item has a title and a link',
    of: 'rss',
    wrong: ({ entries }) => entries.flatMap((item) => oneEach(item, ['title', 'link'])),
  },
  {
    rule: 'a feed has one id, title and updated',
    of: 'atom',
    wrong: ({ root }) => oneEach(root, ['id', 'title', 'updated']),
  },
  {
    rule: 'an entry has one id, title and updated, and an author',
    of: 'atom',
    wrong: ({ entries }) =>
      entries.flatMap((entry) => [
        ...oneEach(entry, ['id', 'title', 'updated']),
        ...(children(entry, 'author').length > 0 ? [] : ['no author']),
        ...children(entry, 'author').flatMap((author) => oneEach(author, ['name'])),
      ]),
  },
  {
    rule: 'an entry has an alternate link where it has no content, and at most one of a type',
    of: 'atom',
    wrong: ({ entries }) =>
      entries.flatMap((entry) =>
        children(entry, 'link').filter((link) => link.getAttribute('rel') === 'alternate').length === 1
          ? []
          : ['alternate'],
      ),
  },
  {
    rule: 'dates are RFC 822',
    of: 'rss',
    wrong: (feed) =>
      [channelOf(feed), ...feed.entries]
        .flatMap((of) => [...textsOf(of, 'pubDate'), ...textsOf(of, 'lastBuildDate')])
        .filter((date) => !rfc822.test(date) || Number.isNaN(Date.parse(date))),
  },
  {
    rule: 'dates are RFC 3339',
    of: 'atom',
    wrong: ({ root, entries }) =>
      [root, ...entries]
        .flatMap((of) => [...textsOf(of, 'updated'), ...textsOf(of, 'published')])
        .filter((date) => !rfc3339.test(date) || Number.isNaN(Date.parse(date))),
  },
  {
    rule: 'guids are unique, and no addresses unless they say so',
    of: 'rss',
    wrong: ({ entries }) => [
      ...twice(entries.flatMap((item) => textsOf(item, 'guid'))),
      ...entries.flatMap((item) =>
        children(item, 'guid')
          .filter((guid) => guid.getAttribute('isPermaLink') !== 'false')
          .map((guid) => guid.textContent ?? ''),
      ),
      ...entries.flatMap((item) => (children(item, 'guid').length === 1 ? [] : ['no guid'])),
    ],
  },
  {
    rule: 'ids are absolute IRIs, and unique',
    of: 'atom',
    wrong: ({ root, entries }) => {
      const ids = [root, ...entries].flatMap((of) => textsOf(of, 'id'));
      return [...ids.filter((id) => !iri.test(id)), ...twice(ids)];
    },
  },
  {
    rule: 'links are absolute http(s) addresses',
    of: 'both',
    wrong: ({ root }) =>
      elements(root)
        .flatMap((element) => {
          const { localName, namespaceURI } = element;
          if (localName === 'link')
            return [namespaceURI === atomNs ? element.getAttribute('href') : element.textContent];
          return ['enclosure', 'content'].includes(localName) && element.hasAttribute('url')
            ? [element.getAttribute('url')]
            : [];
        })
        .filter((url) => url === null || !isAbsolute(url))
        .map(String),
  },
  {
    rule: 'a feed with an address has one link to itself',
    of: 'both',
    wrong: (feed) => {
      const links = children(feed.root.localName === 'rss' ? channelOf(feed) : feed.root, 'link', atomNs);
      const count = links.filter((link) => link.getAttribute('rel') === 'self').length;
      return count <= 1 ? [] : [`${count} links to itself`];
    },
  },
  {
    rule: 'an enclosure has url, length in bytes and media type',
    of: 'rss',
    wrong: ({ root }) =>
      [...root.querySelectorAll('enclosure')]
        .filter(
          (item) =>
            !/^\d+$/.test(item.getAttribute('length') ?? '') || !mediaType.test(item.getAttribute('type') ?? ''),
        )
        .map(({ outerHTML }) => outerHTML),
  },
  {
    rule: 'types are media types',
    of: 'both',
    wrong: ({ root }) =>
      elements(root).flatMap((element) => {
        const type = element.getAttribute('type');
        const isText =
          ['title', 'summary', 'content', 'subtitle'].includes(element.localName) && /^(text|x?html)$/.test(type ?? '');
        return type === null || isText || mediaType.test(type) ? [] : [type];
      }),
  },
  {
    rule: 'languages are tags of RFC 5646',
    of: 'both',
    wrong: ({ root }) =>
      [
        ...elements(root).flatMap((element) => element.getAttribute('xml:lang') ?? []),
        ...elements(root).flatMap((element) => (element.localName === 'language' ? (element.textContent ?? '') : [])),
      ].filter((tag) => !language.test(tag)),
  },
  {
    rule: 'categories have a name',
    of: 'both',
    wrong: ({ root }) =>
      [...root.querySelectorAll('category')].flatMap((category) =>
        (category.getAttribute('term') ?? category.textContent ?? '').trim() === '' ? ['an empty category'] : [],
      ),
  },
  {
    rule: 'HTML is escaped: it is text for the XML parser',
    of: 'both',
    wrong: ({ entries }) =>
      entries.flatMap((entry) =>
        [
          ...children(entry, 'encoded', contentNs),
          ...children(entry, 'content', atomNs),
          ...children(entry, 'description'),
        ]
          .filter((element) => element.children.length > 0)
          .map(({ outerHTML }) => outerHTML),
      ),
  },
  {
    rule: 'HTML has no script, no handler, no frame, and no relative address',
    of: 'both',
    wrong: (feed) =>
      htmlOf(feed).flatMap((html) => {
        const { document } = new JSDOM(html).window;
        const all = [...document.body.querySelectorAll('*')];
        return [
          ...all
            .filter(({ localName }) => ['script', 'iframe', 'object', 'embed', 'style', 'meta'].includes(localName))
            .map(({ localName }) => localName),
          ...all.flatMap((element) => element.getAttributeNames().filter((name) => name.startsWith('on'))),
          ...all
            .flatMap((element) => ['href', 'src'].flatMap((name) => element.getAttribute(name) ?? []))
            .filter((url) => !/^(?:https?:|mailto:|#)/i.test(url)),
        ];
      }),
  },
  {
    rule: 'no duplicate: no two entries with one address',
    of: 'both',
    wrong: ({ entries }) =>
      twice(
        entries.flatMap((entry) =>
          entry.namespaceURI === atomNs
            ? children(entry, 'link')
                .filter((link) => link.getAttribute('rel') === 'alternate')
                .map((link) => link.getAttribute('href') ?? '')
            : textsOf(entry, 'link'),
        ),
      ),
  },
];

/** What is wrong with a feed, by rule. */
export function brokenRules(text: string, format: 'rss' | 'atom'): string[] {
  const document = new DOMParser().parseFromString(text, 'application/xml');
  const error = document.querySelector('parsererror');
  if (error !== null) return [`it is no XML: ${error.textContent}`];
  const root = document.documentElement;
  const entries = [...root.querySelectorAll(format === 'rss' ? 'channel > item' : 'entry')];
  return feedRules
    .filter(({ of }) => of === 'both' || of === format)
    .flatMap(({ rule, wrong }) => wrong({ text, root, entries }).map((what) => `${rule}: ${what}`));
}

/** JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/): what must be there, and what it must be. */
export function brokenJsonFeed(text: string): string[] {
  const feed = JSON.parse(text);
  const must = (isRight: boolean, what: string): string[] => (isRight ? [] : [what]);
  const items: Record<string, unknown>[] = feed.items;
  return [
    ...must(feed.version === 'https://jsonfeed.org/version/1.1', 'version'),
    ...must(typeof feed.title === 'string' && feed.title !== '', 'title'),
    ...['home_page_url', 'feed_url', 'next_url'].flatMap((name) =>
      must(feed[name] === undefined || isAbsolute(feed[name]), name),
    ),
    ...must(Array.isArray(items), 'items'),
    ...twice(items.map(({ id }) => String(id))).map((id) => `the id ${id} comes twice`),
    ...items.flatMap((item) => [
      ...must(typeof item.id === 'string' && item.id !== '', 'id'),
      ...must(typeof item.content_html === 'string' || typeof item.content_text === 'string', 'content'),
      ...['url', 'image'].flatMap((name) => must(item[name] === undefined || isAbsolute(String(item[name])), name)),
      ...['date_published', 'date_modified'].flatMap((name) =>
        must(item[name] === undefined || rfc3339.test(String(item[name])), `${name} ${item[name]}`),
      ),
      ...must(item.language === undefined || language.test(String(item.language)), 'language'),
      ...((item.attachments ?? []) as { url: string; mime_type: string }[]).flatMap(({ url, mime_type: type }) =>
        must(isAbsolute(url) && mediaType.test(type), `attachment ${url} ${type}`),
      ),
    ]),
  ];
}
