import { spawn } from 'node:child_process';

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Called with each piece of output, as it arrives. */
  readonly onOutput?: (text: string) => void;
  /** Kills the command after this time. */
  readonly timeoutMs?: number;
}

/** Runs a command to its end. It does not throw where the command fails; a command that can't be started has the code 127. */
export function run(command: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
  return start(command, options).ended;
}

export interface RunningCommand {
  /** As far as they were written. */
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly ended: Promise<CommandResult>;
  readonly isRunning: () => boolean;
  /** Null where it could not be started. */
  readonly pid: number | null;
}

/** Starts a command and returns at once. */
export function start([program = '', ...args]: readonly string[], options: CommandOptions = {}): RunningCommand {
  const { cwd, env, onOutput = () => {}, timeoutMs } = options;
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: timeoutMs });
  let [stdout, stderr, isRunning] = ['', '', true];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    onOutput(text);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    onOutput(text);
  });
  const { promise: ended, resolve } = Promise.withResolvers<CommandResult>();
  const end = (code: number): void => {
    isRunning = false;
    resolve({ code, stdout, stderr });
  };
  child.on('error', (error) => {
    stderr += error.message;
    end(127);
  });
  child.on('close', (code) => end(code ?? 137));
  return { stdout: () => stdout, stderr: () => stderr, ended, isRunning: () => isRunning, pid: child.pid ?? null };
}

/** The command failed: its last lines say why. */
export class CommandFailed extends Error {
  readonly output: string;

  constructor(command: readonly string[], { code, stdout, stderr }: CommandResult) {
    const output = `${stdout}\n${stderr}`.trim();
    super(`${command.slice(0, 3).join(' ')} … ended with ${code}:\n${output.split('\n').slice(-15).join('\n')}`);
    this.name = 'CommandFailed';
    this.output = output;
  }
}

/** @returns stdout @throws CommandFailed */
export async function mustRun(command: readonly string[], options: CommandOptions = {}): Promise<string> {
  const result = await run(command, options);
  if (result.code !== 0) throw new CommandFailed(command, result);
  return result.stdout;
}

/** Whether a program is in PATH. */
export const isInstalled = async (program: string): Promise<boolean> =>
  (await run(['sh', '-c', `command -v "${program}"`])).code === 0;
