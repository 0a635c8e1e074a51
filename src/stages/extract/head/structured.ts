import { parseFragment } from 'parse5';
import { likeness, wordTokens } from '../../../text/likeness.ts';
import { foldSpace } from '../page/blocks.ts';
import type { ParsedPage } from '../page/parse.ts';
import { isObject, type JsonObject, parseJsonLd, stringsOf, stringsUnder, typesOf } from './json-ld.ts';
import { type Metadata, readMetadata } from './metadata.ts';

/** A page's metadata and structured data. */
export interface Structured {
  readonly meta: Metadata;
  /** Types of all nodes that describe the page. */
  readonly types: ReadonlySet<string>;
  /** The JSON-LD node of the page's article or video. */
  readonly article: ArticleNode | null;
  /** Date of publication of the page's `WebPage` node. */
  readonly pagePublished: string | null;
  /** All `articleBody` texts. Often only the lead or a cut text: a hint, not a body. */
  readonly bodies: readonly string[];
}

export interface ArticleNode {
  readonly headline: string | null;
  readonly description: string | null;
  readonly authors: readonly string[];
  readonly published: string | null;
  readonly modified: string | null;
  readonly section: string | null;
  readonly keywords: readonly string[];
  readonly images: readonly string[];
  readonly publisher: string | null;
  readonly language: string | null;
}

const articleType =
  /(Article|BlogPosting|LiveBlogPosting|Reportage|^Report|^Posting|MediaPosting|CreativeWork|Recipe|Review|HowTo)$/;
const videoType = /^(VideoObject|AudioObject|Movie|TVEpisode|Episode|PodcastEpisode|Clip)$/;

/** @param url the page's address: nodes with another address and another headline are left out */
export function readStructured(page: ParsedPage, url?: string): Structured {
  const meta = readMetadata(page.document);
  const graph = parseJsonLd(page.jsonLd);
  const title = wordTokens(meta.first('og:title') ?? meta.title);
  const nodes = graph.nodes.filter((node) => !isSiteAsArticle(node, graph.resolve));
  const ranked = nodes
    .map((node) => ({ node, rank: isAboutOtherPage(node, title, url) ? 0 : rankOf(node, title) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank);
  const best = ranked[0]?.node;
  return {
    meta,
    types: new Set(nodes.flatMap(typesOf)),
    pagePublished: graph.nodes.filter(isPage).flatMap((node) => stringsOf(node.datePublished))[0] ?? null,
    article: best === undefined ? null : articleNode(best, graph.resolve),
    bodies: [...new Set(stringsUnder(graph.nodes, 'articleBody'))].map((body) => plainText(body) ?? ''),
  };
}

const isPage = (node: JsonObject): boolean =>
  typesOf(node).some((type) => /^(?:\w*WebPage|ItemPage|AboutPage)$/.test(type));

/** Whether an article has the name of its outlet and no date: themes declare one on their lists. */
function isSiteAsArticle(node: JsonObject, resolve: (value: unknown) => unknown): boolean {
  const [headline] = stringsOf(node.headline);
  if (headline === undefined || node.datePublished !== undefined) return false;
  return typesOf(node).some((type) => articleType.test(type)) && stringsOf(resolve(node.publisher)).includes(headline);
}

/** Likeness to the page's title below which a node with another address belongs to another page. */
const minTitleLikeness = 0.5;

function isAboutOtherPage(node: JsonObject, title: readonly string[], url: string | undefined): boolean {
  const [nodeUrl] = stringsOf(node.url);
  if (url === undefined || nodeUrl === undefined || !URL.canParse(nodeUrl, url)) return false;
  const [a, b] = [new URL(nodeUrl, url), new URL(url)];
  const isSamePage =
    a.pathname.replace(/\/$/, '') === b.pathname.replace(/\/$/, '') &&
    (a.search === b.search || b.search === '' || a.search === '');
  return (
    a.host === b.host &&
    !isSamePage &&
    likeness(wordTokens(stringsOf(node.headline)[0] ?? ''), title) < minTitleLikeness
  );
}

/** Articles rank above videos, and likeness to the page's title decides among equals. 0: neither article nor video. */
function rankOf(node: JsonObject, title: readonly string[]): number {
  const types = typesOf(node);
  const kind = types.some((type) => articleType.test(type)) ? 2 : types.some((type) => videoType.test(type)) ? 1 : 0;
  if (kind === 0) return 0;
  const headline = stringsOf(node.headline)[0] ?? stringsOf(node.name)[0] ?? '';
  return kind + likeness(wordTokens(headline), title);
}

function articleNode(node: JsonObject, resolve: (value: unknown) => unknown): ArticleNode {
  const text = (name: string): string | null => plainText(stringsOf(resolve(node[name]))[0]);
  const isVideo = typesOf(node).some((type) => videoType.test(type));
  return {
    headline: text('headline') ?? (isVideo ? text('name') : null),
    description: text('description'),
    authors: peopleOf(node.author ?? node.creator, resolve),
    published: text('datePublished') ?? text('uploadDate') ?? text('dateCreated'),
    modified: text('dateModified'),
    section: text('articleSection'),
    keywords: stringsOf(node.keywords)
      .flatMap((words) => words.split(/[,;，、]/))
      .map(foldSpace)
      .filter((word) => word !== ''),
    images: listOf(node.image ?? node.thumbnailUrl).flatMap((image) => stringsOf(resolve(image), 'url')),
    publisher: text('publisher'),
    language: text('inLanguage'),
  };
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** The names of persons; of organisations only if no person is named. */
function peopleOf(value: unknown, resolve: (value: unknown) => unknown): string[] {
  const people = listOf(value).map(resolve);
  const organisation = (person: unknown) =>
    isObject(person) && typesOf(person).some((type) => /Organization|WebSite|Corporation/.test(type));
  const persons = people.filter((person) => !organisation(person));
  const named = persons.flatMap((person) => stringsOf(person));
  return (named.length > 0 ? named : people.flatMap((person) => stringsOf(person)))
    .map((name) => plainText(name) ?? '')
    .filter((name) => name !== '');
}

/** A value without mark-up and character references, which some sites put there; null if nothing is left. */
function plainText(value: string | undefined): string | null {
  if (value === undefined) return null;
  const bare = value.replace(/<[^<>]{0,500}>/g, ' ');
  const text = foldSpace(bare.includes('&') ? decodeReferences(bare) : bare);
  return text === '' ? null : text;
}

/** Decodes character references as an HTML parser does. */
const decodeReferences = (text: string): string =>
  parseFragment(text.replaceAll('<', '&lt;'))
    .childNodes.map((node) => ('value' in node ? node.value : ''))
    .join('');
