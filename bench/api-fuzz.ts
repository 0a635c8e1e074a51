import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { endChild } from '../test/support/child-server.ts';
import { pythonProgram } from '../test/support/python-program.ts';
import { databaseUrl, startMongo } from '../test/support/store/mongo-server.ts';
import { askByHand } from './api-fuzz/by-hand.ts';
import { fillStore } from './serve/fill-store.ts';

// usage: npm run bench:api-fuzz [-- --examples 30 --seed 7 --only tokens --slowest 2]. Schemathesis (PyPI) sends requests made from the OpenAPI document to a real `serve`
// with a filled store, of both kinds, with tokens and with rates. Each answer has to be in the document, with its status, type, headers and schema, none may be a 5xx or
// take longer than `--slowest` seconds, and a method that a path lacks gets 405. What schemathesis leaves out is asked by hand (api-fuzz/by-hand.ts). Exit code 1: a finding.

const { values } = parseArgs({
  options: {
    examples: { type: 'string', default: '30' },
    seed: { type: 'string', default: '7' },
    slowest: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
  },
});
const checks =
  'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,response_headers_conformance,unsupported_method';
const bin = new URL('../bin/newshawk.mjs', import.meta.url).pathname;
const [writeToken, readToken] = ['w'.repeat(20), 'r'.repeat(20)];
const tokens = { NEWSHAWK_HTTP_TOKEN: writeToken, NEWSHAWK_HTTP_READ_TOKEN: readToken };

interface Round {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  readonly token: string | null;
  readonly isMongo?: true;
  readonly checks?: string;
}

const rounds: readonly Round[] = [
  { name: 'sqlite', env: {}, token: null },
  // each operation is asked without a token, too, and has to refuse it
  { name: 'tokens, write', env: tokens, token: writeToken, checks: 'ignored_auth' },
  { name: 'tokens, read', env: tokens, token: readToken },
  { name: 'tokens, none', env: tokens, token: null },
  { name: 'rates', env: { NEWSHAWK_HTTP_READ_RATE: '50', NEWSHAWK_HTTP_WRITE_RATE: '20' }, token: null },
  { name: 'mongodb', env: {}, token: null, isMongo: true },
];

const schemathesis = await pythonProgram('schemathesis', 'schemathesis==4.32.5', 'schemathesis');
const failed: string[] = [];
for (const round of rounds.filter(({ name }) => name.includes(values.only)))
  if (!(await passes(round))) failed.push(round.name);
console.log(
  failed.length === 0 ? 'Every answer is as the document says.' : `There are findings: ${failed.join('; ')}.`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

async function passes({ name, env, token, isMongo, checks: more }: Round): Promise<boolean> {
  console.log(`\n=== ${name}`);
  const folder = await mkdtemp(join(tmpdir(), 'newshawk-api-fuzz-'));
  await fillStore(folder, 200);
  const mongo = isMongo === true ? await startMongo() : null;
  if (mongo !== null && 'skipped' in mongo) throw new Error(mongo.skipped);
  const file = `file:${folder}`;
  const store = mongo === null ? file : databaseUrl(mongo.url, 'api_fuzz');
  if (mongo !== null) await ended(start(['store', 'copy', '--from', file, '--to', store], {}));
  // one crawl at a time: further ones get 429; the network policy lets none of them out
  const server = start(['--json', 'serve', '--port', '0'], {
    NEWSHAWK_STORE: store,
    NEWSHAWK_LOG: 'error',
    NEWSHAWK_HTTP_EXTRACT_S: '20',
    ...env,
  });
  try {
    const address = await addressOf(server);
    const headers: Record<string, string> =
      env.NEWSHAWK_HTTP_TOKEN === undefined ? {} : { authorization: `Bearer ${writeToken}` };
    const description = await (await fetch(`${address}/openapi.json`, { headers })).text();
    await writeFile(join(folder, 'openapi.json'), description);
    const byHand = await askByHand(address, { token, needsToken: env.NEWSHAWK_HTTP_TOKEN !== undefined, description });
    for (const finding of byHand) console.log(`by hand: ${finding}`);
    const header = token === null ? [] : ['--header', `Authorization: Bearer ${token}`];
    const options = [
      ...['--checks', more === undefined ? checks : `${checks},${more}`, '--max-examples', values.examples],
      ...['--seed', values.seed, '--phases', 'examples,coverage,fuzzing', '--max-response-time', values.slowest],
      ...['--exclude-path', '/v1/events', '--exclude-path', '/v1/crawl'],
      ...['--request-timeout', '60', '--generation-database', 'none', '--warnings', 'off', ...header],
    ];
    const fuzz = spawn(schemathesis, ['run', 'openapi.json', '--url', address, ...options], {
      stdio: 'inherit',
      cwd: folder,
    });
    return (await ended(fuzz)) === 0 && byHand.length === 0;
  } finally {
    await endChild(server);
    await mongo?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function start(args: readonly string[], env: Readonly<Record<string, string>>) {
  return spawn(process.execPath, [...process.execArgv, bin, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

function ended(child: ReturnType<typeof spawn>): Promise<number> {
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}

async function addressOf(server: ReturnType<typeof start>): Promise<string> {
  for await (const line of createInterface(server.stdout)) {
    const [, address] = /"address": "(http:[^"]+)"/.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error('serve ended before it listened');
}
