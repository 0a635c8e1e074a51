import iconv from 'iconv-lite';
import { articlesAt, type DemoArticle, editionTime } from '../../articles.ts';
import { siteAsset } from '../../assets.ts';
import { type Reply, reply } from '../../reply.ts';
import type { DemoHost, SiteRequest } from '../../site.ts';
import { articlePage, atom, channelPage, frontPage, pathOf } from './pages.ts';

/** 滨海日报: Chinese, GBK bytes declared as gb2312 only in a meta tag, text with line breaks in tables. */
export const binhai: DemoHost = {
  name: 'binhai-ribao',
  answer: (request) => {
    const all = articlesAt(request.edition).filter(({ site }) => site === 'binhai');
    return listOrFeed(request, all) ?? article(request, all);
  },
  notFound: () =>
    gbk('<html><head><title>404</title></head><body>您访问的页面不存在</body></html>', editionTime(0), 404),
};

function gbk(page: string, modifiedAt: string | Date, status = 200): Reply {
  return reply(iconv.encode(page, 'gbk'), { type: 'text/html', modifiedAt, status });
}

function listOrFeed({ path, edition }: SiteRequest, all: readonly DemoArticle[]): Reply | null {
  const at = editionTime(edition);
  if (path === '/') return gbk(frontPage(all), at);
  if (path === '/atom.xml') return reply(atom(all, at), { type: 'application/atom+xml', modifiedAt: at });
  if (path === '/robots.txt')
    return reply('User-agent: *\nDisallow:\n', { type: 'text/plain', modifiedAt: editionTime(0) });
  const list = /^\/[a-z]+\/$/.test(path) ? channelPage(path.slice(1, -1), all) : null;
  return list === null ? siteAsset('binhai', path) : gbk(list, at);
}

function article({ path }: SiteRequest, all: readonly DemoArticle[]): Reply | null {
  const article = all.find((candidate) => pathOf(candidate) === path);
  return article === undefined ? null : gbk(articlePage(article, all), article.modifiedAt);
}
