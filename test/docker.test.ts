import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { settings } from '../src/config.ts';
import { projectFile } from './support/source-files.ts';

// No container engine is needed here: these are the promises that can be read from the files.

const dockerfile = projectFile('Dockerfile')
  .replace(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => line.trim() !== '' && !line.startsWith('#'));
const instructions = (name: string): string[] =>
  dockerfile.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1).trim());
const onDisk = (path: string): boolean => existsSync(fileURLToPath(new URL(`../${path}`, import.meta.url)));

describe('Dockerfile', () => {
  it('builds in stages on the long-term release of Node', () => {
    expect(instructions('FROM')).toEqual(['node:24-bookworm-slim AS packages', 'node:24-bookworm-slim']);
    expect(instructions('RUN').some((line) => line.includes('npm ci --omit=dev'))).toBe(true);
  });

  it('copies only what is there and what .dockerignore lets through', () => {
    const sources = instructions('COPY')
      .filter((line) => !line.startsWith('--from='))
      .flatMap((line) => line.split(/\s+/).slice(0, -1));
    const allowed = projectFile('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    expect(projectFile('.dockerignore').split('\n')).toContain('*');
    expect(sources.filter((path) => !onDisk(path))).toEqual([]);
    expect([...new Set(sources)].sort()).toEqual(allowed.sort());
  });

  it('brings the libraries of Chromium, a CJK font and an init', () => {
    const packages = instructions('RUN').find((line) => line.startsWith('apt-get')) ?? '';
    for (const name of ['libnss3', 'libnspr4', 'libexpat1', 'fonts-noto-cjk', 'tini'])
      expect(packages.split(/\s+/)).toContain(name);
    expect(packages).toContain('--no-install-recommends');
  });

  it('runs as an ordinary user, from the user instruction to the end', () => {
    expect(instructions('USER')).toEqual(['node']);
    expect(dockerfile.slice(dockerfile.indexOf('USER node')).some((line) => /^(RUN|COPY) /.test(line))).toBe(false);
  });

  it('stops by SIGTERM, says how it is, and starts the program', () => {
    expect(instructions('STOPSIGNAL')).toEqual(['SIGTERM']);
    expect(instructions('HEALTHCHECK')[0]).toContain('/health');
    expect(JSON.parse(instructions('ENTRYPOINT')[0] ?? 'null')).toEqual(['tini', '--', 'node', 'bin/newshawk.mjs']);
    expect(JSON.parse(instructions('CMD')[0] ?? 'null')).toEqual(['serve']);
    expect(instructions('EXPOSE')).toEqual([String(settings.httpPort.fallback)]);
  });
});

describe('compose.yaml', () => {
  const compose = projectFile('compose.yaml');
  const [, services = ''] = compose.split(/^services:\n/m);
  /** The lines of one service. */
  const service = (name: string): string =>
    new RegExp(`^  ${name}:\\n((?:    .*\\n|\\s*#.*\\n|\\n)*)`, 'm').exec(services)?.[1] ?? '';

  it('has serve, worker, mongo and redis, each with a health check of its own or of the image', () => {
    for (const name of ['worker', 'mongo', 'redis']) expect(service(name), name).toContain('healthcheck:');
    expect(service('serve')).toContain('command: [serve]');
    expect(service('worker')).toContain('command: [watch]');
  });

  it('sets only variables that the configuration knows', () => {
    const known = Object.values(settings).map(({ variable }) => variable as string);
    const used = [...`${compose}\n${projectFile('Dockerfile')}`.matchAll(/\bNEWSHAWK_[A-Z_]+/g)].map(([name]) => name);
    expect(used.length).toBeGreaterThan(3);
    expect(used.filter((name) => !known.includes(name))).toEqual([]);
    expect(compose).toContain('NEWSHAWK_STORE: mongodb://mongo/newshawk');
  });

  it('publishes the port to this machine only, and asks for a token', () => {
    expect([...compose.matchAll(/- "(.*:8780)"/g)].map(([, port]) => port)).toEqual(['127.0.0.1:8780:8780']);
    expect(compose).toMatch(/NEWSHAWK_HTTP_TOKEN: \$\{NEWSHAWK_HTTP_TOKEN:\?/);
  });

  it('names a seccomp profile that is there', () => {
    const path = /seccomp=\.\/(\S+)/.exec(compose)?.[1] ?? '';
    expect(onDisk(path)).toBe(true);
  });

  it('declares every named volume that it mounts', () => {
    const named = [...services.matchAll(/^ {6}- (\w+):\//gm)].map(([, name]) => name);
    const [, declared = ''] = compose.split(/^volumes:\n/m);
    expect(named.filter((name) => !declared.includes(`  ${name}:`))).toEqual([]);
  });
});

describe('the seccomp profile', () => {
  const profile = JSON.parse(projectFile('docker/seccomp-chromium.json')) as {
    defaultAction: string;
    syscalls: { names: string[]; action: string; comment: string }[];
  };
  const denied = profile.syscalls.filter(({ action }) => action === 'SCMP_ACT_ERRNO').flatMap(({ names }) => names);

  it("lets Chromium's sandbox make its namespaces", () => {
    expect(profile.defaultAction).toBe('SCMP_ACT_ALLOW');
    for (const name of ['clone', 'clone3', 'unshare', 'setns', 'chroot', 'seccomp', 'prctl'])
      expect(denied).not.toContain(name);
  });

  it('denies what leads out of a container, each once and with a reason', () => {
    for (const name of [
      'mount',
      'pivot_root',
      'bpf',
      'kexec_load',
      'init_module',
      'open_by_handle_at',
      'userfaultfd',
      'keyctl',
      'perf_event_open',
      'io_uring_setup',
    ])
      expect(denied).toContain(name);
    expect(new Set(denied).size).toBe(denied.length);
    expect(profile.syscalls.every(({ comment }) => comment.length > 10)).toBe(true);
  });
});
