import { describe, expect, it } from 'vitest';
import { kindOf } from '../../src/errors.ts';
import { unknownSite } from '../../src/settings/scraper.ts';
import { extract } from '../../src/stages/extract/extract.ts';
import { checkResponse } from '../../src/stages/fetch/page-status.ts';
import { snapshot } from './extract/page.ts';

// The fetch and the extraction judge the same pages: what one takes for a bot challenge, the other must not store.

const site = unknownSite('gazette.example');
const url = 'https://gazette.example/2026/11/20/a';

/** Whether the response itself is refused as a challenge. */
function isRefused(html: string, status = 200): boolean {
  try {
    checkResponse({ url, status, headers: {}, html }, new Date(0));
    return false;
  } catch (error) {
    return kindOf(error) === 'blocked';
  }
}
const isBlocked = (html: string): boolean => extract(snapshot(html), site).reason === 'blocked';

const explanation = (words: string): string =>
  `<details><summary>Why am I seeing this?</summary>${`<p>${words}</p>`.repeat(9)}</details>`;
const proofOfWork = explanation(
  'The people who run this website protect their server from companies that take whole websites in bulk. Each visit costs a little work, which is small for one reader and large for those who ask for everything.',
);

/** By vendor: what only its challenge page has, and how much text the page shows. */
const challenges: Readonly<Record<string, string>> = {
  'Anubis, with its explanation': `<title>Making sure you&#39;re not a bot!</title><link rel="stylesheet" href="/.within.website/x/xess/xess.min.css?cachebuster=1.21.3"><script id="anubis_version" type="application/json">"1.21.3"</script><script id="anubis_challenge" type="application/json">{"rules":{}}</script><main><h1 id="title">Making sure you&#39;re not a bot!</h1><img src="/.within.website/x/cmd/anubis/static/img/pensive.webp"><p id="status">Loading...</p>${proofOfWork}</main><footer><p>Protected by Anubis</p></footer>`,
  'Anubis in another language, as a browser shows it': `<title>Sicherstellen, dass Sie kein Bot sind!</title><main><h1>Sicherstellen, dass Sie kein Bot sind!</h1><img src="/.within.website/x/cmd/anubis/static/img/happy.webp"><p>Berechnung …</p></main>`,
  'go-away': `<title>Checking you are not a bot</title><link rel="stylesheet" href="/.well-known/.git.gammaspectra.live/git/go-away/cmd/go-away/assets/static/style.css"><main><h1>Checking you are not a bot</h1>${proofOfWork}</main>`,
  Cloudflare:
    '<title>Just a moment...</title><p>Checking your browser</p><script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1?ray=1"></script>',
  DataDome: '<title>paper.example</title><script src="https://ct.captcha-delivery.com/c.js"></script>',
  HUMAN: '<title>Before we continue</title><p>One more step</p><div id="px-captcha"></div>',
  Imperva: '<iframe id="main-iframe" src="/_Incapsula_Resource?CWUDNSAI=1">Request unsuccessful.</iframe>',
  SiteGround: '<meta http-equiv="refresh" content="0;/.well-known/sgcaptcha/?r=%2F"><p>One more step</p>',
  'AWS WAF': '<title></title><script>window.gokuProps = {"key":"a"}</script><div id="challenge-container"></div>',
};

/** Challenges that are known by their words alone. */
const wordChallenges: readonly string[] = [
  '<title>Verify</title><p>Please verify you are a human to go on.</p>',
  '<title>One moment</title><p>Press &amp; Hold to confirm you are a human (and not a bot).</p>',
  "<title>Are you a robot?</title><p>We've detected unusual activity from your computer network. To continue, please click the box below to let us know you're not a robot.</p>",
  '<title>Sorry</title><p>Our systems have detected unusual traffic from your computer network.</p>',
  "<title>Making sure you're not a bot!</title><p>Loading...</p>",
  '<title>Just a moment...</title><h1>paper.example</h1><p>Please wait.</p>',
  '<title>安全验证</title><p>请完成安全验证后继续访问</p>',
];

/** Sentences of ordinary pages with the words of challenges. */
const ordinary: readonly string[] = [
  'Press and hold to play',
  'Press &amp; hold the red button until the lamp goes out',
  'Please wait for the bell, says the new sign at the school gate',
  'Just a moment of silence was held on the harbour square at noon',
  'Access denied: reporters were kept out of the trial on Monday',
  'Security check takes two hours at the small airport in the north',
  'Attention required on icy roads around the lake this weekend',
  'Are you a robot? A play about work and rest opens on Friday',
  'Police report unusual traffic on the coast road since Monday',
  'Ich bin kein Roboter, sagt die Pflegerin nach der dritten Nachtschicht',
  '访问过于频繁的游客令古镇居民不堪其扰，镇政府决定限制每日人数',
];
const prose = 'About four hundred people came to the square, and the mayor promised them an answer before the winter.';
const shapes: Readonly<Record<string, (sentence: string) => string>> = {
  alone: (sentence) => `<title>The Gazette</title><p>${sentence}</p>`,
  'in the text': (sentence) => `<title>The Gazette</title><h1>From the town</h1><p>${sentence}.</p><p>${prose}</p>`,
  'as headline': (sentence) => `<title>${sentence}</title><h1>${sentence}</h1><p>${prose}</p>`,
  'beside a video': (sentence) =>
    `<title>Film of the day</title><h1>Film of the day</h1><video src="/a.mp4"></video><p>${sentence}</p><nav><a href="/news">News</a><a href="/film">Film</a></nav>`,
};

describe('a bot challenge is recognized', () => {
  it.each(Object.entries(challenges))('by the markup of %s, in both stages', (_, html) => {
    expect({ isRefused: isRefused(html), isBlocked: isBlocked(html) }).toEqual({ isRefused: true, isBlocked: true });
  });

  it.each(wordChallenges)('by words that speak to the visitor alone: %s', (html) => {
    expect(isBlocked(html)).toBe(true);
  });
});

describe('words of challenges in ordinary pages are no challenge', () => {
  const pages = ordinary.flatMap((sentence) => Object.keys(shapes).map((shape) => [sentence, shape] as const));
  it.each(pages)('%s, %s', (sentence, shape) => {
    const html = shapes[shape]?.(sentence) ?? '';
    expect({ isRefused: isRefused(html), isBlocked: isBlocked(html) }).toEqual({ isRefused: false, isBlocked: false });
  });

  it.each([
    '<code>gokuProps</code>',
    'the class cf-challenge',
    '<code>_cf_chl_opt</code>',
    '<code>&lt;div id="px-captcha"&gt;</code>',
    '<a href="https://vendor.example/.well-known/vercel/security/about">this description</a>',
  ])('a short article that speaks of the markup is kept: %s', (markup) => {
    const html = `<title>How it works</title><h1>How it works</h1><p>${prose}</p><p>Engineers of the town found ${markup}.</p>`;
    expect({ isRefused: isRefused(html), isBlocked: isBlocked(html) }).toEqual({ isRefused: false, isBlocked: false });
  });

  it.each(Object.entries(challenges))('an article that embeds the markup of %s is kept', (_, html) => {
    const article = `<title>How it works</title><h1>How it works</h1>${`<p>${prose}</p>`.repeat(40)}${html}`;
    expect({ isRefused: isRefused(article), isBlocked: isBlocked(article) }).toEqual({
      isRefused: false,
      isBlocked: false,
    });
  });
});
