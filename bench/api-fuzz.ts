import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { endChild } from '../test/support/child-server.ts';
import { pythonProgram } from '../test/support/python-program.ts';
import { fillStore } from './serve/fill-store.ts';

// usage: npm run bench:api-fuzz. Schemathesis (PyPI) sends requests made from the OpenAPI document to a real `serve` with a filled store. Each answer has to be in the
// document, with its status, type and schema, and none may be a 5xx. Exit code 1: a finding. The stream of events has its own test.

const { values } = parseArgs({
  options: { examples: { type: 'string', default: '30' }, seed: { type: 'string', default: '7' } },
});
const checks =
  'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,response_headers_conformance';
const bin = new URL('../bin/newshawk.mjs', import.meta.url).pathname;
const folder = await mkdtemp(join(tmpdir(), 'newshawk-api-fuzz-'));
await fillStore(folder, 200);
const schemathesis = await pythonProgram('schemathesis', 'schemathesis==4.32.5', 'schemathesis');
// one crawl at a time: further ones get 429; the network policy lets none of them out
const env = { ...process.env, NEWSHAWK_STORE: `file:${folder}`, NEWSHAWK_LOG: 'error', NEWSHAWK_HTTP_EXTRACT_S: '20' };
const args = [...process.execArgv, bin, '--json', 'serve', '--port', '0'];
const server = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
try {
  const address = await addressOf();
  const fuzz = spawn(
    schemathesis,
    [
      ...[
        'run',
        `${address}/openapi.json`,
        '--checks',
        checks,
        '--max-examples',
        values.examples,
        '--seed',
        values.seed,
      ],
      ...['--exclude-path', '/v1/events', '--exclude-path', '/v1/crawl', '--phases', 'examples,coverage,fuzzing'],
      ...['--request-timeout', '60', '--generation-database', 'none', '--warnings', 'off'],
    ],
    { stdio: 'inherit', cwd: folder },
  );
  process.exitCode = await new Promise<number>((resolve) => fuzz.once('exit', (code) => resolve(code ?? 1)));
} finally {
  await endChild(server);
  await rm(folder, { recursive: true, force: true });
}

async function addressOf(): Promise<string> {
  for await (const line of createInterface(server.stdout)) {
    const [, address] = /"address": "(http:[^"]+)"/.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error('serve ended before it listened');
}
