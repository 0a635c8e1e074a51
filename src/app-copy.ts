/** How another thread opens an app like this one: functions don't pass between threads. */
export interface AppCopy {
  /** Address of the module that exports `openApp`. */
  readonly module: string;
  /** Its options, but for what does not pass: the stream of the log, callbacks. */
  readonly options: object;
}

interface Options {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly logLevel: string | null;
  readonly logJson: boolean;
}

/** Its own parts, one configuration. */
export const appCopy = (module: string, { env, cwd, logLevel, logJson }: Options): AppCopy => ({
  module,
  // a copy: the environment of a process is no plain object
  options: { env: { ...env }, cwd, logLevel, logJson },
});
