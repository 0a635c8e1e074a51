import { escapeHtml } from '../../../bench/sites/posts/blocks.ts';
import { makePosts, type Post, postText } from '../../../bench/sites/posts/posts.ts';
import { siteOrigin } from '../../../bench/sites/record.ts';
import type { ArticleTruth, RecordedResponse, RecordedSite } from '../../../bench/sites/recorded-site.ts';
import { archiveGroups, archivePath } from './archives.ts';
import { answer, listPages } from './list-pages.ts';
import { entries } from './lists.ts';
import type { SitePlan } from './plans.ts';
import { excerptOf, postPage, wholePost } from './post-page.ts';
import { link, listPath, page, pathOf, type Site } from './site.ts';
import { wordsOf } from './words.ts';

/** Long ago: what a crawl passes over for its age does not depend on the day of the test. */
const newest = '2024-05-17';
const feedSize = 4;

/** The start page where it is not the list. */
function startPages(site: Site): RecordedResponse[] {
  const { plan, words, posts } = site;
  const [latest] = posts;
  if (plan.start === 'list' || latest === undefined) return [];
  const main =
    plan.start === 'landing'
      ? `<section class="hero"><h1>${words.site}</h1><p>${words.aboutText}</p></section>`
      : `${wholePost(site, latest, `<h2>${link(pathOf(site, latest), latest.title)}</h2>`)}\n<p>${link(listPath(site), words.allPosts)}</p>`;
  return [answer('/', page(site, { title: null, main }))];
}

function archivePages(site: Site): RecordedResponse[] {
  return site.plan.archives.flatMap((kind) =>
    archiveGroups(site.posts, kind).map(({ name, posts }) =>
      answer(
        archivePath(site.plan, kind, name),
        page(site, { title: name, main: `<h1>${escapeHtml(name)}</h1>\n${entries(site, posts)}` }),
      ),
    ),
  );
}

function feed(site: Site): RecordedResponse {
  const items = site.posts.slice(0, feedSize).map((post) => {
    const url = escapeHtml(siteOrigin + pathOf(site, post));
    const text = escapeHtml(post.id === site.lockedId ? site.words.tagline : excerptOf(post));
    return `<item><title>${escapeHtml(post.title)}</title><link>${url}</link><guid>${url}</guid><pubDate>${new Date(post.date).toUTCString()}</pubDate><description>${text}</description></item>`;
  });
  const channel = `<title>${site.words.site}</title><link>${siteOrigin}/</link><description>${site.words.tagline}</description>`;
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel>${channel}${items.join('\n')}</channel></rss>`;
  return answer('/feed.xml', body, 'application/rss+xml');
}

function sideFiles(site: Site): RecordedResponse[] {
  const { plan, words, posts } = site;
  const places = ['/', '/about/', ...posts.map((post) => pathOf(site, post))];
  const sitemap = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${places.map((path) => `<url><loc>${siteOrigin}${escapeHtml(path)}</loc></url>`).join('')}</urlset>`;
  const about = `<h1>${words.about}</h1><p>${words.aboutText}</p>`;
  return [
    answer('/about/', page(site, { title: words.about, main: about })),
    answer('/404.html', page(site, { title: words.missing, main: `<h1>${words.missing}</h1>` }), 'text/html', 404),
    ...(plan.feed ? [feed(site)] : []),
    ...(plan.sitemap
      ? [
          answer('/robots.txt', `User-agent: *\nAllow: /\nSitemap: ${siteOrigin}/sitemap.xml\n`, 'text/plain'),
          answer('/sitemap.xml', sitemap, 'application/xml'),
        ]
      : []),
  ];
}

const truthOf = (site: Site, post: Post): ArticleTruth => ({
  path: pathOf(site, post),
  title: post.title,
  authors: [post.author],
  date: post.date,
  tags: site.plan.archives.includes('tag') ? post.tags : [],
  text: postText(post),
  short: post.short,
  readable: post.id !== site.lockedId,
});

/** A whole site of 9 to 14 posts. The same plan makes the same site. */
export function makeSite(plan: SitePlan): RecordedSite {
  const { seed } = plan;
  const words = wordsOf[plan.language];
  const posts = makePosts({ grammar: words.grammar, count: 9 + (seed % 6), seed: 3_400 + seed, newest });
  const site: Site = { plan, words, posts, lockedId: plan.locked === null ? null : 3 };
  const [lists, starts] = [listPages(site), startPages(site)];
  return {
    name: plan.name,
    about: {
      name: plan.name,
      lang: words.grammar.language,
      pages: ['/about/'],
      listPages: lists.length + starts.length,
    },
    truth: posts.map((post) => truthOf(site, post)),
    responses: [
      ...starts,
      ...lists,
      ...posts.map((post) => answer(pathOf(site, post), postPage(site, post))),
      ...archivePages(site),
      ...sideFiles(site),
    ],
  };
}
