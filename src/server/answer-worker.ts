import { parentPort, workerData } from 'node:worker_threads';
import type { App } from '../app.ts';
import type { AppCopy } from '../app-copy.ts';
import type { ApiAnswer, ApiRequest } from './answer.ts';
import { AnswerCache } from './answer-cache.ts';
import { directResponder } from './responder.ts';
import { routes } from './routes.ts';

/** What the thread that listens sends; null: end. */
export type QuestionMessage = { readonly id: number; readonly route: number; readonly request: ApiRequest } | null;
export interface AnswerMessage {
  readonly id: number;
  readonly answer: ApiAnswer;
}

// A thread of `serve`: it has its own app, and so its own connection to the store.

const { module, options } = workerData as AppCopy;
// Nothing imports the composition root: it says itself where it is.
const { openApp } = (await import(module)) as { openApp: (given: object) => Promise<App> };
const app = await openApp({ ...options, logStream: process.stderr });
const answers = new AnswerCache(directResponder(app, routes), () => app.store());
const encoder = new TextEncoder();

parentPort?.on('message', async (asked: QuestionMessage) => {
  if (asked === null) {
    await app[Symbol.asyncDispose]();
    parentPort?.close();
    return;
  }
  const route = routes[asked.route];
  if (route === undefined) throw new Error(`there is no route ${asked.route}`);
  const answer = await answers.answer(route, asked.request);
  const body = typeof answer.body === 'string' ? encoder.encode(answer.body) : answer.body;
  // bytes of a shared buffer are copied, others change hands
  const transfer = body !== null && body.byteLength === body.buffer.byteLength ? [body.buffer as ArrayBuffer] : [];
  const { status, type, headers } = answer;
  parentPort?.postMessage({ id: asked.id, answer: { status, type, headers, body } } satisfies AnswerMessage, transfer);
});
