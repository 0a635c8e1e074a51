import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A site with four URL formats: two are rendered by the server, two by the client. Pages weigh 110 KB, the script 200 KB, as on news sites. */
export interface HalfStaticSite extends AsyncDisposable {
  readonly host: string;
  readonly port: number;
  /** The sitemap names the pages of this edition only. */
  edition: number;
}

export interface HalfStaticPlan {
  /** Pages of an edition. */
  readonly pages: number;
  /** Share of the pages, 0 to 1, that have one of the two client-rendered formats. */
  readonly clientShare: number;
}

const host = 'half-static.example';
const vocabulary = Array.from({ length: 4_000 }, (_, index) => wordOf(index));
const pageBytes = 110_000;

export async function openHalfStaticSite({ pages, clientShare }: HalfStaticPlan): Promise<HalfStaticSite> {
  const script = scriptText();
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const [type, body] = answer(path);
    response.writeHead(body === null ? 404 : 200, { 'content-type': type, 'cache-control': 'max-age=60' });
    response.end(body ?? 'not found');
  });
  /** Client-rendered pages are spread evenly over the edition. */
  const isClient = (index: number) => Math.floor((index + 1) * clientShare) > Math.floor(index * clientShare);
  const pathOf = (edition: number, index: number): string => {
    const id = edition * 10_000 + index;
    const slug = titleOf(id).toLowerCase().replaceAll(' ', '-');
    if (isClient(index)) return `${index % 2 === 0 ? '/live' : '/interactive'}/${slug}-${id}`;
    return `${index % 2 === 0 ? '/news/2026/11' : '/sport'}/${slug}-${id}`;
  };
  const answer = (path: string): [string, string | null] => {
    if (path === '/sitemap.xml') {
      const urls = Array.from(
        { length: pages },
        (_, index) => `<url><loc>http://${host}${pathOf(site.edition, index)}</loc></url>`,
      );
      return [
        'application/xml',
        `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`,
      ];
    }
    if (path === '/app.js') return ['text/javascript', script];
    const id = Number(/-?(\d+)(?:\.json)?$/.exec(path)?.[1] ?? Number.NaN);
    if (path.startsWith('/api/'))
      return ['application/json', JSON.stringify({ title: titleOf(id), html: storyOf(id) })];
    if (/^\/(live|interactive)\//.test(path)) return ['text/html', pageOf(id, null)];
    if (/^\/(news|sport)\//.test(path)) return ['text/html', pageOf(id, storyOf(id))];
    return ['text/plain', null];
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const site: HalfStaticSite = {
    host,
    port: (server.address() as AddressInfo).port,
    edition: 0,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return site;
}

function pageOf(id: number, story: string | null): string {
  const menu = Array.from(
    { length: 120 },
    (_, index) => `<li><a href="/section/${wordOf(index)}">${wordOf(index)}</a></li>`,
  ).join('');
  const main =
    story === null ? `<div id="story" data-id="${id}"></div>` : `<article><h1>${titleOf(id)}</h1>${story}</article>`;
  const title = story === null ? 'Half Static' : `${titleOf(id)} | Half Static`;
  const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>
<body><nav><ul>${menu}</ul></nav><main>${main}</main><footer><p>About, contact, privacy.</p></footer>`;
  const state = JSON.stringify({ flags: wordsFrom(id + 7, Math.round((pageBytes - head.length) / 9)) });
  return `${head}<script type="application/json" id="state">${state}</script><script src="/app.js"></script></body></html>`;
}

/** What a site's bundle does: some work on its state, then the story where the server left it out. */
const scriptText = (): string => `
const table = ${JSON.stringify(wordsFrom(3, 20_000))};
const state = JSON.parse(document.getElementById('state').textContent);
const counts = new Map();
for (const word of [...table, ...state.flags]) counts.set(word, (counts.get(word) ?? 0) + 1);
window.popular = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 10);
const place = document.getElementById('story');
if (place !== null) fetch('/api/' + place.dataset.id + '.json').then((answer) => answer.json()).then(({ title, html }) => {
  document.title = title + ' | Half Static';
  place.outerHTML = '<article><h1>' + title + '</h1>' + html + '</article>';
});
`;

const titleOf = (id: number): string => {
  const text = wordsFrom(id * 31 + 1, 6).join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

const storyOf = (id: number): string =>
  `<p class="date"><time datetime="2026-11-20T08:00:00Z">20 November 2026</time></p>${Array.from(
    { length: 12 },
    (_, paragraph) => {
      const sentences = Array.from({ length: 4 }, (_, n) => sentenceOf(id * 101 + paragraph * 7 + n));
      return `<p>${sentences.join(' ')}</p>`;
    },
  ).join('')}`;

const sentenceOf = (seed: number): string => {
  const text = wordsFrom(seed, 14).join(' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
};

/** The same words for the same seed (a linear congruential generator, constants of Numerical Recipes). */
function wordsFrom(seed: number, count: number): string[] {
  let state = (seed * 2_654_435_761) >>> 0;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return vocabulary[Math.floor((state / 2 ** 32) * vocabulary.length)] ?? 'word';
  });
}

/** Pronounceable, and another for each index. */
function wordOf(index: number): string {
  const [consonants, vowels] = ['bdfgklmnprstvz', 'aeiou'];
  let [word, rest] = ['', index + 70];
  while (rest > 0) {
    word += (consonants[rest % 14] ?? '') + (vowels[Math.floor(rest / 14) % 5] ?? '');
    rest = Math.floor(rest / 70);
  }
  return word;
}
