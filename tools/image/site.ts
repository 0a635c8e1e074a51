import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A small news site whose answers are slow, so that a stop finds pages in progress. Every third page is made by a script. */
export interface SlowSite extends AsyncDisposable {
  readonly address: string;
  /** `127.0.0.1:<port>` */
  readonly place: string;
  /** Requests for articles so far. */
  readonly articleRequests: () => number;
}

export const articles = 60;
/** Words that only a script writes. */
export const scriptedWords = 'The ferry brought forty crates of pears to the northern harbour';

const paragraph = (at: number): string =>
  `In report ${at}, the council of the harbour town said that the ferry line would run on winter Sundays again, after months of talks with the owners of both ships. The mayor called it a relief for the ${at} families on the island.`;

function article(at: number): string {
  const body = [0, 1, 2, 3].map((more) => `<p>${paragraph(at * 10 + more)}</p>`).join('');
  const text = at % 3 === 0 ? `<p>${scriptedWords}, said report ${at}.</p>${body}` : body;
  const main =
    at % 3 === 0
      ? `<article id=a></article><script>setTimeout(() => { a.innerHTML = ${JSON.stringify(`<h1>Ferry report ${at}</h1>${text}`)}; }, 200)</script>`
      : `<article><h1>Ferry report ${at}</h1>${text}</article>`;
  return `<!doctype html><html lang=en><head><meta charset=utf-8><title>Ferry report ${at}</title></head><body>${main}</body></html>`;
}

export async function startSlowSite(): Promise<SlowSite> {
  let requests = 0;
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname;
    const at = Number(/^\/2026\/report-(\d+)$/.exec(path)?.[1] ?? Number.NaN);
    if (Number.isNaN(at) && path !== '/') return response.writeHead(404).end();
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (path === '/') {
      const links = Array.from(
        { length: articles },
        (_, n) => `<li><a href="/2026/report-${n + 1}">Ferry report number ${n + 1} of the harbour</a></li>`,
      );
      return response.end(`<!doctype html><title>Harbour news</title><ul>${links.join('')}</ul>`);
    }
    requests++;
    await wait(1_500);
    return response.end(article(at));
  });
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await listening;
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address: `http://${place}`,
    place,
    articleRequests: () => requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
