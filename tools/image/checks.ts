import { setTimeout as wait } from 'node:timers/promises';
import type { CheckResult, Place, RunningPlace } from './place.ts';
import { type SlowSite, scriptedWords } from './site.ts';

export interface CheckSubject {
  readonly place: Place;
  readonly site: SlowSite;
  readonly isContainer: boolean;
}

interface Check {
  readonly name: string;
  /** Null: it also holds without a container. */
  readonly needsContainer: string | null;
  /** @returns what was seen @throws Error that says what is wrong */
  readonly run: (subject: CheckSubject) => Promise<string>;
}

/** The promise of docs/containers.md: SIGTERM finishes and saves within this time. */
const drainSeconds = 30;

const environment = ({ site }: CheckSubject): NodeJS.ProcessEnv => ({
  NEWSHAWK_ALLOW_NETWORKS: site.place,
  NEWSHAWK_HTTP_HOST: '127.0.0.1',
  NEWSHAWK_HTTP_PORT: '8799',
  NEWSHAWK_HOST_GAP_MS: '200',
});

export const checks: readonly Check[] = [
  {
    name: 'user, root and volume',
    needsContainer: 'the user of the image, its read-only root, its volume',
    run: userAndFiles,
  },
  { name: 'browser', needsContainer: null, run: rendersPage },
  { name: 'serve and its health check', needsContainer: null, run: servesAndStops },
  { name: 'crawl, sandbox, drain', needsContainer: null, run: drains },
  { name: 'resume on the same volume', needsContainer: null, run: resumes },
];

/** Runs all checks in their order, even after one fails: the last ones build on the data of those before. */
export async function runChecks(subject: CheckSubject, onResult: (result: CheckResult) => void): Promise<void> {
  for (const { name, needsContainer, run } of checks) {
    if (needsContainer !== null && !subject.isContainer)
      onResult({ name, status: 'not checked', says: needsContainer });
    else
      onResult(
        await run(subject).then(
          (says): CheckResult => ({ name, status: 'ok', says }),
          (error: unknown): CheckResult => ({
            name,
            status: 'FAILED',
            says: error instanceof Error ? error.message : String(error),
          }),
        ),
      );
  }
}

async function userAndFiles(subject: CheckSubject): Promise<string> {
  const running = subject.place.start('newshawk-check-files', ['serve'], environment(subject));
  try {
    await untilTrue(running, () => running.isHealthy(), 60);
    const { stdout } = await running.shell(
      'id -u; for f in /app/x /etc/x /app/data/x /tmp/x; do if touch $f 2>/dev/null; then echo "$f writable"; else echo "$f read-only"; fi; done; grep -E "^(CapEff|NoNewPrivs|Seccomp):" /proc/1/status',
    );
    const lines = stdout
      .trim()
      .replace(/[\t ]+/g, ' ')
      .split('\n');
    const wanted = [
      '1000',
      '/app/x read-only',
      '/etc/x read-only',
      '/app/data/x writable',
      '/tmp/x writable',
      'CapEff: 0000000000000000',
      'NoNewPrivs: 1',
      'Seccomp: 2',
    ];
    const absent = wanted.filter((line) => !lines.includes(line));
    if (absent.length > 0) throw new Error(`expected ${absent.join(', ')}; there is: ${lines.join(', ')}`);
    return 'uid 1000, no capabilities, no new privileges, seccomp filter on; only /app/data and /tmp are writable';
  } finally {
    await running.stop(10);
  }
}

async function rendersPage(subject: CheckSubject): Promise<string> {
  const args = ['extract', `${subject.site.address}/2026/report-3`, '--render', 'browser', '-f', 'text'];
  const { code, stdout, stderr } = await subject.place.newshawk(args, environment(subject));
  if (code !== 0 || !stdout.includes(scriptedWords))
    throw new Error(`extract in the browser ended with ${code}: ${(stderr || stdout).trim().slice(-600)}`);
  return 'a page that a script makes is read in the browser';
}

async function servesAndStops(subject: CheckSubject): Promise<string> {
  const begun = performance.now();
  const running = subject.place.start('newshawk-check-serve', ['serve'], environment(subject));
  await untilTrue(running, () => running.isHealthy(), 60);
  const healthyMs = performance.now() - begun;
  const seconds = await stopAndTime(running);
  const { code, stderr } = await running.command.ended;
  if (code !== 0) throw new Error(`serve ended with ${code} on the stop signal: ${stderr.trim().slice(-400)}`);
  return `healthy ${(healthyMs / 1_000).toFixed(1)} s after its start, ended with 0 ${seconds.toFixed(1)} s after the stop signal`;
}

