import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { launchFailure } from '../../../../src/stages/fetch/browser/launch-failure.ts';

const of = (words: string, hasSandbox = true) =>
  launchFailure(
    new Error(`browserType.launch: Target page, context or browser has been closed\n  - [pid=7][err] ${words}`),
    '/opt/newshawk/chromium',
    hasSandbox,
  );

describe('the message for a browser whose sandbox does not start', () => {
  let user = { mockRestore(): void {} };
  beforeEach(() => {
    user = vi.spyOn(process, 'getuid').mockReturnValue(1_000);
  });
  afterEach(() => user.mockRestore());

  it.each([
    [
      "Docker's own seccomp profile",
      '[1122/10:FATAL:zygote_host_impl_linux.cc(128)] No usable sandbox! If you are running on Ubuntu 23.10+',
    ],
    [
      'another one without chroot',
      '[1122/10:FATAL:sandbox/linux/services/credentials.cc:131] Check failed: sys_chroot("/proc/self/fdinfo/") == 0',
    ],
    [
      'a kernel without them',
      'Failed to move to new namespace: PID namespaces supported, Network namespace supported, but failed: errno = Operation not permitted',
    ],
  ])("names the profile, the host's settings and how to do without: %s", (_name, words) => {
    const { message, isLasting } = of(words);
    expect(isLasting).toBe(true);
    for (const part of [
      '--security-opt seccomp=seccomp-chromium.json',
      'kernel.apparmor_restrict_unprivileged_userns=0',
      'NEWSHAWK_SANDBOX=off',
    ])
      expect(message).toContain(part);
  });

  it('does not mention the sandbox if it is off, or if something else is missing', () => {
    expect(of('Check failed: sys_chroot("/proc/self/fdinfo/") == 0', false).message).not.toContain('seccomp');
    expect(of('error while loading shared libraries: libnss3.so').message).not.toContain('seccomp');
  });

  it('reports that root has no sandbox', () => {
    user.mockRestore();
    user = vi.spyOn(process, 'getuid').mockReturnValue(0);
    expect(of('No usable sandbox!').message).toContain('another user');
  });
});
