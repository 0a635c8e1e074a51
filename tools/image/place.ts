import type { CommandResult, RunningCommand } from './command.ts';

/** Where the program of the image runs: in a container, or, without an engine, in a folder that the Dockerfile's steps made. */
export interface Place {
  /** Runs a command of newshawk to its end. */
  readonly newshawk: (args: readonly string[], env?: NodeJS.ProcessEnv) => Promise<CommandResult>;
  /** Starts a command that goes on. */
  readonly start: (name: string, args: readonly string[], env?: NodeJS.ProcessEnv) => RunningPlace;
}

export interface RunningPlace {
  readonly command: RunningCommand;
  /** Runs the health check of the image. */
  readonly isHealthy: () => Promise<boolean>;
  /** Runs a script of Node beside the command. */
  readonly node: (script: string) => Promise<CommandResult>;
  /** Runs a shell command beside it. */
  readonly shell: (script: string) => Promise<CommandResult>;
  /** Sends the image's stop signal; kills after `graceSeconds`. */
  readonly stop: (graceSeconds: number) => Promise<void>;
}

export interface CheckResult {
  readonly name: string;
  readonly status: 'ok' | 'FAILED' | 'not checked';
  readonly says: string;
}
