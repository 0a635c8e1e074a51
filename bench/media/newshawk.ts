import { Writable } from 'node:stream';
import { itemJson } from '../../src/cli/media.ts';
import { openApp } from '../../src/main.ts';
import type { RenderMode } from '../../src/model/task.ts';
import type { MediaWay } from './media-way.ts';

/** One app, one browser, as `newshawk media --batch` has it. */
export async function openNewshawk(folder: string, render: RenderMode): Promise<MediaWay> {
  const env = { ...process.env, NEWSHAWK_ALLOW_NETWORKS: '127.0.0.0/8', NEWSHAWK_STORE: `file:${folder}/store` };
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const app = await openApp({ env, cwd: folder, logLevel: 'error', logJson: false, logStream: nowhere });
  return {
    resolve: async (url) => {
      const { media, noMedia } = await app.readMedia({ url, render, explain: false });
      return { items: media.map(itemJson), reason: noMedia ?? 'done' };
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}
