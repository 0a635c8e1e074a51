import { parentPort, workerData } from 'node:worker_threads';
import type { App } from '../app.ts';
import type { AppCopy } from '../app-copy.ts';
import type { ApiAnswer, ApiRequest } from './answer.ts';
import { AnswerCache } from './answer-cache.ts';
import { directResponder } from './responder.ts';
import { routes } from './routes.ts';

/** Sent by the listening thread; null: close the store and end. */
export type QuestionMessage = { readonly id: number; readonly route: number; readonly request: ApiRequest } | null;
export interface AnswerMessage {
  readonly id: number;
  readonly answer: ApiAnswer;
}

// A worker thread of `serve`, with its own app and so its own connection to the store.

const { module, options } = workerData as AppCopy;
// Nothing may import the composition root (main.ts), so it passes its own module address.
const { openApp } = (await import(module)) as { openApp: (appOptions: object) => Promise<App> };
const app = await openApp({ ...options, logStream: process.stderr });
const answers = new AnswerCache(directResponder(app, routes), async () => (await app.store()).version());
const encoder = new TextEncoder();

parentPort?.on('message', async (question: QuestionMessage) => {
  if (question === null) {
    await app[Symbol.asyncDispose]();
    parentPort?.close();
    return;
  }
  const route = routes[question.route];
  if (route === undefined) throw new Error(`there is no route ${question.route}`);
  const answer = await answers.answer(route, question.request);
  const body = typeof answer.body === 'string' ? encoder.encode(answer.body) : answer.body;
  // a view of a larger buffer is copied; a whole buffer is transferred
  const transfer = body !== null && body.byteLength === body.buffer.byteLength ? [body.buffer as ArrayBuffer] : [];
  const { status, type, headers } = answer;
  parentPort?.postMessage(
    { id: question.id, answer: { status, type, headers, body } } satisfies AnswerMessage,
    transfer,
  );
});
