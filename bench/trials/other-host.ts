import { fileURLToPath } from 'node:url';
import { type Check, check, type Trial, tail, waitFor } from './trial.ts';

const preload = fileURLToPath(new URL('./preload-host.mjs', import.meta.url));

const named = (hostname: string) => ({ NODE_OPTIONS: `--import=${preload}`, TRIAL_HOSTNAME: hostname });

/** A crawl of an address is killed; a process on another machine goes on with its store, by `crawl` and by `--resume`. */
export const otherHost: Trial = {
  name: 'kill -9, then crawl under another host name',
  run: async (bench) => {
    const checks: Check[] = [];
    for (const [way, args] of [
      ['crawl', ['crawl', `http://${bench.site.host}/`]],
      ['crawl --resume', ['crawl', '--resume']],
    ] as const) {
      const store = { NEWSHAWK_STORE: `file:${bench.folder}/${way.replaceAll(/\W/g, '')}`, NEWSHAWK_LEASE_MS: '20000' };
      bench.site.requests.clear();
      const first = bench.start({
        args: ['crawl', `http://${bench.site.host}/`],
        env: { ...store, ...named('machine-a') },
      });
      await waitFor(() => bench.site.requests.size > 20, 30_000);
      first.child.kill('SIGKILL');
      await first.ended;
      const second = await bench.start({ args: [...args, '--json'], env: { ...store, ...named('machine-b') } }).ended;
      const report = JSON.parse(second.stdout || '{}') as { ended?: string; published?: number };
      bench.say(
        `killed, then ${way} on another machine: exit ${second.code}, ended ${report.ended}, ${report.published} of ${bench.site.articles} articles`,
      );
      const isRight = second.code === 0 && report.published === bench.site.articles;
      if (!isRight) console.log(`           ${tail(second.stderr)}`);
      checks.push(
        check(`${way} under another host name ends with all articles`, isRight, {
          code: second.code,
          published: report.published,
        }),
      );
    }
    return checks;
  },
};
