import { spawn } from 'node:child_process';
import { check, type Trial } from './trial.ts';
import { pageOf, titleOf } from './trial-site.ts';

/** Pages of the batch. */
const pages = 40;

/** A batch on a machine where many processes want the CPU: no page fails for it. A line that does fail is in the exit code. @param load processes that only use CPU */
export const busyMachine = (load: number): Trial => ({
  name: `extract --batch beside ${load} busy processes`,
  run: async (bench) => {
    const line = (id: number) =>
      JSON.stringify({
        id,
        url: `http://${bench.site.host}/news/${id}`,
        html: pageOf({ title: titleOf(id), number: id, isChanged: false }),
      });
    const lines = Array.from({ length: pages }, (_, id) => line(id));
    const batch = (input: readonly string[]) =>
      bench.start({ args: ['extract', '--batch'], env: { NEWSHAWK_WORKERS: '2' }, input: input.join('\n') }).ended;
    const busy = Array.from({ length: load }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
    try {
      const { code, stdout } = await batch(lines);
      const failed = stdout.split('\n').filter((text) => text.startsWith('{') && 'error' in JSON.parse(text)).length;
      bench.say(`exit ${code}, ${failed} of ${pages} pages failed`);
      const broken = await batch([...lines.slice(0, 2), 'no json']);
      return [
        check('no page fails', code === 0 && failed === 0, `exit ${code}, ${failed} failed`),
        check('a line that fails ends the batch with 16', broken.code === 16, broken.code),
      ];
    } finally {
      for (const child of busy) child.kill('SIGKILL');
    }
  },
});
