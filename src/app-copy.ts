/** How another thread opens an app like this one. It is plain data: functions can't be sent to a thread. */
export interface AppCopy {
  /** Address of the module that exports `openApp`. */
  readonly module: string;
  /** The options of `openApp` without those that can't be sent to a thread: the log's stream, callbacks. */
  readonly options: object;
  /** As `options`, for a process that crawls: it reads pages in as many threads as configured. Default: `options`. */
  readonly crawlOptions?: object;
}

interface Options {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly logLevel: string | null;
  readonly logJson: boolean;
}

/** A copy has its own parts (store, reader) and the same configuration; it reads pages in one thread, because there are several copies. */
export const appCopy = (module: string, { env, cwd, logLevel, logJson }: Options): AppCopy => ({
  module,
  // copied, because `process.env` is not a plain object
  options: { env: { ...env, NEWSHAWK_WORKERS: '1' }, cwd, logLevel, logJson },
  crawlOptions: { env: { ...env }, cwd, logLevel, logJson },
});