async function drains(subject: CheckSubject): Promise<string> {
  const { place, site } = subject;
  const before = site.articleRequests();
  const running = place.start(
    'newshawk-check-crawl',
    ['--json', 'crawl', `${site.address}/`, '--depth', '1'],
    environment(subject),
  );
  await untilTrue(running, async () => site.articleRequests() - before >= 8, 60);
  const renderers = await untilSeen(() => sandboxedRenderers(running), 20);
  const alive = await running.shell('test -n "$(find "$NEWSHAWK_ALIVE_FILE" -mmin -1)"');
  if (alive.code !== 0) throw new Error(`the health check of a crawl fails while it works: ${alive.stderr}`);
  const seconds = await stopAndTime(running);
  const { code, stdout, stderr } = await running.command.ended;
  if (code !== 11)
    throw new Error(`the crawl ended with ${code}, not with 11 (interrupted and saved): ${stderr.trim().slice(-600)}`);
  if (seconds > drainSeconds)
    throw new Error(`the crawl needed ${seconds.toFixed(0)} s to end, at most ${drainSeconds} are promised`);
  const { published } = JSON.parse(stdout) as { published: number };
  const stored = await storedArticles(subject);
  if (published === 0 || stored < published)
    throw new Error(`the crawl reported ${published} articles, the volume holds ${stored}`);
  return `${renderers}; ended with 11 ${seconds.toFixed(1)} s after the stop signal; its ${published} articles are on the volume`;
}

async function resumes(subject: CheckSubject): Promise<string> {
  const before = await storedArticles(subject);
  const args = ['--json', 'crawl', '--resume', '--limit', '3'];
  const { code, stderr } = await subject.place.newshawk(args, environment(subject));
  const after = await storedArticles(subject);
  if (code !== 0 || after <= before)
    throw new Error(
      `crawl --resume ended with ${code}, articles before ${before}, after ${after}: ${stderr.trim().slice(-400)}`,
    );
  return `a new container goes on where the stopped one ended: ${before} articles, then ${after}`;
}

async function storedArticles(subject: CheckSubject): Promise<number> {
  const { code, stdout, stderr } = await subject.place.newshawk(['export', '-f', 'jsonl'], environment(subject));
  if (code !== 0 && code !== 31) throw new Error(`export ended with ${code}: ${stderr.trim().slice(-400)}`);
  return stdout.split('\n').filter((line) => line !== '').length;
}

/** Renderers of Chromium that the container sees, with what confines them. */
const listRenderers = `
const { readdirSync, readFileSync } = require('node:fs');
const seen = [];
for (const pid of readdirSync('/proc').filter((name) => /^\\d+$/.test(name))) {
  try {
    if (!readFileSync('/proc/' + pid + '/cmdline', 'utf8').includes('--type=renderer')) continue;
    const status = Object.fromEntries(readFileSync('/proc/' + pid + '/status', 'utf8').split('\\n').map((line) => line.split(':\\t')));
    seen.push({ seccomp: status.Seccomp, capabilities: status.CapEff, namespaces: (status.NSpid ?? '').trim().split(/\\s+/).length });
  } catch {} // it has just ended
}
console.log(JSON.stringify(seen));`;

async function sandboxedRenderers(running: RunningPlace): Promise<string | null> {
  const { stdout } = await running.node(listRenderers);
  const renderers = JSON.parse(stdout || '[]') as { seccomp: string; capabilities: string; namespaces: number }[];
  if (renderers.length === 0) return null;
  const loose = renderers.filter(
    ({ seccomp, capabilities }) => seccomp?.trim() !== '2' || !/^0+$/.test(capabilities?.trim() ?? ''),
  );
  if (loose.length > 0) throw new Error(`renderers run without Chromium's sandbox: ${JSON.stringify(loose)}`);
  return `${renderers.length} renderers of Chromium in its own sandbox (seccomp filter, no capabilities)`;
}

const stopAndTime = async (running: RunningPlace): Promise<number> => {
  const begun = performance.now();
  await running.stop(drainSeconds + 10);
  await running.command.ended;
  return (performance.now() - begun) / 1_000;
};

async function untilSeen<T>(look: () => Promise<T | null>, seconds: number): Promise<T> {
  const end = performance.now() + seconds * 1_000;
  for (;;) {
    const seen = await look();
    if (seen !== null) return seen;
    if (performance.now() > end) throw new Error(`no renderer of the browser was seen within ${seconds} s`);
    await wait(300);
  }
}

async function untilTrue({ command }: RunningPlace, isTrue: () => Promise<boolean>, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1_000;
  while (!(await isTrue())) {
    if (!command.isRunning())
      throw new Error(`it ended too early: ${(command.stderr() || command.stdout()).trim().slice(-600)}`);
    if (performance.now() > end)
      throw new Error(`it was not ready within ${seconds} s: ${command.stderr().trim().slice(-600)}`);
    await wait(250);
  }
}
