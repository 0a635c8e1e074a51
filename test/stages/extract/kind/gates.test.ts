import { describe, expect, it } from 'vitest';
import { unknownSite } from '../../../../src/settings/scraper.ts';
import { extract } from '../../../../src/stages/extract/extract.ts';
import { articlePage, paragraphs, snapshot } from '../page.ts';

const read = (html: string, at?: string) =>
  extract(snapshot(html, at === undefined ? {} : { at }), unknownSite('gazette.example'));
const page = (body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><title>Harbour bridge reopens - The Gazette</title>${head}</head><body>${body}</body></html>`;

const cookies =
  'We and our 214 partners store and access information on a device, such as cookies, and process personal data for personalised advertising.';
const paidAlready = '<h2>Gazette pure</h2><p>4.99 € per month</p><a class="button" href="/pure">Subscribe</a>';
const ogArticle = '<meta property="og:type" content="article">';

describe('a form for consent in the place of the page', () => {
  it.each<[string, string, string?]>([
    [
      'accept or pay',
      `<main>${paidAlready}<h2>With advertising</h2><p>${cookies}</p><button>Accept and continue</button></main>`,
    ],
    [
      'with the headline and the metadata of the article',
      `<section><h1>Harbour bridge reopens</h1><p>${cookies}</p><button>Accept all</button>${paidAlready}</section>`,
      ogArticle,
    ],
    [
      'with all partners',
      `<div><h1>Your choice</h1>${`<h3>Storage</h3><p>${cookies}</p>`.repeat(6)}<ul>${Array.from({ length: 80 }, (_, at) => `<li><label><input type="checkbox"> Partner ${at} Ltd.</label></li>`).join('')}</ul><button>Agree</button></div>`,
    ],
    [
      'in German',
      '<main><p>Wir und unsere Partner speichern Informationen auf Ihrem Gerät, etwa Cookies, um Anzeigen zu personalisieren und Inhalte zu messen.</p><button>Alle akzeptieren</button></main>',
    ],
  ])('has its own type, and is no article: %s', (_name, body, head) => {
    expect(read(page(body, head))).toMatchObject({ pageType: 'consent-wall', reason: 'blocked' });
  });

  it('is not reported where an article stands next to it', () => {
    const layer = `<div role="dialog"><p>${cookies}</p><p>${cookies}</p><button>Accept all</button></div>`;
    expect(read(articlePage({ after: layer }))).toMatchObject({ pageType: 'article', reason: null });
    const brief = page(
      `<h1>Harbour bridge reopens</h1><p>20 November 2026</p><p>${paragraphs[0]}</p><div class="bar"><p>${cookies}</p><button>Accept all</button></div>`,
    );
    expect(read(brief)).toMatchObject({ pageType: 'article' });
  });
});

const fields = '<input name="user"><input type="password" name="word"><button>Log in</button>';

describe('a form to log in in the place of the page', () => {
  it.each<[string, string, string?]>([
    [
      'alone',
      `<main><h1>Log in</h1><form method="post">${fields}</form><a href="/forgot">Forgot your password?</a></main>`,
    ],
    [
      'with the headline of the article',
      `<article><h1>Harbour bridge reopens</h1><p>Please log in.</p><form>${fields}</form></article>`,
      ogArticle,
    ],
    [
      'to register',
      `<main><h1>New here?</h1><form><input name="mail"><input type="password"><input type="password"><button>Go</button></form></main>`,
    ],
  ])('has its own type: %s', (_name, body, head) => {
    const reading = read(page(body, head));
    expect(reading.pageType).toBe('login-wall');
    expect(reading.draft).toBeNull();
  });

  it('is not reported in a menu or a side bar, or next to a text', () => {
    const form = `<form>${fields}</form>`;
    const list = Array.from(
      { length: 9 },
      (_, at) =>
        `<li><h2><a href="/2026/11/0${at + 1}/ferry-news-${at}">${paragraphs[at % 4]?.slice(0, 60)}</a></h2></li>`,
    );
    expect(read(page(`<div class="sidebar">${form}</div><ul>${list.join('')}</ul>`)).pageType).toBe('listing');
    expect(read(articlePage({ after: form })).pageType).toBe('article');
  });
});

describe('a text that only visitors without scripts see', () => {
  it('is read where the page has no other text', () => {
    const posts = paragraphs
      .slice(0, 3)
      .map(
        (text, at) =>
          `<article><h3><a class="username" href="/u/tom${at}">tom${at}</a></h3><time datetime="2026-11-0${at + 1}T10:00:00Z"></time><div><p>${text}</p></div></article>`,
      );
    const html = page(
      `<div id="app"></div><noscript><h1>The harbour bridge is open again</h1>${posts.join('')}</noscript>`,
    );
    const { pageType, draft } = read(html, 'https://gazette.example/d/1221-harbour-bridge');
    expect(pageType).toBe('forum');
    expect(draft?.posts.map(({ author }) => author)).toEqual(['tom0', 'tom1', 'tom2']);
  });
});

describe('microdata of questions', () => {
  const answer = (at: number): string =>
    `<div itemprop="suggestedAnswer" itemscope itemtype="https://schema.org/Answer"><div itemprop="text"><p>${paragraphs[at]}</p></div><a href="/user/ada${at}">ada${at}</a> <time datetime="2026-11-0${at + 1}T10:00:00Z">${at + 1} November 2026</time></div>`;

  it('makes a page of answers a topic, but not a page of frequent questions', () => {
    const question = `<h1><a href="#">Is the harbour bridge open?</a></h1><p>${paragraphs[3]}</p>`;
    const asked = page(
      `<div itemscope itemtype="https://schema.org/QAPage"><div itemscope itemtype="https://schema.org/Question">${question}${[0, 1, 2].map(answer).join('')}</div></div>`,
    );
    expect(read(asked, 'https://gazette.example/616270/harbour-bridge').pageType).toBe('forum');
    const frequent = page(
      `<div itemscope itemtype="https://schema.org/FAQPage"><div itemscope itemtype="https://schema.org/Question">${question}${[0, 1, 2].map(answer).join('')}</div></div>`,
    );
    expect(read(frequent, 'https://gazette.example/616270/harbour-bridge').pageType).not.toBe('forum');
  });
});
