import { articlesAt, type DemoArticle, editionTime } from '../articles.ts';
import { escapeHtml } from '../html.ts';
import { type Reply, reply } from '../reply.ts';
import type { DemoHost } from '../site.ts';

const origin = 'http://gazette.example';
/** Each with its first stories: enough for every page of the guide, few enough for a crawl of seconds. */
const storiesBySection = { energy: 4, harbour: 4, science: 2, video: 1 } as const;
type Section = keyof typeof storiesBySection;
const sections = Object.keys(storiesBySection) as Section[];
/** This section has the new layout of the site, which a scraper for the old one does not know. */
const isNewLayout = ({ section }: DemoArticle): boolean => section === 'science';

const all = articlesAt(0).filter(({ site, copyOf }) => site === 'harbour' && copyOf === null);
const stories = sections.flatMap((section) =>
  all
    .filter((story) => story.section === section && (story.video === null || story.video === 'mp4'))
    .slice(0, storiesBySection[section]),
);
const pathOf = ({ publishedAt, slug }: DemoArticle): string =>
  `/${publishedAt.slice(0, 10).replaceAll('-', '/')}/${slug}`;

/** The Example Gazette: pages from a server, a feed, one section whose layout has changed, one video. */
export const gazette: DemoHost = {
  name: 'gazette',
  answer: ({ path }) => {
    if (path === '/robots.txt') return text('User-agent: *\nAllow: /\n', 'text/plain');
    if (path === '/feed.xml') return text(feedText(), 'application/rss+xml');
    if (path === '/') return page('The Example Gazette', sections.map(sectionList).join('\n'));
    const section = sections.find((name) => path === `/${name}`);
    if (section !== undefined) return page(section, sectionList(section));
    const story = stories.find((candidate) => pathOf(candidate) === path);
    return story === undefined ? null : page(story.title, isNewLayout(story) ? newLayout(story) : oldLayout(story));
  },
  notFound: () => page('Not found', '<main><h1>Not found</h1></main>', 404),
};

const text = (body: string, type: string): Reply =>
  reply(body, { type: `${type}; charset=utf-8`, modifiedAt: editionTime(0) });

function page(title: string, main: string, status = 200): Reply {
  const menu = sections.map((name) => `<a href="/${name}">${name}</a>`).join(' ');
  return reply(
    `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<link rel="alternate" type="application/rss+xml" href="/feed.xml" title="All stories">
<style>body{font:18px/1.5 Georgia,serif;max-width:44rem;margin:0 auto;padding:1rem}h1{line-height:1.2}aside{background:#eee;padding:.5rem 1rem}</style></head>
<body><header><a href="/">The Example Gazette</a><nav>${menu}</nav></header>
${main}
<footer><p>Five regular columns, one harbour, no opinions.</p></footer></body></html>
`,
    { type: 'text/html; charset=utf-8', status, ...(status === 200 ? { modifiedAt: editionTime(0) } : {}) },
  );
}

const sectionList = (section: Section): string =>
  `<section class="list"><h2>${section}</h2><ul>
${stories
  .filter((story) => story.section === section)
  .map((story) => `<li><a href="${pathOf(story)}">${escapeHtml(story.title)}</a></li>`)
  .join('\n')}
</ul></section>`;

const paragraphs = (story: DemoArticle): string =>
  story.paragraphs.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n');
const player = ({ video }: DemoArticle): string =>
  video === null ? '' : '<video controls preload="metadata" src="/media/pilot.mp4" width="640"></video>';

const oldLayout = (story: DemoArticle): string => `<main><article>
<h1>${escapeHtml(story.title)}</h1>
<p class="byline">By <span class="author">${escapeHtml(story.author)}</span>, <time datetime="${story.publishedAt}">${story.publishedAt.slice(0, 10)}</time></p>
${player(story)}
<div class="prose">
${paragraphs(story)}
<aside class="promo">Sign up for our letter: every morning at six, free of charge.</aside>
</div></article></main>`;

const newLayout = (story: DemoArticle): string => `<main><div class="story-2026">
<h1 class="hed">${escapeHtml(story.title)}</h1>
<div class="credits"><span class="name">${escapeHtml(story.author)}</span> <time datetime="${story.publishedAt}">${story.publishedAt.slice(0, 10)}</time></div>
<div class="text">
${paragraphs(story)}
</div></div></main>`;

const feedText = (): string => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>The Example Gazette</title><link>${origin}/</link><description>News of one harbour</description>
${stories
  .map(
    (story) =>
      `<item><title>${escapeHtml(story.title)}</title><link>${origin}${pathOf(story)}</link><pubDate>${new Date(story.publishedAt).toUTCString()}</pubDate></item>`,
  )
  .join('\n')}
</channel></rss>
`;
