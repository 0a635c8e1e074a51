import type { AddCommand } from './session.ts';

/** Commands that are started often, and that need no other: loading all of them takes longer than what some of these do. */
const alone: Readonly<Record<string, () => Promise<AddCommand>>> = {
  crawl: async () => (await import('./run/crawl.ts')).addCrawl,
  watch: async () => (await import('./run/watch.ts')).addWatch,
  worker: async () => (await import('./run/worker.ts')).addWorker,
  extract: async () => (await import('./page/extract.ts')).addExtract,
  media: async () => (await import('./media/media.ts')).addMedia,
  status: async () => (await import('./run/status.ts')).addStatus,
};

/** The commands that a command line needs: the one that it names, or all of them, for the help and for names that are mistyped. */
export async function commandsFor(argv: readonly string[]): Promise<readonly AddCommand[]> {
  const name = argv.find((word) => !/^(--json|--quiet|--verbose|-[qv]+)$/.test(word)) ?? '';
  const only = Object.hasOwn(alone, name) ? alone[name] : undefined;
  return only === undefined ? (await import('./commands.ts')).commands : [await only()];
}
