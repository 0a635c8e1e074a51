import { lstat, mkdir, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { livingProcess, processTree, signalProcess } from '../../../machine/process-tree.ts';
import type { Log } from '../../../ports.ts';

/** Identifies a process: the system reuses numbers, but not with the same start time. */
const processMark = z.strictObject({ pid: z.int().min(2), born: z.string().min(1) });
const entrySchema = z.strictObject({
  /** PID namespace of the numbers: those of another container mean nothing here. */
  namespace: z.string(),
  owner: processMark,
  browser: processMark,
  /** Temporary folders to remove with the browser. */
  folders: z.array(z.string()),
});
type Entry = z.output<typeof entrySchema>;

/** Playwright's names. Nothing else is ever removed. */
const temporaryFolder = /^playwright_\w+dev_profile-\w{6}$/;

interface LedgerOptions {
  /** The system's folder for temporary files. */
  readonly temporary: string;
  readonly log: Log;
}

/**
 * Records which process started which browser, as files in a private folder. A killed process leaves its browser's profile behind, and sometimes the browser.
 * The next start removes both, but nothing that belongs to a living process or another user.
 */
export class BrowserLedger {
  readonly #folder: string;
  readonly #options: LedgerOptions;

  constructor(options: LedgerOptions) {
    this.#options = options;
    this.#folder = join(options.temporary, `newshawk-browsers-${process.getuid?.() ?? 'user'}`);
  }

  /** Records a started browser. @returns a function that removes the record */
  async record(browserPid: number): Promise<() => Promise<void>> {
    const namespace = await readNamespace();
    const [owner, browser] = [processMarkOf(process.pid), processMarkOf(browserPid)];
    if (namespace === null || owner === null || browser === null || !(await this.#isOurs())) return async () => {};
    const folders = await foldersOf(browserPid);
    const file = join(this.#folder, `${owner.pid}-${browser.pid}-${browser.born}.json`);
    await writeFile(file, JSON.stringify({ namespace, owner, browser, folders } satisfies Entry), { mode: 0o600 });
    return () => rm(file, { force: true });
  }

  /** A shared folder in place of the one that Playwright creates per browser. It stays empty: downloads and traces are off. Null where it cannot be private. */
  async artifactsFolder(): Promise<string | null> {
    const folder = join(this.#folder, 'artifacts');
    if (!(await this.#isOurs())) return null;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return folder;
  }

  /** Kills browsers whose owner has ended, and removes their folders. @returns the number of removed entries */
  async reap(): Promise<number> {
    const namespace = await readNamespace();
    if (namespace === null || !(await this.#isOurs())) return 0;
    let reaped = 0;
    for (const name of await readdir(this.#folder)) {
      if (!name.endsWith('.json')) continue;
      const file = join(this.#folder, name);
      const entry = await readEntry(file);
      if (entry === null || entry.namespace !== namespace || isAlive(entry.owner)) continue;
      await this.#end(entry);
      await rm(file, { force: true });
      this.#options.log.info('browser.reaped', { owner: entry.owner.pid, browser: entry.browser.pid });
      reaped++;
    }
    return reaped;
  }

  async #end({ browser, folders }: Entry): Promise<void> {
    if (isAlive(browser)) for (const { pid } of processTree(browser.pid) ?? []) endProcess(pid);
    for (const folder of folders)
      if (dirname(folder) === this.#options.temporary && temporaryFolder.test(basename(folder)))
        await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }

  /** Whether the folder is ours alone. Temporary files are in a shared folder, where another user may have created it first. */
  async #isOurs(): Promise<boolean> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = await lstat(this.#folder);
    return uid === process.getuid?.() && (mode & 0o077) === 0;
  }
}

/** Kills a process. @returns false when it has already ended. @throws RangeError for an invalid process number */
export const endProcess = (pid: number): boolean => signalProcess(pid, 'SIGKILL');

async function readEntry(file: string): Promise<Entry | null> {
  const text = await readFile(file, 'utf8').catch(() => null); // another start has removed it
  try {
    return text === null ? null : entrySchema.parse(JSON.parse(text));
  } catch {
    return null; // half written by a living process, or written by another version
  }
}

/** Null without /proc: processes cannot be identified there. */
const readNamespace = (): Promise<string | null> => readlink('/proc/self/ns/pid').catch(() => null);

const isAlive = ({ pid, born }: Entry['owner']): boolean => processMarkOf(pid)?.born === born;

/** Null when the process has ended. */
function processMarkOf(pid: number): Entry['owner'] | null {
  const living = livingProcess(pid);
  return living === null ? null : { pid, born: String(living.startedAt) };
}

/** The profile's folder, from the browser's command line. */
async function foldersOf(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''); // it has ended already
  return text.split('\0').flatMap((argument) => /^--user-data-dir=(.+)$/.exec(argument)?.[1] ?? []);
}
