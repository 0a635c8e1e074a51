import { articlesAt, type DemoArticle, editionTime } from '../../articles.ts';
import { siteAsset } from '../../assets.ts';
import { type Reply, reply } from '../../reply.ts';
import type { DemoHost, SiteRequest } from '../../site.ts';

/** Delay of the API, ms: a page that is read too early is empty. */
const apiDelayMs = 60;

export const pathOf = ({ slug }: Pick<DemoArticle, 'slug'>): string => `/story/${slug}`;
export const northlightVideo = '/media/barge.mp4';

/** Northlight: every page is the same empty shell, and a script renders what the API says. */
export const northlight: DemoHost = {
  name: 'northlight',
  answer: (request) => {
    const all = articlesAt(request.edition).filter(({ site }) => site === 'northlight');
    if (request.path.startsWith('/api/')) return api(request, all);
    if (request.path === '/robots.txt')
      return reply('User-agent: *\nAllow: /\n', { type: 'text/plain', modifiedAt: editionTime(0) });
    const isRoute = request.path === '/' || all.some((story) => pathOf(story) === request.path);
    return isRoute ? shell(200) : siteAsset('northlight', request.path);
  },
  notFound: () => shell(404),
};

/** Sent without validators: the shell stays the same when its story changes, and a 304 would hide the change. */
const shell = (status: number): Reply =>
  reply(
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Northlight</title>
<meta name="description" content="Stories from the northern sea.">
<link rel="stylesheet" href="/assets/northlight.css">
</head>
<body>
<div id="app"><div class="spinner" aria-label="Loading"></div></div>
<noscript>Northlight needs JavaScript.</noscript>
<script src="/assets/app.js" defer></script>
</body>
</html>
`,
    { type: 'text/html; charset=utf-8', status },
  );

function api({ path, edition }: SiteRequest, all: readonly DemoArticle[]): Reply {
  const at = editionTime(edition);
  if (path === '/api/front.json') return json({ edition, stories: all.map(summary) }, at);
  const story = all.find(({ slug }) => path === `/api/stories/${slug}.json`);
  if (story === undefined) return json({ error: 'no such story' }, at, 404);
  const more = all.filter(
    ({ edition: first, section, slug }) => first === 0 && section === story.section && slug !== story.slug,
  );
  return json(
    {
      ...summary(story),
      author: story.author,
      publishedAt: story.publishedAt,
      lang: story.lang,
      tags: story.tags,
      video: story.video === null ? null : { src: northlightVideo, poster: '/media/images/poster-barge.jpg' },
      paragraphs: story.paragraphs,
      more: more.slice(0, 3).map(summary),
    },
    story.modifiedAt,
  );
}

const summary = ({ slug, title, summary: text, section, publishedAt }: DemoArticle) => ({
  path: `/story/${slug}`,
  slug,
  title,
  summary: text,
  section,
  day: publishedAt.slice(0, 10),
});

const json = (value: object, modifiedAt: string | Date, status = 200): Reply => ({
  ...reply(JSON.stringify(value), { type: 'application/json; charset=utf-8', modifiedAt, status }),
  delayMs: apiDelayMs,
});
