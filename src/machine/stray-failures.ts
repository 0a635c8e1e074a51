import { AsyncLocalStorage } from 'node:async_hooks';

/** Whose code runs: that of a scraper's file. Promises, timers and events that it starts inherit it. */
const owner = new AsyncLocalStorage<string>();

/** Runs code of a scraper. What it leaves running, such as a promise without `await`, and then fails, is told by `outliveStrays` and ends no process. @param whose such as its file */
export const runAs = <T>(whose: string, run: () => T): T => owner.run(whose, run);

/** Failures that are told, at most: each has another text. */
const maxTold = 100;

/** A failure as text, with its stack. */
export const failureText = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/** Tells each failure once: a timer of a scraper can fail every millisecond. */
export function tellOnce(tell: (failure: string) => void): (failure: string) => void {
  const told = new Set<string>();
  return (failure) => {
    if (told.has(failure) || told.size >= maxTold) return;
    told.add(failure);
    tell(failure);
  };
}

/** Tells them in the log. */
export const logStrays =
  (log: { warn(event: string, fields: { readonly failure: string }): void }) =>
  (failure: string): void =>
    log.warn('scraper.stray-failure', { failure });

/**
 * Node ends a process for a failure that nobody awaits. From now on, it goes on where the code of a scraper left that behind: one site's mistake would end the
 * crawl of all. Other failures are bugs of ours, and end the process as before.
 * @returns a function that sets where they are told; until it is called, on stderr
 */
export function outliveStrays(): (tell: (failure: string) => void) => void {
  let tell = (failure: string): void => {
    process.stderr.write(`newshawk: ${failure}\n`);
  };
  const tellEach = tellOnce((failure) => tell(failure));
  const onFailure = (error: unknown): void => {
    const whose = owner.getStore();
    if (whose !== undefined) {
      tellEach(`left running by ${whose}: ${failureText(error)}`);
      return;
    }
    process.off('uncaughtException', onFailure).off('unhandledRejection', onFailure);
    process.nextTick(() => {
      throw error; // with Node's own message and exit code
    });
  };
  process.on('uncaughtException', onFailure).on('unhandledRejection', onFailure);
  return (other) => {
    tell = other;
  };
}
