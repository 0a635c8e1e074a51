import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Check, check, type Trial } from './trial.ts';

const bin = fileURLToPath(new URL('../../bin/newshawk.mjs', import.meta.url));

/** Copies stdin to stdout, 4 KB at a time, with pauses: the pipe before it is full until the end. */
const slowly =
  'const fs = require("fs"); const buffer = Buffer.alloc(4096); const wait = new Int32Array(new SharedArrayBuffer(4)); for (let read; (read = fs.readSync(0, buffer)) > 0; Atomics.wait(wait, 0, 0, 10)) fs.writeSync(1, buffer, 0, read);';

/** Everything that is stored reaches a reader that lags; one that goes away ends the command. */
export const slowReader: Trial = {
  name: 'export into a pipe with a slow reader',
  run: async (bench) => {
    const { code } = await bench.start({ args: ['crawl', `http://${bench.site.host}/`] }).ended;
    const stored = (await bench.storedArticles()).length;
    bench.say(`crawled: exit ${code}, ${stored} articles in the store`);
    const reader = (script: string): Promise<{ code: string; lines: number }> =>
      new Promise((resolve) => {
        const command = `"$0" "$1" export -f jsonl | ${script}; echo "exit \${PIPESTATUS[0]}"`;
        const child = spawn('bash', ['-c', command, process.execPath, bin], {
          cwd: bench.folder,
          stdio: ['ignore', 'pipe', 'inherit'],
          env: { ...process.env, NEWSHAWK_STORE: `file:${bench.folder}/data`, NEWSHAWK_LOG: 'warn' },
        });
        let text = '';
        child.stdout.on('data', (data) => {
          text += data;
        });
        child.on('close', () => {
          const lines = text.split('\n').filter((line) => line.startsWith('{')).length;
          resolve({ code: /exit (\d+)/.exec(text)?.[1] ?? '', lines });
        });
      });
    const checks: Check[] = [];
    for (const [name, script] of [
      ['a reader that starts after 3 s', '(sleep 3; cat)'],
      ['a reader of 4 KB each 10 ms', `"$0" -e '${slowly}'`],
      ['a fast reader', 'cat'],
    ] as const) {
      const { code: exit, lines } = await reader(script);
      checks.push(
        check(`${name} gets all ${stored} articles, exit 0`, lines === stored && exit === '0', { lines, exit }),
      );
    }
    const closed = await reader('head -n 1');
    checks.push(
      check('a reader that goes away: one line, no crash', closed.lines === 1 && closed.code !== '1', closed),
    );
    return [check('120 articles are stored', stored === 120, stored), ...checks];
  },
};
