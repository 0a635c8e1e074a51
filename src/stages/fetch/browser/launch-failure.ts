import { basename } from 'node:path';

/** Why a browser did not start. */
export interface LaunchFailure {
  /** Short, without paths. */
  readonly why: string;
  /** With the browser's path and advice. */
  readonly message: string;
  /** Retrying does not help: the machine has to be changed. */
  readonly isLasting: boolean;
  /** The executable is missing. */
  readonly isMissing: boolean;
  readonly cause: unknown;
}

/** Describes an error of a launch. */
export function launchFailure(cause: unknown, executablePath: string, hasSandbox: boolean): LaunchFailure {
  const errorText = cause instanceof Error ? cause.message : String(cause);
  const isMissing = /executable doesn't exist|spawn .* ENOENT/.test(errorText);
  const reason = isMissing ? 'the executable is missing' : reasonIn(errorText);
  const isSandboxError = hasSandbox && sandboxError.test(errorText) && !isTemporary(errorText);
  return {
    why: reason.replaceAll(executablePath, basename(executablePath)),
    message: `The browser ${executablePath} does not start: ${reason}. ${isSandboxError ? sandboxAdvice() : '`newshawk doctor` says what is missing.'}`,
    isLasting: isSandboxError || /error while loading shared libraries/.test(errorText),
    isMissing,
    cause,
  };
}

/** Messages of Playwright, and of Chromium where it may not create or use namespaces. */
const sandboxError = /sandboxing failed|no usable sandbox|namespace|setuid|FATAL:sandbox\/|sys_chroot/i;

/** The machine lacks processes or memory at the moment. */
const isTemporary = (errorText: string): boolean => /temporarily unavailable|cannot allocate/i.test(errorText);

/** User namespaces may be forbidden by Docker's seccomp profile, Ubuntu's AppArmor since 23.10, or a kernel setting. */
const userNamespaces =
  'In a container: start it with the seccomp profile that comes with newshawk (docker run --security-opt seccomp=seccomp-chromium.json; `newshawk init` writes it, and a compose.yaml that names it). On the machine: sysctl -w kernel.apparmor_restrict_unprivileged_userns=0 (Ubuntu), kernel.unprivileged_userns_clone=1 (Debian) or user.max_user_namespaces=10000. Or set NEWSHAWK_SANDBOX=off and know that pages then run unconfined (docs/containers.md).';

const sandboxAdvice = (): string =>
  process.getuid?.() === 0
    ? 'Chromium has no sandbox for root: start newshawk as another user, or set NEWSHAWK_SANDBOX=auto and know that pages then run unconfined.'
    : `Its sandbox needs user namespaces, which are forbidden here. ${userNamespaces}`;

/** The reason is in the browser's own output; Playwright's first line says only that the browser ended. */
function reasonIn(message: string): string {
  const timeoutMs = /Timeout (\d+)ms exceeded/.exec(message)?.[1];
  if (timeoutMs !== undefined) return `it does not answer in ${Number(timeoutMs) / 1_000} s`;
  const output = /\[err\] (?:\[[^\]]*\] ?)?(.+)/.exec(message)?.[1] ?? message.split('\n')[0] ?? '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: Playwright colours its log
  return output.replace(/\u001b\[\d+m/g, '').replace(/[.\s]+$/, '');
}
