import { marked } from 'marked';
import { type DefaultTreeAdapterMap, html as names, parse } from 'parse5';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineScraper, unknownSite } from '../../../src/settings/scraper.ts';
import { extract } from '../../../src/stages/extract/extract.ts';
import { findChromium } from '../../../src/stages/fetch/browser/chromium.ts';
import { attacks } from './attacks.ts';
import { articlePage, paragraphs, snapshot } from './page.ts';

// Each attack is part of an article that goes through the whole extraction: on an unknown site, where rules and model choose the text, and with a scraper that
// takes a whole container. A parser that follows the specification checks the output, and the shipped browser loads it.

interface Output {
  readonly attack: string;
  readonly bodyHtml: string;
  /** The Markdown as HTML, by a renderer that keeps raw HTML. */
  readonly rendered: string;
}

const generic = unknownSite('gazette.example');
const scraped = defineScraper({ host: 'gazette.example', wrappers: [{ title: 'h1', body: '.story' }] });

function outputsOf(attack: string): Output[] {
  const [first = '', ...rest] = paragraphs.map((paragraph) => `<p>${paragraph}</p>`);
  const html = articlePage({ body: `${first}<div>${attack}</div>${rest.join('')}` });
  return [generic, scraped].map((site) => {
    const { draft } = extract(snapshot(html), site, { draftAlways: true });
    const { bodyHtml = '', markdown = '' } = draft ?? {};
    return { attack, bodyHtml, rendered: marked.parse(markdown, { async: false }) };
  });
}

const outputs = Object.values(attacks).flat().flatMap(outputsOf);

const elements = new Set(
  'html head body p br hr h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote q cite pre code kbd samp em strong b i u s del ins mark small sub sup a abbr time table caption thead tbody tfoot tr th td figure figcaption img ruby rt rp div span section'.split(
    ' ',
  ),
);
const attributes = new Set(
  'href title src alt width height datetime colspan rowspan scope start class align'.split(' '),
);

/** What a parser that keeps to the specification finds in it that may do something. */
function dangersIn(html: string): string[] {
  const found: string[] = [];
  const walk = (node: DefaultTreeAdapterMap['node']): void => {
    if ('tagName' in node) {
      if (node.namespaceURI !== names.NS.HTML || !elements.has(node.tagName)) found.push(`<${node.tagName}>`);
      for (const { name, value } of node.attrs) {
        if (!attributes.has(name)) found.push(`${node.tagName} ${name}`);
        if (/^(?:href|src)$/.test(name) && !/^(?:https?:\/\/|mailto:)/.test(value)) found.push(`${name}=${value}`);
      }
    }
    if ('childNodes' in node) for (const child of node.childNodes) walk(child);
  };
  walk(parse(`<!doctype html><body>${html}`));
  return found;
}

it('the collection of attacks has more than enough of them', () => {
  expect(outputs.length / 2).toBeGreaterThan(220);
  // those that hide all that follows them (plaintext, an open comment) leave one paragraph at least
  expect(outputs.filter(({ bodyHtml }) => !bodyHtml.includes('The harbour bridge opened again'))).toEqual([]);
});

describe.each(Object.entries(attacks))('%s', (_, list) => {
  it('leave nothing alive in cleaned HTML and in Markdown', () => {
    const alive = outputs
      .filter(({ attack }) => list.includes(attack))
      .flatMap(({ attack, bodyHtml, rendered }) => [
        ...dangersIn(bodyHtml).map((danger) => `html: ${danger} of ${attack}`),
        ...dangersIn(rendered).map((danger) => `markdown: ${danger} of ${attack}`),
      ]);
    expect(alive).toEqual([]);
  });
});

describe('in the browser', () => {
  let browser: Browser;
  let page: Page;
  const asked: string[] = [];

  beforeAll(async () => {
    const { executablePath, env } = await findChromium({ explicit: null, cacheDir: null, env: process.env });
    browser = await chromium.launch({
      executablePath,
      env: { ...env },
      chromiumSandbox: process.getuid?.() !== 0,
    });
    page = await browser.newPage();
    page.on('dialog', (dialog) => dialog.dismiss());
    await page.addInitScript('window.calls = 0; window.pwned = () => { window.top.calls++; }');
  });
  afterAll(() => browser?.close());

  /** A page made of that, at an address of the test; every other address is noted and refused. */
  async function load(html: string): Promise<void> {
    asked.length = 0;
    await page.unrouteAll();
    await page.route('**', (route) => {
      const url = route.request().url();
      if (url === 'https://reader.example/') return route.fulfill({ contentType: 'text/html', body: html });
      asked.push(url);
      return route.abort();
    });
    await page.goto('https://reader.example/', { waitUntil: 'load' });
  }

  /** What a reader does that sets things off, then what has happened. */
  const whatHappened = () =>
    page.evaluate(`(async () => {
      for (const element of document.querySelectorAll('body *')) {
        for (const type of ['mouseover', 'focus', 'toggle', 'error', 'load', 'animationstart', 'beforematch'])
          element.dispatchEvent(new Event(type));
        if (/^(?:data|javascript|vbscript|file|blob):/i.test(element.href ?? '')) window.calls++;
        if (element.localName !== 'a') element.click?.();
      }
      // an image that fails after all others: what they set off has happened when its error comes
      const last = new Image();
      const failed = new Promise((done) => last.addEventListener('error', done));
      last.src = '/last';
      await failed;
      return { calls: window.calls, url: location.href, frames: window.length };
    })()`);
  const nothing = { calls: 0, url: 'https://reader.example/', frames: 0 };
  const canaries = () => asked.filter((url) => url.includes('canary'));

  it('sees an attack that works', async () => {
    await load('<p>text</p><img src=x onerror=pwned()><img src=https://canary.example/x>');
    expect(await whatHappened()).not.toEqual(nothing);
    expect(canaries()).toHaveLength(1);
  });

  it.each(['bodyHtml', 'rendered'] as const)('nothing runs and nothing is asked for: %s', async (kind) => {
    const parts = outputs.map((output) => `<section>${output[kind]}</section>`);
    await load(`<!doctype html><body>${parts.join('\n')}`);
    expect(await whatHappened()).toEqual(nothing);
    expect(canaries()).toEqual([]);
  });

  it('nothing comes to life when it is parsed, written and parsed again', async () => {
    await load('<!doctype html><body>');
    const changed = await page.evaluate(
      `((parts) => parts.filter((html) => {
        const box = document.createElement('div');
        document.body.append(box);
        box.innerHTML = html;
        const first = box.innerHTML;
        box.innerHTML = first;
        const again = box.querySelectorAll('*').length;
        box.innerHTML = box.innerHTML;
        const alive = [...box.querySelectorAll('*')].some((element) => element.namespaceURI !== 'http://www.w3.org/1999/xhtml'
          || element.getAttributeNames().some((name) => name.startsWith('on')));
        return alive || box.querySelectorAll('*').length !== again;
      }))(${JSON.stringify(outputs.flatMap(({ bodyHtml, rendered }) => [bodyHtml, rendered])).replace(/</g, '\\u003c')})`,
    );
    expect(changed).toEqual([]);
    expect(await whatHappened()).toEqual(nothing);
    expect(canaries()).toEqual([]);
  });
});
