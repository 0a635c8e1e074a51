import { articlesAt, type DemoArticle, editionTime } from '../../articles.ts';
import { siteAsset } from '../../assets.ts';
import { type Reply, redirect, reply } from '../../reply.ts';
import type { DemoHost, SiteRequest } from '../../site.ts';
import { movedTo, pathOf, special, twins } from './addresses.ts';
import { articlePage, brokenPage, twinPage } from './article-page.ts';
import { newsSitemap, robots, rss } from './feeds.ts';
import { layout } from './layout.ts';
import { frontPage, latestPage, sectionPage } from './lists.ts';
import { mediaOf } from './player.ts';

/** The Harbour Gazette: English, server-rendered, with the features of a real news site of its size. */
export const harbour: DemoHost = {
  name: 'harbour-gazette',
  answer: (request) => {
    const all = articlesAt(request.edition).filter(({ site }) => site === 'harbour');
    return specialPage(request, all) ?? fixedPage(request, all) ?? article(request, all);
  },
  notFound: () => html(simple('Lost at sea', 'This page is not here, or not here any more.'), editionTime(0), 404),
};

const simple = (title: string, text: string): string =>
  layout({ title: `${title} | The Harbour Gazette`, main: `<h1>${title}</h1><p>${text}</p>` });

function html(page: string, modifiedAt: string | Date = editionTime(0), status = 200): Reply {
  return reply(page, { type: 'text/html; charset=utf-8', modifiedAt, status });
}

function fixedPage({ path, edition }: SiteRequest, all: readonly DemoArticle[]): Reply | null {
  const at = editionTime(edition);
  if (path === '/') return html(frontPage(all), at);
  if (path === '/feed.xml') return reply(rss(all, at), { type: 'application/rss+xml; charset=utf-8', modifiedAt: at });
  if (path === '/sitemap-news.xml') return reply(newsSitemap(all), { type: 'application/xml', modifiedAt: at });
  if (path === '/robots.txt') return reply(robots, { type: 'text/plain; charset=utf-8', modifiedAt: editionTime(0) });
  if (path === '/api/video/seagrass')
    return reply(JSON.stringify({ playlist: mediaOf['hls-on-click'].path }), { type: 'application/json' });
  const list =
    path === '/latest/'
      ? latestPage(1, all)
      : path.startsWith('/latest/page/')
        ? latestPage(Number(path.slice('/latest/page/'.length)), all)
        : /^\/[a-z]+\/$/.test(path)
          ? sectionPage(path.slice(1, -1), all)
          : null;
  return list === null ? siteAsset('harbour', path) : html(list, at);
}

function specialPage({ path }: SiteRequest, all: readonly DemoArticle[]): Reply | null {
  if (path === special.moved) return redirect(movedTo);
  if (path === special.broken) return html(brokenPage(all), '2026-11-03T16:20:00Z');
  if (path === special.hung)
    return { ...html(simple('Live from the harbour radio room', 'The transcript is coming in.')), hangAfter: 'body' };
  if (path === special.forbidden) return html(simple('Inside the pilot office', 'This story is for subscribers.'));
  const twin = twins.find((candidate) => candidate.path === path);
  const original = all.find((candidate) => pathOf(candidate) === twin?.of);
  return twin === undefined || original === undefined ? null : html(twinPage(original, twin.kind), original.modifiedAt);
}

function article({ path }: SiteRequest, all: readonly DemoArticle[]): Reply | null {
  const article = all.find((candidate) => pathOf(candidate) === path);
  return article === undefined ? null : html(articlePage(article, all), article.modifiedAt);
}
