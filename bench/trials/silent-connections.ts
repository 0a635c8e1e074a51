import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Check, check, pause, type Trial, tail, waitFor } from './trial.ts';

/** ms. What a monitor waits for `/health`. */
const answerMs = 2_000;
/** ms. `serve` closes a connection without a request by then. */
const idleMs = 15_000;

/** More connections than `serve` takes (1,000 and 64), of one client and of many: others are served, and those that stay silent are closed. */
export const silentConnections: Trial = {
  name: 'silent connections to serve',
  run: async (bench) => {
    const serve = bench.start({ args: ['serve', '--port', '0'] });
    const portOf = () => Number(/127\.0\.0\.1:(\d+)/.exec(serve.printed.stdout + serve.printed.stderr)?.[1] ?? 0);
    if (!(await waitFor(() => portOf() > 0, 60_000))) throw new Error(tail(serve.printed.stderr));
    const port = portOf();
    const checks: Check[] = [];
    for (const clients of [1, 20]) {
      const sockets: Socket[] = [];
      for (let at = 0; at < 1_500; at++) {
        const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.1.${(at % clients) + 1}` });
        sockets.push(socket.on('error', () => {}).resume());
        await once(socket, 'connect');
      }
      const openCount = () => sockets.filter(({ readyState }) => readyState === 'open').length;
      await pause(200);
      bench.say(`1,500 connections of ${clients} clients: ${openCount()} are open`);
      for (const path of ['/health', '/v1/stats'])
        for (const from of ['127.0.0.1', '127.0.1.1']) {
          const who = from === '127.0.1.1' ? 'a client that holds many' : 'another client';
          const { status, ms } = await ask({ port, path, from });
          checks.push(
            check(`beside ${clients} clients, ${path} is answered to ${who}`, status === 200 && ms < answerMs, {
              status,
              ms,
            }),
          );
        }
      await waitFor(() => openCount() === 0, idleMs);
      checks.push(check('silent connections are closed within 15 s', openCount() === 0, { open: openCount() }));
      for (const socket of sockets) socket.destroy();
    }
    return checks;
  },
};

/** One request on a connection of its own. @returns status 0 where there was no answer in 10 s */
async function ask(request: { readonly port: number; readonly path: string; readonly from: string }) {
  const { port, path, from } = request;
  const begun = performance.now();
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  socket.setTimeout(10_000, () => socket.destroy());
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  const answer = await text(socket).catch(() => '');
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);
  return { status, ms: Math.round(performance.now() - begun) };
}
