import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { articlesAt, type DemoArticle, editionTime, lastEdition } from '../../demo/articles.ts';
import { urlOf } from '../../demo/expected.ts';
import { origin as harbour, special, twins } from '../../demo/sites/harbour/addresses.ts';
import type { PageType } from '../../src/model/article/draft.ts';
import { type Snapshot, snapshotOfSource } from '../../src/model/page/snapshot.ts';
import { canonicalUrl } from '../../src/model/web/canonical-url.ts';
import { decodeHtml } from '../../src/stages/fetch/http/decode.ts';
import { findMedia } from '../../src/stages/media/find/find.ts';
import { ask } from '../demo/ask.ts';
import { northlightDom } from './northlight-dom.ts';

/** The expected result of a page. */
export interface Gold {
  readonly title: string;
  readonly authors: readonly string[];
  /** ISO 8601 day. */
  readonly date: string;
  readonly body: readonly string[];
}

export interface QualityPage {
  readonly name: string;
  readonly snapshot: Snapshot;
  readonly pageType: PageType;
  /** Null: the page is no article, or its template is broken. */
  readonly gold: Gold | null;
}

/** All articles of the demo's last edition, also under their second addresses, and pages without an article: lists, a broken template. */
export async function demoPages(port: number): Promise<QualityPage[]> {
  const articles = articlesAt(lastEdition);
  const second = twins.flatMap(({ path, of }) =>
    articles.filter((article) => urlOf(article) === harbour + of).map((article) => ({ url: harbour + path, article })),
  );
  const pages = [...articles.map((article) => ({ url: urlOf(article), article })), ...second];
  return Promise.all([
    ...pages.map(({ url, article }) => articlePage(port, url, article)),
    ...lists.map(
      async (url): Promise<QualityPage> => page(url, await fetched(port, url), { pageType: 'listing', gold: null }),
    ),
    brokenPage(port),
  ]);
}

const binhai = 'http://binhai-ribao.example';
const lists: readonly string[] = [
  ...['/', '/latest/', '/latest/page/2', '/harbour/', '/energy/', '/science/', '/culture/', '/video/'].map(
    (path) => harbour + path,
  ),
  ...['/', '/gangkou/', '/nengyuan/', '/zonghe/'].map((path) => binhai + path),
];

async function articlePage(port: number, url: string, article: DemoArticle): Promise<QualityPage> {
  const html = article.site === 'northlight' ? await northlightDom(port, url) : await fetched(port, url);
  const { title, author, publishedAt, paragraphs: body, video } = article;
  return page(url, html, {
    pageType: video === null ? 'article' : 'video',
    gold: { title, authors: [author], date: publishedAt.slice(0, 10), body },
  });
}

/** An article page without its text. Any page type is right, but there must be no draft. */
async function brokenPage(port: number): Promise<QualityPage> {
  const url = harbour + special.broken;
  return page(url, await fetched(port, url), { pageType: 'other', gold: null });
}

async function fetched(port: number, url: string): Promise<string> {
  const { status, body, headers } = await ask(port, url);
  if (status !== 200)
    throw new Error(`${url} answered ${status}: name in test/quality/pages.ts what the demo has instead`);
  return decodeHtml(body, { 'content-type': headers['content-type'] ?? '' }).html;
}

const ownFolder = new URL('./pages/', import.meta.url);

interface OwnGold extends Gold {
  readonly file: string;
  readonly url: string;
  readonly pageType: PageType;
}

/** Hand-written pages in layouts that the demo lacks. */
export function ownPages(): QualityPage[] {
  const golds = JSON.parse(readFileSync(new URL('gold.json', ownFolder), 'utf8')) as readonly OwnGold[];
  return golds.map(({ file, url, pageType, ...gold }) => {
    const { html } = decodeHtml(readFileSync(new URL(file, ownFolder)), {});
    return { ...page(url, html, { pageType, gold }), name: file };
  });
}

function page(url: string, html: string, expected: Pick<QualityPage, 'pageType' | 'gold'>): QualityPage {
  const address = canonicalUrl(url);
  const { items: media } = findMedia({ html, finalUrl: address, network: [] });
  const snapshot = snapshotOfSource({ url: address, html, takenAt: editionTime(lastEdition) }, { media });
  return { name: url, snapshot, ...expected };
}

/** Digest of the measured data: 16 hex digits. */
export const digestOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
