import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A news site on this machine: a listing at `/`, articles at `/news/<number>`. Its port can be closed for a while, as in an outage. */
export interface TrialSite extends AsyncDisposable {
  readonly host: string;
  readonly port: number;
  /** How many articles the listing names: more may come at any time. */
  articles: number;
  /** Numbers of articles that say they are articles and show no text: a crawl keeps them as failures. */
  readonly textless: Set<number>;
  /** Numbers of articles whose text has changed since their first edition. */
  readonly changed: Set<number>;
  /** Answers of further paths, before those of the site's own. */
  readonly files: Map<string, SiteFile>;
  /** Requests that were answered, by path. */
  readonly requests: Map<string, number>;
  goDown(): Promise<void>;
  comeBack(): Promise<void>;
}

export interface SiteFile {
  readonly type: string;
  readonly body: string | Buffer;
  /** Answers with 302 to this address instead. */
  readonly location?: string;
}

export interface TrialSiteOptions {
  readonly articles: number;
  /** Articles that come as an empty page, whose text a script writes; true: all. */
  readonly rendered?: boolean | ((article: number) => boolean);
  /** The article whose text this one tells again, under another title; null: it has its own. Default: all have. */
  readonly copyOf?: (article: number) => number | null;
  /** Pause before each answer, ms. */
  readonly delayMs?: number;
  /** Default: one host for each site of a process. */
  readonly host?: string;
}

export async function openTrialSite(options: TrialSiteOptions): Promise<TrialSite> {
  const host = options.host ?? 'trial.example';
  const requests = new Map<string, number>();
  const textless = new Set<number>();
  const files = new Map<string, SiteFile>();
  let server: Server | null = null;
  let port = 0;
  const { rendered = false } = options;
  const isRendered = typeof rendered === 'boolean' ? () => rendered : rendered;
  const answer = (path: string): string | null => {
    if (path === '/') return listingOf(host, site.articles);
    const number = Number(/^\/news\/(\d+)$/.exec(path)?.[1] ?? Number.NaN);
    if (!(number < site.articles)) return null;
    if (textless.has(number)) return textlessPage(number);
    const story: Story = {
      title: titleOf(number),
      number: options.copyOf?.(number) ?? number,
      isChanged: site.changed.has(number),
    };
    return isRendered(number) ? renderedPage(story) : pageOf(story);
  };
  const open = async () => {
    server = createServer((request, response) => {
      const path = request.url ?? '/';
      requests.set(path, (requests.get(path) ?? 0) + 1);
      const file = files.get(path);
      if (file !== undefined) return sendFile(response, file);
      const body = answer(path);
      setTimeout(() => {
        response.writeHead(body === null ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
        response.end(body ?? 'not found');
      }, options.delayMs ?? 0);
    });
    await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  };
  const close = async () => {
    server?.closeAllConnections();
    await new Promise((resolve) => (server === null ? resolve(null) : server.close(resolve)));
    server = null;
  };
  const site: TrialSite = {
    host,
    get port() {
      return port;
    },
    articles: options.articles,
    textless,
    changed: new Set(),
    files,
    requests,
    goDown: close,
    comeBack: open,
    [Symbol.asyncDispose]: close,
  };
  await open();
  return site;
}

function sendFile(response: ServerResponse, { type, body, location }: SiteFile): void {
  response.writeHead(location === undefined ? 200 : 302, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    ...(location === undefined ? {} : { location }),
  });
  response.end(body);
}

const listingOf = (host: string, articles: number): string => {
  const links = Array.from({ length: articles }, (_, at) => `<li><a href="/news/${at}">${titleOf(at)}</a></li>`);
  return `<!doctype html><html lang="en"><head><title>${host}</title></head><body><h1>Latest news</h1><ul>${links.join('')}</ul></body></html>`;
};

export interface Story {
  readonly title: string;
  /** Which text it tells. */
  readonly number: number;
  readonly isChanged: boolean;
}

export const pageOf = (story: Story): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${story.title}</title></head><body><main>${textOf(story)}</main></body></html>`;

const textlessPage = (number: number): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta property="og:type" content="article"><title>${titleOf(number)}</title></head><body><main><h1>${titleOf(number)}</h1></main></body></html>`;

const renderedPage = (story: Story): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Trial</title></head><body><main id="place"></main>
<script>document.title = ${JSON.stringify(story.title)}; document.getElementById('place').innerHTML = atob('${Buffer.from(textOf(story)).toString('base64')}');</script></body></html>`;

const subjects = ['The council', 'A ferry', 'The harbour', 'One school', 'The museum', 'A farmer', 'The library'];
const verbs = ['opens', 'plans', 'repairs', 'sells', 'defends', 'studies', 'rebuilds', 'measures', 'welcomes'];
const objects = ['a bridge', 'new rails', 'old maps', 'the market', 'two engines', 'a garden', 'the lighthouse'];

const pick = (list: readonly string[], seed: number): string => list[seed % list.length] ?? '';

export const titleOf = (number: number): string =>
  `${pick(subjects, number)} ${pick(verbs, Math.floor(number / 3))} ${pick(objects, Math.floor(number / 7))} at ${wordOf(number * 37 + 11)} ${wordOf(number * 91 + 5)}`;

/** Paragraphs whose words differ from text to text: only those that tell the same one are copies. */
const textOf = ({ title, number, isChanged }: Story): string => {
  const paragraphs = Array.from({ length: isChanged ? 8 : 6 }, (_, part) => {
    const sentences = Array.from({ length: 4 }, (_, at) => sentenceOf(number * 241 + part * 17 + at * 5));
    return `<p>${sentences.join(' ')}</p>`;
  });
  return `<article><h1>${title}</h1><time datetime="2026-11-20T08:00:00Z">20 November 2026</time>${paragraphs.join('')}</article>`;
};

const sentenceOf = (seed: number): string =>
  `${pick(subjects, seed)} ${pick(verbs, seed * 3)} ${pick(objects, seed * 5)} near ${wordOf(seed * 13)} because the ${wordOf(seed * 29)} of ${wordOf(seed * 53)} and the ${wordOf(seed * 71)} were late in the ${wordOf(seed * 97)} season.`;

/** Pronounceable, and another for each number. */
function wordOf(number: number): string {
  const [consonants, vowels] = ['bdfgklmnprstvz', 'aeiou'];
  let [word, rest] = ['', (number % 1_000_003) + 4_900];
  while (rest > 0) {
    word += (consonants[rest % 14] ?? '') + (vowels[Math.floor(rest / 14) % 5] ?? '');
    rest = Math.floor(rest / 70);
  }
  return word;
}
