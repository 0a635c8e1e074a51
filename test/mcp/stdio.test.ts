import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { maxMessageBytes } from '../../src/mcp/bounds.ts';
import { messageLines } from '../../src/mcp/message-lines.ts';
import { serveOverStdio } from '../../src/mcp/stdio.ts';
import { type FakeApp, openFakeApp } from '../support/app/fake-app.ts';

let app: FakeApp;
beforeEach(async () => {
  app = await openFakeApp();
});
afterEach(() => app[Symbol.asyncDispose]());

interface Answer {
  readonly id: unknown;
  readonly result?: object;
  readonly error?: { readonly code: number; readonly message: string };
}

/** What a client gets that writes this, and closes its end. */
async function answersTo(...chunks: readonly (string | Uint8Array)[]): Promise<Answer[]> {
  let text = '';
  async function* input() {
    yield* chunks;
  }
  const write = async (part: string) => {
    text += part;
  };
  await serveOverStdio(app, { input: input(), write, signal: new AbortController().signal });
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
const request = (id: unknown, method = 'ping', more: object = {}) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, ...more })}\n`;
const served = { id: 99, result: {} };

describe('mcp over stdin and stdout', () => {
  it.each([
    ['no JSON', 'hello\n', null, -32700, 'Parse error'],
    ['half of a message', '{"jsonrpc":"2.0","id":1,"method":"ping"\n', null, -32700, 'Parse error'],
    ['a batch', `[${request(1).trim()}]\n`, null, -32600, 'MCP has no batches'],
    ['a number', '42\n', null, -32600, 'a message is a JSON object'],
    ['null', 'null\n', null, -32600, 'a message is a JSON object'],
    ['another version', '{"jsonrpc":"1.0","id":3,"method":"ping"}\n', 3, -32600, '"jsonrpc" must be "2.0"'],
    ['no method', '{"jsonrpc":"2.0","id":"four"}\n', 'four', -32600, 'neither a request'],
    ['an id that is none', request(null), null, -32600, '"id" must be a text or a whole number'],
    ['parameters in a list', request(6, 'ping', { params: [1] }), 6, -32600, '"params" must be an object'],
    ['an unknown method', request(7, 'no/such'), 7, -32601, 'Method not found'],
    ['an unknown tool', request(8, 'tools/call', { params: { name: 'nope', arguments: {} } }), 8, -32602, 'nope'],
  ])('answers %s, and goes on', async (_, line, id, code, message) => {
    const answers = await answersTo(line, request(99));
    expect(answers).toMatchObject([{ id, error: { code, message: expect.stringContaining(message) } }, served]);
  });

  it('refuses a line that is too long, in bounded memory, and goes on', async () => {
    const part = 'x'.repeat(maxMessageBytes / 8);
    const answers = await answersTo('{"x":"', ...Array.from({ length: 10 }, () => part), '"}\n', request(99));
    expect(answers).toMatchObject([
      { id: null, error: { code: -32600, message: expect.stringContaining('more than 8,000,000 bytes') } },
      served,
    ]);
  });

  it('answers a call without a handshake, and the last line without a line break', async () => {
    const [tools, pong] = await answersTo(request(1, 'tools/list', { params: {} }), request(99).trim());
    expect({ tools, pong }).toMatchObject({ tools: { id: 1, result: { tools: expect.any(Array) } }, pong: served });
  });

  it('says nothing to notifications, answers of others and empty lines', async () => {
    const quiet = [
      '\n',
      '  \r\n',
      '{"jsonrpc":"2.0","method":"no/such"}\n',
      '{"jsonrpc":"2.0","id":5,"result":{}}\n',
      request(99),
    ];
    expect(await answersTo(...quiet)).toMatchObject([served]);
  });

  it('ends with its signal while it waits for the client', async () => {
    const stop = new AbortController();
    const input = (async function* () {
      yield request(1);
      await new Promise(() => {});
    })();
    const write = async () => stop.abort();
    await serveOverStdio(app, { input, write, signal: stop.signal });
    expect(stop.signal.aborted).toBe(true);
  });
});

describe('messageLines', () => {
  const linesOf = async (chunks: readonly (string | Uint8Array)[], maxBytes = 100) => {
    const lines: (string | null)[] = [];
    for await (const line of messageLines(
      (async function* () {
        yield* chunks;
      })(),
      maxBytes,
    ))
      lines.push(line);
    return lines;
  };

  it('joins what is cut anywhere, also inside a letter', async () => {
    const bytes = Buffer.from('港口 🚢\r\n\u2028b\n');
    for (let at = 0; at <= bytes.length; at += 1)
      expect(await linesOf([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(['港口 🚢', '\u2028b']);
  });

  it('counts bytes, of each line for itself', async () => {
    expect(await linesOf(['12345\n123456\n12345'], 5)).toEqual(['12345', null, '12345']);
    expect(await linesOf(['港口\n', '12', '34', '56', '\n1'], 5)).toEqual([null, null, '1']);
    expect(await linesOf([''])).toEqual([]);
  });
});
