import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { parseHTML } from 'linkedom';
import { ask } from '../demo/ask.ts';

const client = readFileSync(new URL('../../demo/sites/northlight/assets/app.js', import.meta.url), 'utf8');

/** The page that Northlight's client renders from its API, without a browser. The e2e tests check the same page in a browser. */
export async function northlightDom(port: number, url: string): Promise<string> {
  const { document, Event } = parseHTML((await ask(port, url)).body.toString('utf8'));
  const started: unknown[] = [];
  runInContext(
    client,
    createContext({
      document,
      location: new URL(url),
      fetch: async (path: string) => {
        const { status, body } = await ask(port, new URL(path, url).href);
        return { ok: status === 200, json: async () => JSON.parse(body.toString('utf8')) };
      },
      // the client starts immediately, and its promise says when it is done
      setTimeout: (start: () => unknown) => started.push(start()),
    }),
  );
  document.dispatchEvent(new Event('DOMContentLoaded'));
  await Promise.all(started);
  return document.toString();
}
