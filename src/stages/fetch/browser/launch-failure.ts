import { basename } from 'node:path';
import type { Chromium } from './chromium.ts';

/** Why a browser did not start. */
export interface LaunchFailure {
  /** In a few words, without paths. */
  readonly why: string;
  /** With the browser's path and what to do. */
  readonly message: string;
  /** Another try cannot help: somebody has to change the machine. */
  readonly isLasting: boolean;
  /** The executable is not where it was. */
  readonly isMissing: boolean;
  readonly cause: unknown;
}

export interface LaunchContext {
  readonly chromium: Pick<Chromium, 'executablePath'>;
  readonly hasSandbox: boolean;
}

/** Words an error of a launch. */
export function launchFailure(
  cause: unknown,
  { chromium: { executablePath }, hasSandbox }: LaunchContext,
): LaunchFailure {
  const said = cause instanceof Error ? cause.message : String(cause);
  const isMissing = /executable doesn't exist|spawn .* ENOENT/.test(said);
  const reason = isMissing ? 'the executable is not there' : reasonIn(said);
  const isOfSandbox = hasSandbox && sandboxError.test(said) && !isTemporary(said);
  return {
    why: reason.replaceAll(executablePath, basename(executablePath)),
    message: `The browser ${executablePath} does not start: ${reason}. ${isOfSandbox ? sandboxAdvice() : '`newshawk doctor` says what is missing.'}`,
    isLasting: isOfSandbox || /error while loading shared libraries/.test(said),
    isMissing,
    cause,
  };
}

/** Playwright's words; Chromium's, where namespaces are forbidden or (no capability, another profile) their use is. */
const sandboxError = /sandboxing failed|no usable sandbox|namespace|setuid|FATAL:sandbox\/|sys_chroot/i;

/** A machine that is short of processes or memory at the moment. */
const isTemporary = (said: string): boolean => /temporarily unavailable|cannot allocate/i.test(said);

/** What forbids them: Docker's own seccomp profile, Ubuntu's AppArmor since 23.10, a kernel that was set so. */
const userNamespaces =
  'In a container: start it with the seccomp profile that comes with newshawk (docker run --security-opt seccomp=seccomp-chromium.json; `newshawk init` writes it, and a compose.yaml that names it). On the machine: sysctl -w kernel.apparmor_restrict_unprivileged_userns=0 (Ubuntu), kernel.unprivileged_userns_clone=1 (Debian) or user.max_user_namespaces=10000. Or set NEWSHAWK_SANDBOX=off and know that pages then run unconfined (docs/containers.md).';

const sandboxAdvice = (): string =>
  process.getuid?.() === 0
    ? 'Chromium has no sandbox for root: start newshawk as another user, or set NEWSHAWK_SANDBOX=auto and know that pages then run unconfined.'
    : `Its sandbox needs user namespaces, which are forbidden here. ${userNamespaces}`;

/** Playwright's first line says that the browser is gone; why is in what the browser wrote. */
function reasonIn(message: string): string {
  const late = /Timeout (\d+)ms exceeded/.exec(message)?.[1];
  if (late !== undefined) return `it does not answer in ${Number(late) / 1_000} s`;
  const written = /\[err\] (?:\[[^\]]*\] ?)?(.+)/.exec(message)?.[1] ?? message.split('\n')[0] ?? '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: Playwright colours its log
  return written.replace(/\u001b\[\d+m/g, '').replace(/[.\s]+$/, '');
}
