import { openWireSite, type WireSite } from '../../test/support/sites/wire-site.ts';

/** What the articles of a site have in common. */
export type Vocabulary = 'shared' | 'own';

export const siteHost = 'ledger.example';
const perList = 100;

const common =
  'harbour council report bridge budget works plan office river market school road tower quarter winter summer morning evening vote minute budget letter number people station garden museum engine window paper border island valley captain doctor teacher driver signal summit record answer demand supply'.split(
    ' ',
  );

/** The same number gives the same words: mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Paths of the articles of a site. */
export const articlePath = (number: number): string => `/2026/11/story-of-the-day-${number + 10_000}.html`;

/** A page of 15 KB: an article of some 350 words, menus and teasers. @param vocabulary shared: 44 words make all texts, so that each has many candidates for a copy */
export function articlePage(number: number, vocabulary: Vocabulary): string {
  const random = randomFrom(number);
  const word = (): string => {
    const chosen = common[Math.floor(random() * common.length)] ?? '';
    return vocabulary === 'shared' ? chosen : `${chosen}${Math.floor(random() * 5_000)}`;
  };
  const sentence = (): string => {
    const words = Array.from({ length: 14 }, word).join(' ');
    return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
  };
  const paragraphs = Array.from({ length: 8 }, () => `<p>${sentence()} ${sentence()} ${sentence()}</p>`).join('\n');
  const title = `Story ${number}: ${word()} ${word()} ${word()} ${word()}`;
  const head = `<!doctype html><html lang="en"><head><title>${title}</title><meta property="og:type" content="article"><meta property="article:published_time" content="2026-11-20T10:00:00Z"></head>`;
  const text = `${head}<body><nav><ul><li><a href="/">Home</a></li></ul></nav><main><article class="story"><h1>${title}</h1><p class="byline">By Nadia Holt</p><div class="text">${paragraphs}</div></article></main><aside>`;
  let teasers = '';
  for (let at = 0; text.length + teasers.length < 15_000; at++)
    teasers += `<div class="teaser"><a href="/tips/tip-${at}.html"><img src="/pictures/${at}.jpg" alt="A picture"><span>Tip ${at}</span></a></div>\n`;
  return `${text}${teasers}</aside></body></html>`;
}

const listPage = (from: number, count: number): string =>
  `<!doctype html><html lang="en"><head><title>The Ledger</title></head><body><main><ul class="news">${Array.from(
    { length: count },
    (_, at) =>
      `<li><a class="headline" href="${articlePath(from + at)}">Story of the day number ${from + at} in full</a></li>`,
  ).join('\n')}</ul></main></body></html>`;

/** Paths of the lists: a hundred articles on each. */
export const listPaths = (pages: number): string[] =>
  Array.from({ length: Math.ceil(pages / perList) }, (_, at) => `/list-${at}`);

/** Serves the site from this process. */
export function openArticleSite(pages: number, vocabulary: Vocabulary): Promise<WireSite> {
  const articles = new Map(
    Array.from({ length: pages }, (_, number) => [articlePath(number), articlePage(number, vocabulary)]),
  );
  return openWireSite((path) => {
    const list = /^\/list-(\d+)$/.exec(path);
    if (list === null) return articles.get(path) ?? null;
    const from = Number(list[1]) * perList;
    return listPage(from, Math.min(perList, pages - from));
  });
}
