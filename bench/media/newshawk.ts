import { Writable } from 'node:stream';
import type { App } from '../../src/app.ts';
import { openApp } from '../../src/main.ts';
import type { RenderMode } from '../../src/model/crawl/task.ts';
import { mediaJson } from '../../src/model/media/media-json.ts';
import type { MediaWay } from './media-way.ts';

/** An app that may reach loopback, silent, with its own store. */
export function openBenchApp(folder: string, more: Readonly<Record<string, string>> = {}): Promise<App> {
  const env = {
    ...process.env,
    NEWSHAWK_ALLOW_NETWORKS: '127.0.0.0/8',
    NEWSHAWK_STORE: `file:${folder}/store`,
    ...more,
  };
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  return openApp({ env, cwd: folder, logLevel: 'error', logJson: false, logStream: nowhere });
}

/** One app, one browser, as `newshawk media --batch` has it. */
export async function openNewshawk(folder: string, render: RenderMode): Promise<MediaWay> {
  const app = await openBenchApp(folder);
  return {
    resolve: async (url) => {
      const { media, noMedia } = await app.readMedia({ url, render, explain: false });
      return { items: media.map(mediaJson), reason: noMedia ?? 'done' };
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}
