import { partsOf } from './address.ts';
import type { NoiseKind } from './plan.ts';
import { json, type SiteReply, type SiteRequest, type SiteState, text } from './site.ts';
import type { SiteStory } from './stories.ts';

/** What a page asks for beside its article: the server's answer and the app's script. */
interface Noise {
  /** JavaScript; `id` is the article's id, or empty on a list. */
  readonly script: (site: SiteState) => string;
  readonly path: (base: string) => string;
  readonly answer: (request: SiteRequest, site: SiteState) => SiteReply;
}

const lead = (site: SiteState, { id, title, teaser, publishedAt, authors }: SiteStory) => ({
  id,
  title,
  teaser,
  date: publishedAt.toISOString(),
  author: authors[0]?.name,
  link: site.addressOf(site.storyOf(String(id)) as SiteStory),
});

/** Stories after the one that the request names, then that story itself: lists of related articles often have it too. */
function leadsFor(request: SiteRequest, site: SiteState, count: number) {
  const at = site.storyOf(request.query.get('article'))?.index ?? 0;
  const indexes = [...Array.from({ length: count }, (_, step) => (at + 1 + step * 7) % site.stories.length), at];
  return indexes.flatMap((index) => site.stories[index] ?? []).map((story) => lead(site, story));
}

const leadList = (tag: string, title: string): string =>
  `(items) => { box('${tag}', '<h2>${title}</h2><ul>' + items.map((item) => '<li><a href="' + item.link + '">' + escapeHtml(item.title) + '</a></li>').join('') + '</ul>'); }`;

const noises: Readonly<Record<NoiseKind, Noise>> = {
  tracker: {
    path: () => '/t/collect',
    script:
      () => `new Image().src = '/t/collect?e=view&u=' + encodeURIComponent(location.pathname) + '&r=' + Math.random();
call('/t/collect', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ event: 'view', path: location.pathname, title: document.title, at: Date.now() }) });`,
    answer: ({ method }) =>
      method === 'POST' ? json({ ok: true, session: 'anonymous' }) : text('image/gif', 'GIF89a'),
  },
  related: {
    path: (base) => `${base}/related`,
    script: ({ plan }) =>
      `if (id) call('${plan.endpoint.base}/related?article=' + encodeURIComponent(id)).then(({ items }) => items).then(${leadList('related', plan.language.related)});`,
    answer: (request, site) => json({ items: leadsFor(request, site, 4), total: 5 }, 200, site.plan.lateDelayMs),
  },
  config: {
    path: (base) => `${base}/config.json`,
    script: ({ plan }) =>
      `call('${plan.endpoint.base}/config.json').then((config) => { document.body.dataset.release = config.release; });`,
    answer: (_, { plan, buildId }) =>
      json({
        release: buildId,
        siteName: plan.siteName,
        language: plan.language.code,
        features: { comments: true, darkMode: false },
        sections: plan.language.sections,
      }),
  },
  comments: {
    path: (base) => `${base}/comments`,
    script: ({
      plan,
    }) => `if (id) call('${plan.endpoint.base}/comments?article=' + encodeURIComponent(id)).then(({ comments }) => {
  box('comments', '<h3>${plan.language.comments}</h3>' + comments.map((comment) => '<div class="comment"><b>' + escapeHtml(comment.user) + '</b><p>' + escapeHtml(comment.text) + '</p></div>').join(''));
});`,
    answer: ({ query }, { plan: { language, lateDelayMs } }) => {
      const start = Number(query.get('article')) % language.quotes.length;
      const comments = [0, 1].map((step) => ({
        user: `reader${start + step}`,
        text: language.quotes[(start + step) % language.quotes.length],
      }));
      return json({ comments, open: true }, 200, lateDelayMs);
    },
  },
  'most-read': {
    path: (base) => `${base}/most-read.json`,
    script: ({ plan }) =>
      `call('${plan.endpoint.base}/most-read.json').then(${leadList('most-read', plan.language.mostRead)});`,
    answer: (request, site) => json(leadsFor(request, site, 3)),
  },
  advertisement: {
    path: () => '/ads/ads.js',
    script: () =>
      `const script = document.createElement('script'); script.src = '/ads/ads.js?slot=' + Math.floor(Math.random() * 1e6); document.body.append(script);`,
    answer: () =>
      text(
        'text/javascript',
        `document.body.insertAdjacentHTML('beforeend', '<div class="ad-slot" style="height:90px"><a href="https://ads.example/click">Advertisement</a></div>');`,
      ),
  },
  consent: {
    path: () => '/consent/config.json',
    script: ({ plan }) =>
      `call('/consent/config.json').then((consent) => { if (consent.show) box('cookie-consent', '<p>${plan.language.consent}</p><button>OK</button>'); });`,
    answer: ({ address }) =>
      json({
        show: address.length % 2 === 0,
        vendors: [
          { id: 1, name: 'Measure' },
          { id: 2, name: 'Ads' },
        ],
        version: 4,
      }),
  },
  latest: {
    path: (base) => `${base}/latest`,
    script: ({ plan }) =>
      `call('${plan.endpoint.base}/latest?limit=3').then((leads) => { document.body.dataset.latest = leads[0].id; });`,
    answer: (request, site) => json(leadsFor(request, site, 2).map((item) => ({ ...item, kind: 'lead' }))),
  },
  prefetch: {
    path: (base) => `${base}/next`,
    script: ({ plan }) =>
      `if (id) call('${plan.endpoint.base}/next?article=' + encodeURIComponent(id)).then(({ ref }) => loadArticle(ref)).then((next) => { window.nextArticle = next; });`,
    answer: ({ query }, site) => {
      const { stories } = site;
      const next = stories[((site.storyOf(query.get('article'))?.index ?? 0) + 1) % stories.length];
      return next === undefined ? json({ error: 'no article' }, 404) : json({ ref: partsOf(next) });
    },
  },
};

/** JavaScript of `startNoise(id)`. */
export const noiseScript = (site: SiteState): string => `
const box = (name, html) => {
  const element = document.createElement(name === 'comments' ? 'section' : 'aside');
  element.className = name;
  element.innerHTML = html;
  document.getElementById('extras').append(element);
};
const startNoise = (id) => {
${site.plan.noise.map((kind) => `{ ${noises[kind].script(site)} }`).join('\n')}
};
`;

/** Null where the request is for something else. */
export function noiseAnswer(request: SiteRequest, site: SiteState): SiteReply | null {
  const kind = site.plan.noise.find((name) => noises[name].path(site.plan.endpoint.base) === request.path);
  return kind === undefined ? null : noises[kind].answer(request, site);
}
