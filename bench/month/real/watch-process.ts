import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { processTree, signalProcess } from '../../../src/machine/process-tree.ts';
import { type Ended, startCrawl } from '../../../test/support/app/demo-crawl.ts';
import type { OpenSites } from '../sites/open-sites.ts';

/** The real command in its own process. */
export interface WatchProcess {
  /** Sends the signal and waits for the end. @returns how it ended, and the time that it took, ms */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<Ended & { readonly tookMs: number }>;
  /** Memory of the process and of all below it, bytes. */
  rssBytes(): number;
  /** @throws Error with what it printed, when it has ended */
  throwIfOver(): void;
}

/** Starts `newshawk watch` on the store of a folder with scrapers. */
export function startWatchProcess(folder: string, sites: OpenSites, revisitAfterMs: number): WatchProcess {
  const [port = ''] = sites.networks[0]?.split(':').slice(1) ?? [];
  const { child, ended, printed } = startCrawl({
    demo: { port: Number(port), connectTo: sites.connectTo },
    store: `file:${join(folder, 'data')}`,
    args: ['watch'],
    cwd: folder,
    env: {
      NEWSHAWK_ALLOW_NETWORKS: sites.networks.join(','),
      NEWSHAWK_REVISIT_AFTER_MS: String(revisitAfterMs),
      NEWSHAWK_MAX_ATTEMPTS: '5',
      NEWSHAWK_HOST_GAP_MS: '1000',
      NEWSHAWK_LOG: 'warn',
    },
  });
  return {
    end: async (signal) => {
      const begun = performance.now();
      // the launcher passes SIGTERM on; a kill -9 is for the process that does the work
      if (signal === 'SIGTERM') child.kill(signal);
      else for (const { pid } of (processTree(child.pid ?? 0) ?? []).toReversed()) signalProcess(pid, 'SIGKILL');
      const result = await ended;
      await pause(100);
      return { ...result, tookMs: performance.now() - begun };
    },
    rssBytes: () => (processTree(child.pid ?? 0) ?? []).reduce((sum, { ownBytes }) => sum + ownBytes, 0),
    throwIfOver: () => {
      if (child.exitCode === null && child.signalCode === null) return;
      throw new Error(`watch ended with ${child.exitCode ?? child.signalCode}: ${printed.stderr.slice(-2_000)}`);
    },
  };
}
