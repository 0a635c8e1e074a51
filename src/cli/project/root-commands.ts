import type { Machine } from './machine.ts';

type Family = 'debian' | 'fedora' | 'arch' | 'suse';

/** Packages by family of distributions: the libraries that a Chromium needs beside glibc, and a font with Chinese letters. */
const installs: Readonly<Record<Family, { readonly libraries: string; readonly font: string }>> = {
  debian: {
    libraries: 'sudo apt-get install -y libnss3 libnspr4 libexpat1',
    font: 'sudo apt-get install -y fontconfig fonts-noto-cjk',
  },
  fedora: {
    libraries: 'sudo dnf install -y nss nspr expat',
    font: 'sudo dnf install -y fontconfig google-noto-sans-cjk-fonts',
  },
  arch: {
    libraries: 'sudo pacman -S --needed nss nspr expat',
    font: 'sudo pacman -S --needed fontconfig noto-fonts-cjk',
  },
  suse: {
    libraries: 'sudo zypper install mozilla-nss mozilla-nspr libexpat1',
    font: 'sudo zypper install fontconfig google-noto-sans-cjk-fonts',
  },
};

/** Settings of kernels that forbid the namespaces of Chromium's sandbox, and the value that allows them. */
const sandboxSettings = [
  ['kernel.apparmor_restrict_unprivileged_userns', (value: string) => value === '1', '0'],
  ['kernel.unprivileged_userns_clone', (value: string) => value === '0', '1'],
  ['user.max_user_namespaces', (value: string) => value === '0', '10000'],
] as const;

/** The command for what only root may do on this machine; null: nothing of that kind is known to help. */
export async function rootCommand(machine: Machine, check: string, says: string): Promise<string | null> {
  const family = await familyOf(machine);
  if (check === 'chinese font') return family === null ? null : installs[family].font;
  if (check !== 'browser') return null;
  if (/shared librar|cannot open shared object|\.so(\.\d+)*\b/i.test(says))
    return family === null ? null : installs[family].libraries;
  if (!/sandbox|namespace/i.test(says)) return null;
  for (const [name, forbids, value] of sandboxSettings) {
    const current = await machine.kernelSetting(name);
    if (current !== null && forbids(current)) return `sudo sysctl -w ${name}=${value}`;
  }
  return null;
}

async function familyOf(machine: Machine): Promise<Family | null> {
  const names = (await machine.distribution()).map((name) => name.toLowerCase());
  const has = (...some: string[]): boolean => some.some((name) => names.includes(name));
  if (has('debian', 'ubuntu')) return 'debian';
  if (has('fedora', 'rhel', 'centos')) return 'fedora';
  if (has('arch')) return 'arch';
  return has('suse', 'opensuse') ? 'suse' : null;
}
