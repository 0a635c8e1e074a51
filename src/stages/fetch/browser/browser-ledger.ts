import { lstat, mkdir, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { livingProcess, processTree, signalProcess } from '../../../machine/process-tree.ts';
import type { Log } from '../../../ports.ts';

/** A process, beyond doubt: numbers are used again, a number with its time of birth is not. */
const processMark = z.strictObject({ pid: z.int().min(2), born: z.string().min(1) });
const entrySchema = z.strictObject({
  /** The process namespace that the numbers belong to: another container's say nothing here. */
  namespace: z.string(),
  owner: processMark,
  browser: processMark,
  /** Temporary folders that go with the browser. */
  folders: z.array(z.string()),
});
type Entry = z.output<typeof entrySchema>;

/** Names that Playwright gives; nothing else is ever removed. */
const temporaryFolder = /^playwright_\w+dev_profile-\w{6}$/;

export interface LedgerOptions {
  /** Where temporary folders are made. */
  readonly temporary: string;
  readonly log: Log;
}

/**
 * Who started which browser, as files in a folder of our own: a process that is killed leaves its browser's profile behind, and now and then the browser.
 * The next start takes those away; never what belongs to a process that lives, or to somebody else.
 */
export class BrowserLedger {
  readonly #folder: string;
  readonly #options: LedgerOptions;

  constructor(options: LedgerOptions) {
    this.#options = options;
    this.#folder = join(options.temporary, `newshawk-browsers-${process.getuid?.() ?? 'user'}`);
  }

  /** Writes down a browser that was started. @returns how to strike it out */
  async record(browserPid: number): Promise<() => Promise<void>> {
    const namespace = await readNamespace();
    const [owner, browser] = [processMarkOf(process.pid), processMarkOf(browserPid)];
    if (namespace === null || owner === null || browser === null || !(await this.#isOurs())) return async () => {};
    const folders = await foldersOf(browserPid);
    const file = join(this.#folder, `${owner.pid}-${browser.pid}-${browser.born}.json`);
    await writeFile(file, JSON.stringify({ namespace, owner, browser, folders } satisfies Entry), { mode: 0o600 });
    return () => rm(file, { force: true });
  }

  /** One folder for what Playwright would make a temporary one of for each browser: nothing is ever put there, downloads and traces are off. */
  async artifactsFolder(): Promise<string | null> {
    const folder = join(this.#folder, 'artifacts');
    if (!(await this.#isOurs())) return null;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return folder;
  }

  /** Ends browsers whose owner is dead, and removes their folders. @returns how many entries were cleared */
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

  /** In a folder for everybody, somebody else could have made it first: what stands in such a one is not believed. */
  async #isOurs(): Promise<boolean> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = await lstat(this.#folder);
    return uid === process.getuid?.() && (mode & 0o077) === 0;
  }
}

/** Ends a process at once; one that ended by itself is as good. @throws RangeError for what is no process's number */
export const endProcess = (pid: number): boolean => signalProcess(pid, 'SIGKILL');

async function readEntry(file: string): Promise<Entry | null> {
  const text = await readFile(file, 'utf8').catch(() => null); // another start was faster
  try {
    return text === null ? null : entrySchema.parse(JSON.parse(text));
  } catch {
    return null; // half written, or of another version: its owner lives, or the next version knows
  }
}

/** Null where there is no /proc, and so nothing to tell processes apart by. */
const readNamespace = (): Promise<string | null> => readlink('/proc/self/ns/pid').catch(() => null);

const isAlive = ({ pid, born }: Entry['owner']): boolean => processMarkOf(pid)?.born === born;

/** A process and its start, by which it is told from a later one of the same number. */
function processMarkOf(pid: number): Entry['owner'] | null {
  const living = livingProcess(pid);
  return living === null ? null : { pid, born: String(living.startedAt) };
}

/** The profile stands in the browser's command line. */
async function foldersOf(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''); // it ended at once
  return text.split('\0').flatMap((argument) => /^--user-data-dir=(.+)$/.exec(argument)?.[1] ?? []);
}
